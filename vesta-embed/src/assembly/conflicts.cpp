#include "conflicts.hpp"

#include "providers.hpp"

#include <algorithm>
#include <limits>

namespace vesta::embed {
namespace {

constexpr machine_range every_machine{{0}, {std::numeric_limits<std::uint32_t>::max()}};

/// Joins neighbours to ranges.
std::vector<machine_range> joined(std::vector<machine_id> ids) {
    std::ranges::sort(ids);
    std::vector<machine_range> ranges;
    for (const machine_id each : ids) {
        if (!ranges.empty() && each.value <= std::uint64_t{ranges.back().last.value} + 1) {
            ranges.back().last = each;
        } else {
            ranges.push_back({each, each});
        }
    }
    return ranges;
}

} // namespace

std::vector<machine_range> possible_machines(const settings& from) {
    const auto listed = listed_machines(from);
    return listed.empty() ? std::vector{every_machine} : joined(listed);
}

std::optional<conflict> find_conflict(const id_pattern& a, const id_pattern& b, std::span<const machine_range> machines,
                                      unix_ms from, unix_ms until) {
    if (machines.empty()) return std::nullopt;
    const auto reach = [&](const id_pattern& of, const machine_range& by) {
        return reach_between(of, by.first, by.last, from, until);
    };
    // Usually the machine IDs in between do not conflict either: one search instead of one per pair.
    const machine_range whole{machines.front().first, machines.back().last};
    if (!can_meet(reach(a, whole), reach(b, whole))) return std::nullopt;
    for (const auto& one : machines)
        for (const auto& other : machines)
            if (const auto number = meeting(reach(a, one), reach(b, other)))
                return conflict{*number, a.of().instant_of(a.of().decode(*number).time),
                                b.of().instant_of(b.of().decode(*number).time)};
    return std::nullopt;
}

std::string describe(const conflict& of, const planned_generator& a, const planned_generator& b) {
    const bool behind = a.outward || b.outward;
    const std::string both = "generators." + a.name + " and generators." + b.name + " would make the same IDs" +
                             (behind ? " behind their outward forms, and marks know those of each layout alone" : "");
    if (a.layout.cores_of && b.layout.cores_of) // what is inside them is nothing that users see
        return both + (a.layout.cores_of == b.layout.cores_of ? "; give one another gen-method"
                                                              : "; give both the same machine-bits");
    return both + ": both could make " + to_string(of.number) + ", at " + to_rfc3339(of.first_at) + " and at " +
           to_rfc3339(of.second_at) + "; give one another kind, type, version or gen-method" +
           (behind ? ", or both the same" : "");
}

} // namespace vesta::embed
