#include <vesta/base/list.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/catalogue/catalogue.hpp>

#include <algorithm>

namespace vesta {

result<named_generator*> catalogue::find(std::string_view name) const {
    const std::string_view wanted = name.empty() ? "default" : name;
    for (const auto& each : all_)
        if (each->name() == wanted) return each.get();
    const auto known = listed(all_, [](const auto& each) { return each->name(); });
    return error{errc::not_found,
                 "there is no generator " + in_quotes(wanted) + "; there are " + (known.empty() ? "none" : known)};
}

named_generator* catalogue::first_of(std::string_view kind) const noexcept {
    for (const auto& each : all_)
        if (each->kind() == kind) return each.get();
    return nullptr;
}

result<id_source*> catalogue::stream(const stream_query& query) const {
    return find(query.generator).and_then([&](named_generator* of) { return of->stream(query); });
}

result<const time_generator*> catalogue::time_based(std::string_view name) const {
    return find(name).and_then([](const named_generator* of) { return of->time_based(); });
}

std::size_t catalogue::index_of(const named_generator* of) const noexcept {
    return static_cast<std::size_t>(std::ranges::find(all_, of, &std::shared_ptr<named_generator>::get) - all_.begin());
}

std::vector<generator_status> catalogue::status() const {
    std::vector<generator_status> all;
    std::ranges::transform(all_, std::back_inserter(all), [](const auto& each) { return each->status(); });
    return all;
}

} // namespace vesta
