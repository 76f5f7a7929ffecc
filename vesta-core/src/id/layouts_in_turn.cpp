#include <vesta/id/layouts_in_turn.hpp>
#include <vesta/id/pattern.hpp>

#include <algorithm>
#include <limits>
#include <vector>

namespace vesta {
namespace {

/// A pattern for each genMethod. A version that does not fit has none.
std::vector<id_pattern> patterns_of(const versioned_layout& of) {
    std::vector<id_pattern> all;
    for (const auto each : {gen_method::embedded, gen_method::rpc, gen_method::rest, gen_method::reserved}) {
        auto made = id_pattern::make(*of.type, of.version, each);
        if (made && (all.empty() || all.back() != *made)) all.push_back(*std::move(made));
    }
    return all;
}

bool is_own(const versioned_layout& of, const explanation& told) {
    return told.type == of.type->name() && told.parts.version == of.version;
}

std::string name_of(const versioned_layout& of) {
    return of.family->name() + " (" + of.type->name() + ")";
}

/// The least and the greatest ID, as signed, of all genMethods.
std::pair<std::int64_t, std::int64_t> bounds_of(const versioned_layout& of, std::uint64_t first_tick,
                                                std::uint64_t last_tick) {
    std::int64_t least = std::numeric_limits<std::int64_t>::max();
    std::int64_t greatest = std::numeric_limits<std::int64_t>::min();
    for (const id_pattern& each : patterns_of(of)) {
        fields parts = each.fixed();
        parts.time = first_tick;
        least = std::min(least, of.type->encode(parts).value().value);
        parts.time = last_tick;
        parts.seq = of.type->max(field::seq);
        parts.machine = of.type->max(field::machine);
        greatest = std::max(greatest, of.type->encode(parts).value().value);
    }
    return {least, greatest};
}

} // namespace

std::optional<layouts_in_turn::repetition> layouts_in_turn::find_repetition() const {
    const layout& former = *first.type;
    const layout& next = *second.type;
    for (const id_pattern& one : patterns_of(first))
        for (const id_pattern& other : patterns_of(second))
            if (const auto found = meeting({one, {}, last_of_any, 0, former.max(field::time) + 1},
                                           {other, {}, last_of_any, next.tick_from(at), next.max(field::time) + 1}))
                return repetition{*found, former.instant_of(former.decode(*found).time),
                                  next.instant_of(next.decode(*found).time)};
    return std::nullopt;
}

result<explanation> layouts_in_turn::explain(id value) const {
    auto former = first.family->explain(value);
    auto next = second.family->explain(value);
    const bool is_later = next && next->at >= at;
    if (is_later && is_own(second, *next)) return next;
    if (former && is_own(first, *former)) return former;
    const bool one = former && former->at < at && former->parts.version == first.version;
    const bool other = is_later && next->parts.version == second.version;
    if (one != other) return one ? former : next;
    const std::string until = " before " + to_rfc3339(at);
    return error{errc::invalid_argument, to_string(value) +
                                             (one ? " could be an ID of both " + name_of(first) + until + " and "
                                                  : " was made neither by " + name_of(first) + until + " nor by ") +
                                             name_of(second) + " from then on" + (one ? "; name the layout" : "")};
}

bool layouts_in_turn::second_is_larger() const {
    const std::uint64_t last = std::max<std::uint64_t>(first.type->tick_from(at), 1) - 1;
    return bounds_of(first, 0, last).second <
           bounds_of(second, second.type->tick_from(at), second.type->max(field::time)).first;
}

} // namespace vesta
