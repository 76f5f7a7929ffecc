#pragma once

#include <vesta/machine/lease_table.hpp>
#include <vesta/sql/connection.hpp>

#include <string>

// Which server has the table, and since when without a break. A server that was replaced, and comes back with some of
// what it missed, has the identity it had; so a row of the table holds the identity of the server that reigns, and a
// number that is drawn again whenever another one is found to answer. The two together are the `server` of a lease_row.
// SQLite has one place, no identity, and no such row.
namespace vesta::sql {

/// The key of that row: no machine ID that is lent. A program of 0.1.0 takes it for one that is free.
inline constexpr std::int64_t reign_key = 4294967295;

/// An expression: the server that executes it and the number of the reign that it knows; NULL where it knows none.
std::string who_reigns(const connection& in);
/// The same; its identity alone where it knows none.
std::string who_reigns_or_answers(const connection& in);

/// The server's time, and who reigns, read within a transaction: a proxy that spreads queries over replicas has those
/// go to the primary. Where another server answers than the one that reigned, its reign begins. Makes the table where
/// it is missing. Errors: those of `connection`.
result<store_moment> read_moment(connection& in);

} // namespace vesta::sql
