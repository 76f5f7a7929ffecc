#include "offers.hpp"

#include <algorithm>
#include <span>
#include <utility>

namespace vesta::survey {
namespace {

using std::chrono::years;

constexpr std::array horizons{years{20}, years{10}, years{5}};
constexpr std::array short_horizons{years{2}};
constexpr std::uint64_t part_that_counts = 100; // a type that could have made one ID in so many may be in use

/// All patterns of @p of with these versions, and each genMethod.
std::vector<id_pattern> patterns_of(const layout& of, const std::set<std::uint64_t>& versions) {
    std::vector<id_pattern> all;
    for (const std::uint64_t version : versions)
        for (std::uint64_t method = 0; method <= of.max(field::gen_method); ++method)
            all.push_back(id_pattern::make(of, version, static_cast<gen_method>(method)).value());
    return all;
}

machine_id largest(const layout& of) {
    return machine_id{static_cast<std::uint32_t>(of.max(field::machine))};
}

offered_generator generator_of(const candidate& from) {
    const scheme* const family = find_scheme(from.family);
    return {.family = family, .type = family->type(from.type).value(), .version = from.version};
}

/// Whether @p of may have made some of the IDs while the others were made.
bool may_be_in_use(const layout& of, const explained_type& by_it, const evidence_so_far& known,
                   const hypothesis* found) {
    if (of.has_ended(known.until - fresh)) return false;
    const auto first = found == nullptr ? by_it.ids.begin()
                                        : by_it.ids.lower_bound(std::chrono::floor<std::chrono::days>(found->oldest));
    std::uint64_t ids = 0;
    for (auto each = first; each != by_it.ids.end(); ++each)
        ids += each->second;
    return ids != 0 && ids * part_that_counts >= known.ids;
}

/// The numbers that the fleet may make until @p end, with any machine ID: all that @p found can make, what other
/// types that may be in use make, and those of Snowflake's shapes, whatever their epoch.
std::vector<id_reach> fleet_until(unix_ms end, const evidence_so_far& known, const hypothesis* found) {
    std::vector<id_reach> all;
    const auto add = [&](const layout& type, const std::set<std::uint64_t>& versions, std::uint64_t end_tick) {
        for (id_pattern& each : patterns_of(type, versions))
            all.push_back({std::move(each), machine_id{0}, largest(type), 0, end_tick});
    };
    if (found != nullptr)
        for (const layout& type : found->of->types())
            add(type, {0}, type.tick_from(end + fresh));
    for (const hypothesis& each : known.hypotheses)
        for (const auto& [type, by_it] : each.types)
            if (may_be_in_use(*type, by_it, known, found)) add(*type, by_it.versions, type->tick_from(end + fresh));
    for (const shape& each : known.shapes) {
        const std::chrono::milliseconds tick{static_cast<std::int64_t>(each.of->unit())};
        const auto left = static_cast<std::uint64_t>((end + fresh - known.until) / tick);
        if (each.fits) add(*each.of, each.versions, each.last_tick + left + 1);
    }
    return all;
}

error has_ended(const layout& of) {
    return {errc::invalid_argument,
            "layout " + of.name() + " ended at " + to_rfc3339(of.end()) + "; leave out --stopped and --machines"};
}

bool is_safe(const offered_generator& offer, const std::vector<id_reach>& fleet) {
    const machine_id first = offer.machine.value_or(machine_id{0});
    const machine_id last = offer.machine.value_or(largest(*offer.type));
    return std::ranges::none_of(patterns_of(*offer.type, {offer.version}), [&](const id_pattern& each) {
        const id_reach own = reach_between(each, first, last, offer.from, offer.until);
        return std::ranges::any_of(fleet, [&](const id_reach& other) { return can_meet(own, other); });
    });
}

std::optional<offered_generator> try_offer(const candidate& which, years horizon, const evidence_so_far& known,
                                           const hypothesis* found) {
    offered_generator offer = generator_of(which);
    offer.from = known.of.now;
    offer.until = known.of.now + std::chrono::duration_cast<std::chrono::milliseconds>(horizon);
    if (offer.type->has_ended(offer.until) || !is_safe(offer, fleet_until(offer.until, known, found))) return {};
    return offer;
}

/// All numbers that the fleet may ever make with the machine IDs that are named.
std::vector<id_reach> fleet_among(const evidence_so_far& known, const hypothesis& found) {
    std::vector<id_reach> all;
    for (const layout& type : found.of->types())
        for (const id_pattern& each : patterns_of(type, {0}))
            for (const machine_range& range : known.of.machines)
                all.push_back({each, range.first, range.last, 0, type.max(field::time) + 1});
    return all;
}

} // namespace

bool candidate::could_make(id value) const {
    const layout& of = *generator_of(*this).type;
    return of.owns(value) && of.decode(value).version == version;
}

result<offered_generator> offer_beside(const evidence_so_far& known, const hypothesis* found,
                                       const taken_candidates& taken) {
    for (const std::span<const years> all : {std::span<const years>{horizons}, std::span<const years>{short_horizons}})
        for (std::size_t i = 0; i < candidates.size(); ++i)
            for (const years horizon : all)
                if (!taken[i])
                    if (const auto offer = try_offer(candidates[i], horizon, known, found)) return *offer;
    return error{errc::invalid_argument,
                 "no preset of Vesta's keeps apart from all numbers that this fleet may make; name all machine IDs "
                 "that it may ever use (--machines), or stop it first (--stopped)"};
}

result<offered_generator> offer_among(const evidence_so_far& known, const hypothesis& found) {
    const layout& type = *found.newest_type;
    if (type.has_ended(known.of.now)) return has_ended(type);
    for (std::uint32_t each = 0; each <= largest(type).value; ++each) {
        const bool used = is_named(known.of, each);
        const offered_generator offer{
            .family = found.of, .type = &type, .machine = machine_id{each}, .from = known.of.now, .until = type.end()};
        if (!used && is_safe(offer, fleet_among(known, found))) return offer;
    }
    return error{errc::invalid_argument, "--machines leaves no machine ID of " + found.of->name() + " free"};
}

result<offered_generator> offer_after(const evidence_so_far& known, const hypothesis& found) {
    const layout& type = *found.newest_type;
    const unix_ms from = type.instant_of(found.last_tick + 1);
    if (type.has_ended(known.of.now)) return has_ended(type);
    return offered_generator{.family = found.of, .type = &type, .from = from, .until = type.end()};
}

} // namespace vesta::survey
