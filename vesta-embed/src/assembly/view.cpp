#include "view.hpp"

#include <vesta/base/quote.hpp>

#include <algorithm>

namespace vesta::embed {

result<const entry*> view::find(std::string_view name) const {
    const std::string_view wanted = name.empty() ? "default" : name;
    std::string known;
    for (const entry& each : entries_) {
        if (each.name == wanted) return &each;
        known += (known.empty() ? "" : ", ") + each.name;
    }
    return error{errc::not_found,
                 "there is no generator " + in_quotes(wanted) + "; there are " + (known.empty() ? "none" : known)};
}

result<id_source*> view::stream(const stream_query& query) {
    auto found = find(query.generator);
    if (!found) return std::move(found).reason();
    if (query.tag || query.app || query.gate_pass)
        return error{errc::invalid_argument, "generator " + (*found)->name + " is of kind " + (*found)->kind +
                                                 ", which takes no tag, app or gatePass"};
    return (*found)->time;
}

result<const time_generator*> view::time_based(std::string_view generator) {
    auto found = find(generator);
    if (!found) return std::move(found).reason();
    return (*found)->time;
}

std::vector<generator_status> view::status() {
    std::vector<generator_status> all;
    std::ranges::transform(entries_, std::back_inserter(all), [this](const entry& each) { return status_of(each); });
    return all;
}

generator_status view::status_of(const entry& of) const {
    const layout& type = *of.time->spec().type;
    generator_status status{.name = of.name, .kind = of.kind, .type = type.name(), .ready = true};
    status.machines = of.time->machines();
    status.per_second = type.per_second() * status.machines.size();
    status.ends_at = type.end();
    status.lead = of.time->lead();
    const unix_ms now = std::chrono::floor<std::chrono::milliseconds>(clock_.now());
    for (const auto& each : of.held) {
        status.reserved_until = std::min(status.reserved_until.value_or(unix_ms::max()), each->mark());
        if (each->mark() > now) continue;
        status.ready = false;
        const auto trouble = each->trouble();
        status.why_not = "the reservation of machine ID " + std::to_string(each->machine().value) + " ended at " +
                         to_rfc3339(each->mark()) + (trouble ? ": " + trouble->message : "");
    }
    return status;
}

} // namespace vesta::embed
