#pragma once

#include <vesta/sql/options.hpp>

#include <string_view>

namespace vesta::sql {

/// Translates a MySQL or MariaDB error; @p code and @p text come from the server or the client library. Codes:
/// https://mariadb.com/kb/en/mariadb-error-code-reference/
error mysql_error(unsigned code, std::string_view text, const options& to);

/// Whether the connection is lost after the error @p code.
bool ends_connection(unsigned code) noexcept;

} // namespace vesta::sql
