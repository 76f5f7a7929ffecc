#pragma once

#include <vesta/machine/lease_table.hpp>
#include <vesta/sql/connection.hpp>

#include <span>

namespace vesta::sql {

/// The newest format of a row that this program knows.
inline constexpr std::int64_t lease_format = 2;

/// Makes the table vesta_machine_lease where it is missing, and adds the columns that one of 0.1.0 lacks. Error:
/// `invalid_settings`, giving the statement to run where this user may not.
result<void> make_lease_table(connection& in);

/// What reads the rows, with a blank behind: SELECT ... FROM vesta_machine_lease.
std::string select_leases(dialect kind);
inline constexpr std::size_t lease_columns = 12;

/// A row as `select_leases` reads it. What is wrong with it is told in it; nothing where its id is that of no machine.
std::optional<lease_row> read_lease_row(std::span<const cell> cells);

} // namespace vesta::sql
