#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/id/field.hpp>
#include <vesta/time/instant.hpp>

#include <chrono>
#include <string>
#include <vector>

/// What tools show and repair of the machine IDs of a fleet, without generating. Errors of each: `invalid_settings`,
/// `store_unavailable`, `state_unusable`. Block on the store.
namespace vesta::embed {

/// What is stored of one machine ID.
struct machine_entry {
    std::string where; ///< The store: "table vesta_machine_lease (stores.main)".
    machine_id id;
    /// Owners whose IDs cannot meet have a share each of a machine ID that their settings give them; else 0.
    std::uint32_t share = 0;
    std::string instance; ///< Who has it, or had it last.
    bool held = false;    ///< Somebody may be making IDs with it.
    bool given = false;   ///< Its owner has it by its own settings; it is not lent.
    bool local = false;   ///< Its mark is in the state folder: who has it holds a lock, and no lease.
    unix_ms mark{};
    std::chrono::milliseconds left{0}; ///< Of the lease; below zero since it ended.
    std::vector<std::string> patterns; ///< What was made with it, in words, with the times of each; empty: not told.
    std::string unusable;              ///< Why it is not lent; empty where it is.
};

/// Every machine ID of which there is a mark in the state folder, and then every one that the shared store knows of,
/// each in order; none of the latter where the settings name no such store.
result<std::vector<machine_entry>> list_machines(const settings& from);

/// Makes a machine ID of the shared store free to be had, repairing its row where it is damaged or its mark absurd; and
/// lets one whose marks are in `state.dir` be used where that folder is now (docs/state.md). The answer says what was
/// done. Errors besides: `in_use` where its owner may be alive, unless @p force; `not_found` where the settings name no
/// such store and there are no such marks.
result<std::string> release_machine(const settings& from, machine_id id, bool force);

} // namespace vesta::embed
