#pragma once

#include <vesta/machine/lease_table.hpp>
#include <vesta/machine/lease_terms.hpp>

#include <string>
#include <vector>

/// What an operator does with a table of machine IDs. Not for programs that make IDs: see `leased_ids`.
namespace vesta {

/// A row, and what is to be said of it.
struct inspected_row {
    lease_row row;
    bool held = false; ///< Somebody may be making IDs with it.
    /// Why it is not lent: damaged, of a newer program, or marked far ahead of the store's clock; empty where it is.
    std::string unusable;
};

/// All rows, by machine ID. Errors: those of the table.
result<std::vector<inspected_row>> inspect(lease_table& table, const lease_terms& terms);

/// Makes @p id free to be had, whatever its rows say, with a mark that is safe: the one that is there, where it can be
/// believed, and else one that every reservation of an owner has ended by. The answer says what was done, and what
/// follows from it. An owner that is alive loses the machine ID at its next write.
///
/// Errors: `in_use` where somebody may hold it, or may have held it unseen, or where a newer program wrote it, unless
/// @p force; those of the table.
result<std::string> release(lease_table& table, const lease_terms& terms, machine_id id, bool force);

} // namespace vesta
