#include "view.hpp"

#include <vesta/base/quote.hpp>

#include <algorithm>

namespace vesta::embed {

result<member*> view::find(std::string_view name) const {
    const std::string_view wanted = name.empty() ? "default" : name;
    std::string known;
    for (const auto& each : members_) {
        if (each->name() == wanted) return each.get();
        known += (known.empty() ? "" : ", ") + each->name();
    }
    return error{errc::not_found,
                 "there is no generator " + in_quotes(wanted) + "; there are " + (known.empty() ? "none" : known)};
}

result<id_source*> view::stream(const stream_query& query) {
    auto found = find(query.generator);
    if (!found) return std::move(found).error();
    return (*found)->stream(query);
}

result<const time_generator*> view::time_based(std::string_view generator) {
    auto found = find(generator);
    if (!found) return std::move(found).error();
    return (*found)->time_based();
}

result<segment_generator*> view::segments(std::string_view generator) {
    auto found = find(generator);
    if (!found) return std::move(found).error();
    return (*found)->segments();
}

result<sharded_generator*> view::sharded(std::string_view generator) {
    auto found = find(generator);
    if (!found) return std::move(found).error();
    return (*found)->sharded();
}

std::vector<generator_status> view::status() {
    std::vector<generator_status> all;
    std::ranges::transform(members_, std::back_inserter(all), [](const auto& each) { return each->status(); });
    return all;
}

} // namespace vesta::embed
