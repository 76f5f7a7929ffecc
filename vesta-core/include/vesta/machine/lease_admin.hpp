#pragma once

#include <vesta/machine/lease_table.hpp>
#include <vesta/machine/lease_terms.hpp>

#include <string>
#include <vector>

/// Operations on a table of machine IDs for operators. Programs that generate use `leased_ids`.
namespace vesta {

/// A row, and its state as an operator should see it.
struct inspected_row {
    lease_row row;
    bool held = false; ///< An owner may be making IDs with it.
    /// Why the row is not lent: it is damaged, of a newer program, or marked far ahead of the store's clock. Empty if
    /// it is lent.
    std::string unusable;
};

/// All rows in the order of machine IDs. Blocks on the store.
///
/// Errors: those of the table.
result<std::vector<inspected_row>> inspect(lease_table& table, const lease_terms& terms);

/// Frees every row of @p id with a safe mark: the present one if it is plausible, else one by which every owner's
/// reservation has ended. Blocks on the store.
///
/// Returns the change and its consequences in words. A live owner loses the machine ID at its next write.
/// Errors: `in_use` without @p force if an owner may hold it, may have held it unseen, or a newer program wrote it;
/// those of the table.
result<std::string> release(lease_table& table, const lease_terms& terms, machine_id id, bool force);

} // namespace vesta
