#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/id/field.hpp>
#include <vesta/time/instant.hpp>

#include <chrono>
#include <string>
#include <vector>

/// Tools to show and repair the machine IDs of a fleet, without generating.
///
/// Errors of every function: `invalid_settings`, `store_unavailable`, `state_unusable`. Every function blocks on the
/// store.
namespace vesta::embed {

/// The stored state of one machine ID.
struct machine_entry {
    std::string where; ///< The store: "table vesta_machine_lease (stores.main)".
    machine_id id;
    /// As `lease_row::share`.
    std::uint32_t share = 0;
    std::string instance; ///< The present owner, or the last one.
    bool held = false;    ///< An owner may be making IDs with it.
    bool given = false;   ///< It comes from its owner's settings and is not lent.
    bool local = false;   ///< Its mark is in the state folder; its owner holds a lock, not a lease.
    unix_ms mark{};
    std::chrono::milliseconds left{0}; ///< Of the lease; negative once it has ended.
    std::vector<std::string> patterns; ///< The IDs made with it and when, in words; empty: not told.
    std::string unusable;              ///< Why it is not lent; empty if it is.
};

/// Every machine ID with a mark in the state folder, then every one in the shared store, if the settings name one; each
/// in order.
result<std::vector<machine_entry>> list_machines(const settings& from);

/// Frees a machine ID of the shared store, repairing a damaged row or an absurd mark, and lets marks of it in
/// `state.dir` be used where that folder is now (docs/state.md). Returns the change in words.
///
/// Errors: also `in_use` without @p force if its owner may be alive; `not_found` if the settings name no such store and
/// there are no such marks.
result<std::string> release_machine(const settings& from, machine_id id, bool force);

} // namespace vesta::embed
