#pragma once

#include <vesta/machine/lease_table.hpp>
#include <vesta/sql/connection.hpp>

#include <span>

namespace vesta::sql {

/// The newest format of a row that this program knows.
inline constexpr std::int64_t lease_format = 2;

/// Makes a missing table vesta_machine_lease, and adds the columns that one of 0.1.0 lacks.
///
/// Errors: `invalid_settings`, with the statement to run, if this user may not.
result<void> make_lease_table(connection& in);

/// The beginning of the query for rows, with a space at the end: SELECT ... FROM vesta_machine_lease.
std::string select_leases(dialect kind);
inline constexpr std::size_t lease_columns = 12;

/// A row as `select_leases` reads it; a damaged one says so itself. Nothing if its id is not a machine ID.
std::optional<lease_row> read_lease_row(std::span<const cell> cells);

} // namespace vesta::sql
