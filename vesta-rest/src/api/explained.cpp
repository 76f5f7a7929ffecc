#include "api/explained.hpp"

#include <vesta/base/utf8.hpp>

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>

#include <algorithm>

namespace vesta::rest {
namespace {

namespace json = boost::json;

json::object fields_of(const fields& parts) {
    json::object all;
    for (const field each : all_fields)
        all[json::string_view{name(each)}] = parts[each];
    return all;
}

json::object layout_of(const layout& of) {
    json::object widths;
    json::array order;
    for (const field each : of.spec().order) {
        widths[json::string_view{name(each)}] = of.width(each);
        order.emplace_back(json::string_view{name(each)});
    }
    return {{"bits", std::move(widths)},
            {"order", std::move(order)},
            {"unit", json::string_view{name(of.unit())}},
            {"epoch", to_rfc3339(of.epoch())}};
}

/// All types of a scheme: an ID may be of another than its generator makes.
json::array types_of(const scheme& of) {
    json::array all;
    for (const layout& each : of.types())
        all.push_back(
            json::object{{"type", each.name()}, {"endsAt", to_rfc3339(each.end())}, {"layout", layout_of(each)}});
    return all;
}

std::int64_t ms_until(unix_ms instant, unix_ms now) {
    return (instant - now).count();
}

json::object layouts_of(const versioned_layout& of) {
    return {{"layout", layout_of(*of.type)}, {"types", types_of(*of.family)}};
}

/// The layout that follows, as the generator's own is written.
json::object object_of(const successor_status& of, const versioned_layout& next, unix_ms now) {
    json::object made = layouts_of(next);
    made["at"] = to_rfc3339(of.at);
    made["leftMs"] = ms_until(of.at, now);
    made["begun"] = of.has_begun;
    made["scheme"] = next.family->name();
    made["type"] = of.type;
    return made;
}

void add_counts(json::object& to, const segment_counts& of) {
    to["reserved"] = of.reserved;
    to["served"] = of.served;
    to["held"] = of.held;
    to["givenBack"] = of.given_back;
    to["dropped"] = of.dropped;
}

json::object object_of(const number_status& of) {
    json::object made{{"streams", of.streams}};
    add_counts(made, of.counts);
    if (of.trouble) made["trouble"] = of.trouble->message;
    return made;
}

json::object object_of(const app_status& of) {
    json::object made{{"app", of.app.value}};
    if (!of.name.empty() && is_utf8(of.name)) made["name"] = of.name; // a table may hold any bytes
    made["shards"] = of.shards;
    made["exhausted"] = of.exhausted;
    add_counts(made, of.counts);
    if (of.trouble) made["trouble"] = of.trouble->message;
    return made;
}

json::object object_of(const generator_status& of, unix_ms now) {
    json::object made{{"name", of.name}, {"kind", of.kind}, {"ready", of.ready}};
    if (!of.type.empty()) made["type"] = of.type;
    if (!of.ready) made["whyNotReady"] = of.why_not;
    if (!of.clock_doubt.empty()) made["clockDoubt"] = of.clock_doubt;
    if (of.per_second) made["idsPerSecond"] = *of.per_second;
    if (of.ends_at) {
        made["endsAt"] = to_rfc3339(*of.ends_at);
        made["epochLeftMs"] = ms_until(*of.ends_at, now);
    }
    if (of.reserved_until) {
        made["reservedUntil"] = to_rfc3339(*of.reserved_until);
        made["reservationLeftMs"] = ms_until(*of.reserved_until, now);
    }
    // A generator unused for a while lags, which means nothing.
    if (of.lead) made["ownTimeLeadMs"] = std::max<std::int64_t>(of.lead->count(), 0);
    if (!of.machines.empty()) {
        json::array& machines = made["machines"].emplace_array();
        for (const machine_id each : of.machines)
            machines.emplace_back(each.value);
    }
    if (of.numbers) made["numbers"] = object_of(*of.numbers);
    if (!of.apps.empty()) {
        json::array& apps = made["apps"].emplace_array();
        for (const app_status& each : of.apps)
            apps.emplace_back(object_of(each));
    }
    return made;
}

} // namespace

void write_explanation(std::string_view generator, const explanation& of, std::string& to) {
    to += json::serialize(json::object{{"id", to_string(of.value)},
                                       {"generator", json::string_view{generator}},
                                       {"scheme", json::string_view{of.scheme}},
                                       {"type", json::string_view{of.type}},
                                       {"at", to_rfc3339(of.at)},
                                       {"fields", fields_of(of.parts)}});
}

void write_explanation(std::string_view generator, const sharded_disclosure& of, std::string& to) {
    const auto& parts = of.parts;
    json::object made{{"id", to_string(of.value)},
                      {"generator", json::string_view{generator}},
                      {"scheme", "sharded"},
                      {"fields", {{"next", parts.next}, {"shard", parts.shard.value}, {"app", parts.app.value}}}};
    if (of.number) made["number"] = *of.number;
    to += json::serialize(made);
}

void write_explanation(std::string_view generator, const uuid_explanation& of, std::string& to) {
    json::object parts = fields_of(of.parts);
    parts["random"] = std::to_string(of.random);
    to += json::serialize(json::object{{"id", to_text(of.value, suited_form(of.kind, {}).value())},
                                       {"generator", json::string_view{generator}},
                                       {"scheme", json::string_view{name(of.kind)}},
                                       {"at", to_rfc3339(of.at)},
                                       {"fields", std::move(parts)}});
}

std::string list_of(const catalogue& of, std::span<const generator_status> statuses, unix_ms now) {
    json::array all;
    for (std::size_t i = 0; i < statuses.size(); ++i) {
        json::object made = object_of(statuses[i], now);
        const named_generator& each = *of.all()[i];
        if (const auto both = each.layouts(); both && statuses[i].then) {
            made.insert_or_assign("then", object_of(*statuses[i].then, both->second, now));
            for (auto& part : layouts_of(both->first))
                made.insert_or_assign(part.key(), part.value());
        } else if (const auto generator = each.time_based()) {
            const time_generator_spec& spec = (*generator)->spec();
            for (auto& part : layouts_of({spec.family, spec.type, spec.version}))
                made.insert_or_assign(part.key(), part.value());
        }
        all.push_back(std::move(made));
    }
    return json::serialize(json::object{{"generators", std::move(all)}});
}

} // namespace vesta::rest
