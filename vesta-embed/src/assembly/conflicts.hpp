#pragma once

#include "plan.hpp"

#include <span>
#include <string>
#include <vector>

namespace vesta::embed {

/// Two generators that could make one number within this time are refused. Later conflicts cause a warning, and the
/// marks prevent them (`record_use`): the snowflake layout reaches the numbers of the vesta layouts one day, and a
/// server with both should start until then.
inline constexpr std::chrono::milliseconds conflict_horizon = std::chrono::days{731};

/// Machine IDs, both ends included.
struct machine_range {
    machine_id first, last;
};

/// The machine IDs that a node with these settings may get, in order: those listed; all, if a host's name, a file or a
/// store assigns them.
std::vector<machine_range> possible_machines(const settings& from);

/// A number that two generators could make.
struct conflict {
    id number;
    unix_ms first_at, second_at; ///< When each could make it.
};

/// Whether two generators could make one number, each with any of @p machines, from @p from to before @p until. Exact;
/// nothing if they could not.
std::optional<conflict> find_conflict(const id_pattern& a, const id_pattern& b, std::span<const machine_range> machines,
                                      unix_ms from, unix_ms until);

/// The conflict of @p a and @p b in words.
std::string describe(const conflict& of, const planned_generator& a, const planned_generator& b);

} // namespace vesta::embed
