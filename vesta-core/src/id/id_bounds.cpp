#include <vesta/id/id_bounds.hpp>

#include <algorithm>

namespace vesta {
namespace {

bool is_above_time(const layout& of, field which) {
    return of.width(which) != 0 && of.shift(which) > of.shift(field::time);
}

} // namespace

result<id_bounds> bounds_between(const layout& of, std::uint64_t version, gen_method method,
                                 std::optional<machine_id> machine, unix_ms from, unix_ms until) {
    if (until <= from)
        return error{errc::invalid_argument,
                     "the range ends at " + to_rfc3339(until) + ", not after " + to_rfc3339(from)};
    if (is_above_time(of, field::seq) || (!machine && is_above_time(of, field::machine)))
        return error{errc::invalid_argument,
                     "layout " + of.name() + " has " + (is_above_time(of, field::seq) ? "seq" : "the machine ID") +
                         " above the time, so that IDs of other times lie between; only the IDs "
                         "of one machine ID can be in a range"};
    if (until <= of.epoch() || of.has_ended(from))
        return error{errc::invalid_argument, "layout " + of.name() + " has IDs from " + to_rfc3339(of.epoch()) +
                                                 " to " + to_rfc3339(of.last_instant())};
    fields least{
        .version = version, .type = of.type(), .machine = machine ? machine->value : 0, .time = of.tick_at(from)};
    if (of.width(field::gen_method) != 0) least.gen_method = static_cast<std::uint64_t>(method);
    fields greatest = least;
    greatest.time = of.tick_from(until) - 1; // at most the last tick
    greatest.seq = of.max(field::seq);
    if (!machine) greatest.machine = of.max(field::machine);
    const auto first = of.encode(least);
    if (!first) return first.error();
    const auto last = of.encode(greatest);
    if (!last) return last.error();
    return id_bounds{*first, *last};
}

} // namespace vesta
