#pragma once

#include <vesta/sql/connection.hpp>

namespace vesta::sql {

/// An INSERT that leaves an existing row alone: @p rest is what follows INSERT INTO.
std::string insert_if_absent(dialect kind, const std::string& rest);

/// An expression for the database's time in unix milliseconds, whatever its time zone.
const char* now_ms(dialect kind) noexcept;

/// Runs an update that tells a number of the row it changed: with MySQL by LAST_INSERT_ID(number), else by RETURNING
/// number at its end. Nothing if it changed no row.
result<std::optional<std::int64_t>> execute_telling(connection& in, const std::string& statement,
                                                    const parameters& values);

} // namespace vesta::sql
