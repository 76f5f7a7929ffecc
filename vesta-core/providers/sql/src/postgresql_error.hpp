#pragma once

#include <vesta/sql/options.hpp>

#include <string_view>

namespace vesta::sql {

/// Translates an error of a PostgreSQL server @p at; @p state is its SQLSTATE, empty for an error of the client
/// library, and @p text its message. States: https://www.postgresql.org/docs/15/errcodes-appendix.html
error postgresql_error(std::string_view state, std::string_view text, const options& to, const server_place& at);

/// The same of a connection that could not be made: @p text is the client library's, with all that it can tell
/// (PQERRORS_VERBOSE), which has the state within.
error postgresql_refusal(std::string_view text, const options& to, const server_place& at);

/// Whether the connection is not to be used again after an error with @p state.
bool ends_connection(std::string_view state) noexcept;

} // namespace vesta::sql
