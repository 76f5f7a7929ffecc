#include "hypothesis.hpp"

#include <algorithm>
#include <utility>

namespace vesta::survey {
namespace {

void note_machine(std::set<std::uint32_t>& among, const fields& parts, bool& more) {
    const auto machine = static_cast<std::uint32_t>(parts.machine);
    if (among.contains(machine)) return;
    more = more || among.size() == adoption::most_machines;
    if (!more) among.insert(machine);
}

std::chrono::milliseconds tick_of(const layout& of) {
    return std::chrono::milliseconds{static_cast<std::int64_t>(of.unit())};
}

} // namespace

bool is_named(const fleet& of, std::uint32_t machine) {
    return std::ranges::any_of(of.machines, [&](const machine_range& range) {
        return machine >= range.first.value && machine <= range.last.value;
    });
}

void hypothesis::object(place at, id value, const std::string& why) {
    if (std::exchange(fits, false)) objection = "line " + std::to_string(at.line) + ": " + to_string(value) + " " + why;
}

void hypothesis::take(place at, id value, std::optional<unix_ms> made, const fleet& by) {
    const auto type = of->type_of(value);
    if (!type) return object(at, value, "has bits that it lacks");
    const fields parts = (*type)->decode(value);
    const unix_ms then = (*type)->instant_of(parts.time);
    const bool is_near = !made || std::chrono::abs(*made - then) <= near + tick_of(**type);
    if (then > by.now + clock_difference || !is_near) return object(at, value, "would be of " + to_rfc3339(then));
    explain(**type, parts, then, by);
}

void hypothesis::explain(const layout& by, const fields& parts, unix_ms then, const fleet& whose) {
    explained_type& type = types[&by];
    ++type.ids[std::chrono::floor<std::chrono::days>(then)];
    type.versions.insert(parts.version);
    note_machine(machines, parts, more_machines);
    const auto machine = static_cast<std::uint32_t>(parts.machine);
    if (!whose.machines.empty() && !is_named(whose, machine)) stray = machine;
    oldest = std::min(oldest, then);
    if (then < newest) return;
    newest = then;
    newest_type = &by;
    last_tick = parts.time;
}

void shape::take(id value, std::optional<unix_ms> made) {
    fits = fits && of->owns(value);
    if (!fits) return;
    const fields parts = of->decode(value);
    note_machine(machines, parts, more_machines);
    versions.insert(parts.version);
    last_tick = std::max(last_tick, parts.time);
    if (!made) return;
    const auto epoch = made->time_since_epoch() - static_cast<std::int64_t>(parts.time) * tick_of(*of);
    least = std::min(least, epoch);
    greatest = std::max(greatest, epoch);
}

bool grows_as_snowflakes(const layout& of) {
    return of.unit() != time_unit::second && of.shift(field::time) > of.shift(field::seq) &&
           (of.width(field::machine) == 0 || of.shift(field::time) > of.shift(field::machine));
}

} // namespace vesta::survey
