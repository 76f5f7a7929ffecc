#pragma once

#include <vesta/sql/options.hpp>

#include <string_view>

namespace vesta::sql {

/// What a MySQL or MariaDB error means for us: @p code and @p text are the server's or the client library's own.
/// Codes: https://mariadb.com/kb/en/mariadb-error-code-reference/
error mysql_error(unsigned code, std::string_view text, const options& to);

/// Whether the connection is lost after the error @p code.
bool ends_connection(unsigned code) noexcept;

} // namespace vesta::sql
