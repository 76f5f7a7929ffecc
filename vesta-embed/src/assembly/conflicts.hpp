#pragma once

#include "plan.hpp"

#include <span>
#include <string>
#include <vector>

namespace vesta::embed {

/// Two generators that could make one number within this time are refused. Those that could later are warned of, and
/// the marks keep them apart (`record_use`): the snowflake layout comes to the numbers of the vesta layouts one day,
/// and a server that has both is to start until then.
inline constexpr std::chrono::milliseconds conflict_horizon = std::chrono::days{731};

/// Machine IDs, both ends included.
struct machine_range {
    machine_id first, last;
};

/// The machine IDs that a node with these settings may have, in order: those that are listed; where a host's name, a
/// file or a store gives them, all that there are.
std::vector<machine_range> possible_machines(const settings& from);

/// A number that both generators could make.
struct conflict {
    id number;
    unix_ms first_at, second_at; ///< When each could make it.
};

/// Whether two generators could make one number: each with any of @p machines, from @p from to before @p until. Exact;
/// nothing where they could not.
std::optional<conflict> find_conflict(const id_pattern& a, const id_pattern& b, std::span<const machine_range> machines,
                                      unix_ms from, unix_ms until);

/// The words for a conflict of @p a and @p b.
std::string describe(const conflict& of, const planned_generator& a, const planned_generator& b);

} // namespace vesta::embed
