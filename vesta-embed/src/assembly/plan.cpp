#include "plan.hpp"

#include "conflicts.hpp"
#include "numbers.hpp"
#include "outward.hpp"
#include "providers.hpp"

#include <vesta/base/random_bits.hpp>
#include <vesta/generate/timeline.hpp>

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>

namespace vesta::embed {
namespace {

constexpr std::chrono::milliseconds longest_wait_of_servers{5000};
// The time that another program may have generated unseen (10 s with Leaf), and the allowed difference of clocks.
constexpr std::chrono::milliseconds longest_takeover{15000};

bool has_method(const layout& of) {
    return of.width(field::gen_method) != 0;
}

// `vesta check` warns of conflicts at most this far beyond the horizon.
constexpr std::chrono::milliseconds notice = std::chrono::days{731};

bool contains(std::span<const gen_method> methods, gen_method each) {
    return std::ranges::find(methods, each) != methods.end();
}

std::chrono::milliseconds max_age_of(const time_settings& of, const layout& type) {
    if (of.max_age) return *of.max_age;
    if (of.order == number_order::strict) return std::chrono::milliseconds{of.populator == populator_kind::cas ? 1 : 0};
    const timeline line{type};
    return std::chrono::duration_cast<std::chrono::milliseconds>(line.start_of(1) - line.start_of(0));
}

result<planned_generator> plan_layout(const settings& from, const std::string& name, const generator_settings& of,
                                      chosen_scheme chosen, gen_method method) {
    const layout& type = *chosen.type;
    const time_settings& timed = *of.timed();
    time_generator_spec spec{.family = chosen.family.get(),
                             .type = &type,
                             .method = timed.gen_method ? static_cast<gen_method>(*timed.gen_method) : method,
                             .version = chosen.cores_of ? core_version : timed.version,
                             .populator = timed.populator,
                             .rollback_wait = from.clock.rollback_wait,
                             .wait_at_start = from.clock.after == after_crash::wait};
    if (timed.start == seq_start::random) spec.spread = random_bits();
    spec.longest_wait = from.clock.reserve_ahead + std::chrono::seconds{2};
    spec.longest_start = from.clock.reserve_ahead + longest_takeover;
    // A server's callers have a patience of their own, so a start that takes longer is refused them.
    if (method != gen_method::embedded) spec.longest_wait = std::min(spec.longest_wait, longest_wait_of_servers);
    if (has_method(type) && static_cast<std::uint64_t>(spec.method) > type.max(field::gen_method))
        return error{errc::invalid_settings,
                     "generators." + name + ": genMethod " + std::to_string(static_cast<unsigned>(spec.method)) + " (" +
                         std::string{vesta::name(spec.method)} + ") does not fit layout " + chosen.family->name() +
                         ", which takes 0 to " + std::to_string(type.max(field::gen_method)) + "; set gen-method"};
    auto pattern = id_pattern::make(type, spec.version, spec.method);
    if (!pattern) return error{errc::invalid_settings, "generators." + name + ": " + pattern.error().message};
    return planned_generator{
        name, std::move(chosen), spec, *std::move(pattern), {method}, max_age_of(timed, type), of.outward.has_value()};
}

result<planned_generator> plan_one(const settings& from, const std::string& name, const generator_settings& of,
                                   gen_method method) {
    auto chosen = choose_scheme(name, of);
    if (!chosen) return std::move(chosen).error();
    auto made = plan_layout(from, name, of, *std::move(chosen), method);
    auto both = choose_succession(name, of);
    if (!made || !both || !*both) return both ? std::move(made) : std::move(both).error();
    auto next = plan_layout(from, name + ".then", with_successor(of), std::move((*both)->second), method);
    if (!next) return next;
    made->spec.within.until = next->spec.within.from = (*both)->both.at;
    made->then = std::make_shared<planned_generator>(*std::move(next));
    return made;
}

/// The machine IDs and the time in which generators must be kept apart.
struct scope {
    std::vector<machine_range> machines;
    unix_ms from;
    std::chrono::milliseconds horizon;
};

scope scope_of(const settings& from, const wall_clock& clock, std::chrono::milliseconds horizon) {
    const auto now = std::chrono::floor<std::chrono::milliseconds>(clock.now());
    return {possible_machines(from), now, horizon};
}

bool have_one_successor(const planned_generator& a, const planned_generator& b) {
    return !a.then || a.then->pattern == b.then->pattern; // of one name, so both have one or neither
}

/// Adds one generator for several ways of publishing if its layout or its settings cannot tell them apart.
void add(std::vector<planned_generator>& planned, planned_generator next) {
    for (auto& other : planned) {
        if (other.name != next.name || other.pattern != next.pattern || !have_one_successor(other, next)) continue;
        other.serves.push_back(next.serves.front());
        return;
    }
    planned.push_back(std::move(next));
}

std::string_view name_in_settings(const planned_generator& of) {
    return std::string_view{of.name}.substr(0, of.name.find('.'));
}

/// Two generators may be behind IDs that differ: a UUID and a ULID of one core (`compose`), and IDs that leave under
/// two keys, or one as it is. But marks tell what is behind by its pattern, so it must be the same one. The layouts of
/// one name are compared when the settings are read.
bool are_kept_apart(const planned_generator& a, const planned_generator& b) {
    const bool of_two_kinds = a.layout.cores_of && b.layout.cores_of && *a.layout.cores_of != *b.layout.cores_of;
    return name_in_settings(a) == name_in_settings(b) ||
           (a.pattern == b.pattern && (of_two_kinds || a.outward || b.outward));
}

/// All that is planned, successors among them.
std::vector<const planned_generator*> each_of(std::span<const planned_generator> planned) {
    std::vector<const planned_generator*> all;
    for (const auto& each : planned) {
        all.push_back(&each);
        if (each.then) all.push_back(each.then.get());
    }
    return all;
}

/// The first conflict of two generators; nothing if there is none. A successor is compared from its instant on, with
/// layouts that have a successor as well: nodes that know of none go on with them.
std::optional<std::string> first_conflict(std::span<const planned_generator> planned, const scope& in) {
    const auto all = each_of(planned);
    for (auto each = all.begin(); each != all.end(); ++each)
        for (auto other = all.begin(); other != each; ++other) {
            const auto& [a, b] = std::tie(**other, **each);
            if (are_kept_apart(a, b)) continue;
            const unix_ms from = std::max({in.from, a.spec.within.from, b.spec.within.from});
            if (const auto found = find_conflict(a.pattern, b.pattern, in.machines, from, from + in.horizon))
                return describe(*found, a, b);
        }
    return std::nullopt;
}

result<std::vector<planned_generator>> plan_all(const settings& from, std::span<const gen_method> methods,
                                                const wall_clock& clock) {
    std::vector<planned_generator> planned;
    for (const auto& [name, each] : from.generators) {
        if (each.timed() == nullptr) continue;
        for (const gen_method method : methods) {
            auto next = plan_one(from, name, each, method);
            if (!next) return std::move(next).error();
            add(planned, *std::move(next));
        }
    }
    if (const auto found = first_conflict(planned, scope_of(from, clock, conflict_horizon)))
        return error{errc::invalid_settings, *found};
    return planned;
}

/// A column that is sorted by ID has to know.
void add_doubt_of_order(const planned_generator& of, std::vector<std::string>& to) {
    const layouts_in_turn both{{of.spec.family, of.spec.type, of.spec.version},
                               {of.then->spec.family, of.then->spec.type, of.then->spec.version},
                               of.spec.within.until};
    if (!both.second_is_larger())
        to.push_back("generators." + of.then->name + ": its IDs, from " + to_rfc3339(both.at) +
                     " on, are not all larger than those before as signed numbers, as BIGINT compares them: what is "
                     "sorted by ID is sorted by time only within each of the two layouts");
}

/// The ways in which `vesta serve` would open them; a generator that suits only one is an error there too.
std::vector<gen_method> served_methods(const settings& from) {
    std::vector<gen_method> methods;
    if (from.rpc.enabled) methods.push_back(gen_method::rpc);
    if (from.rest.enabled) methods.push_back(gen_method::rest);
    if (methods.empty()) methods.push_back(gen_method::embedded);
    return methods;
}

} // namespace

result<std::vector<planned_generator>> plan_generators(const settings& from, const open_options& options) {
    // Checks all generators even if one is opened: another process may open the rest with the same machine ID.
    std::vector<gen_method> methods = options.methods;
    for (const gen_method each : served_methods(from))
        if (!contains(methods, each)) methods.push_back(each);
    auto planned = plan_all(from, methods, *options.clock);
    if (!planned) return planned;
    for (auto& each : *planned)
        std::erase_if(each.serves, [&](gen_method method) { return !contains(options.methods, method); });
    std::erase_if(*planned, [&](const planned_generator& each) {
        return each.serves.empty() || (!options.only.empty() && each.name != options.only);
    });
    return planned;
}

result<void> check_generators(const settings& from) {
    auto planned = plan_all(from, served_methods(from), system_wall_clock());
    if (!planned) return std::move(planned).error();
    if (auto good = check_outward_forms(from, system_wall_clock()); !good) return good;
    if (auto good = check_number_formats(from); !good) return good;
    if (planned->empty()) return {};
    return check_listed_ids(from, request_for(from, *planned, {}));
}

std::vector<std::string> doubts_about(const settings& from, const wall_clock& clock) {
    std::vector<std::string> doubts;
    const auto planned = plan_all(from, served_methods(from), clock);
    if (!planned) return doubts;
    const auto now = std::chrono::floor<std::chrono::milliseconds>(clock.now());
    std::string last;
    for (const auto& each : *planned) {
        if (std::exchange(last, each.name) == each.name) continue;
        const planned_generator& latest = each.then ? *each.then : each;
        if (latest.spec.type->has_ended(now))
            doubts.push_back(
                "generators." + latest.name + " makes no IDs any more, and still explains: its layout ended at " +
                to_rfc3339(latest.spec.type->end()) + "; choose one with a later epoch or more bits of time");
        if (each.then) add_doubt_of_order(each, doubts);
    }
    if (const auto far = first_conflict(*planned, scope_of(from, clock, conflict_horizon + notice)))
        doubts.push_back("some years from now, " + *far);
    return doubts;
}

unix_ms next_full_tick(std::span<const planned_generator> planned, unix_ms from) {
    unix_ms latest = from;
    for (const auto* const each : each_of(planned)) {
        const timeline line{*each->spec.type};
        const std::int64_t tick = line.tick_at(unix_ns{from} - std::chrono::nanoseconds{1}) + 1;
        latest = std::max(latest, std::chrono::ceil<std::chrono::milliseconds>(line.start_of(tick)));
    }
    return latest;
}

std::vector<id_pattern> patterns_of(std::span<const planned_generator> planned) {
    std::vector<id_pattern> all;
    for (const auto* const each : each_of(planned))
        if (std::ranges::find(all, each->pattern) == all.end()) all.push_back(each->pattern);
    return all;
}

std::vector<pattern_use> spans_of(std::span<const planned_generator> planned) {
    std::vector<pattern_use> all;
    const auto each = each_of(planned);
    for (const auto* const one : each) {
        const layout_span& within = one->spec.within;
        // Another generator, whose IDs leave in another form, may make this pattern at other times.
        const bool differs = std::ranges::any_of(
            each, [&](const auto* other) { return other->pattern == one->pattern && other->spec.within != within; });
        const bool is_there = std::ranges::find(all, one->pattern, &pattern_use::of) != all.end();
        if (within == layout_span{} || differs || is_there) continue;
        // Of a tick that holds the instant the first layout makes all.
        const layout& type = *one->spec.type;
        const unix_ms from = within.from == unix_ms{} ? within.from : type.instant_of(type.tick_from(within.from));
        all.push_back({one->pattern, from, within.until});
    }
    return all;
}

lease_request request_for(const settings& from, std::span<const planned_generator> planned, unix_ns now) {
    lease_request request{.instance = from.instance};
    std::uint64_t max_id = from.machine_id.backfill.value_or(0) - std::uint32_t{1}; // without it, the largest there is
    for (const auto& each : planned)
        request.published.insert(request.published.end(), each.serves.begin(), each.serves.end());
    for (const auto* const each : each_of(planned)) {
        max_id = std::min(max_id, each->spec.type->max(field::machine));
        if (!has_method(*each->spec.type)) {
            request.without_method = true;
        } else if (!contains(request.methods, each->spec.method)) {
            request.methods.push_back(each->spec.method);
        }
    }
    request.patterns = patterns_of(planned);
    request.spans = spans_of(planned);
    request.max_id = static_cast<std::uint32_t>(max_id);
    const auto margin = from.machine_id.takeover_margin;
    // The other program's clock may be in the present tick, so IDs begin with the next.
    if (margin > std::chrono::milliseconds{0})
        request.fresh_from = next_full_tick(planned, std::chrono::floor<std::chrono::milliseconds>(now + margin) +
                                                         std::chrono::milliseconds{1});
    return request;
}

} // namespace vesta::embed
