#include "time_status.hpp"

#include <vesta/catalogue/named_succession.hpp>

namespace vesta {
namespace {

versioned_layout layout_of(const time_generator& of) {
    return {of.spec().family, of.spec().type, of.spec().version};
}

} // namespace

result<id_source*> named_succession::stream(const stream_query& query) {
    if (query.tag || query.app || query.gate_pass) return unsuited("takes no tag, app or gatePass");
    return of_.get();
}

std::optional<layouts_in_turn> named_succession::layouts() const {
    return layouts_in_turn{layout_of(of_->first()), layout_of(of_->second()), of_->at()};
}

generator_status named_succession::status() const {
    const time_generator& present = of_->present();
    const layout& last = *of_->second().spec().type;
    auto status = detail::status_of(*this, present, held_, clock_, last.end());
    status.then = successor_status{of_->at(), last.name(), &present == &of_->second()};
    return status;
}

making_in_turn named_succession::defaults() const {
    return {defaults_of(of_->first()), defaults_of(of_->second()), of_->at(),
            std::chrono::floor<std::chrono::milliseconds>(clock_.now())};
}

result<id> named_succession::make_id(const making& parts, std::string (*called)(field)) const {
    return vesta::make_id(defaults(), parts, called);
}

result<id> named_succession::make_id(const fields& parts) const {
    return defaults().choose(parts.time, {}, parts.version).and_then([&](const auto& chosen) {
        return chosen.of->family.make(*chosen.type, parts);
    });
}

result<unix_ms> named_succession::to_time(std::uint64_t time, const std::optional<std::string>& type) const {
    return defaults().choose(time, type, {}).and_then([time](const auto& chosen) {
        return instant_in(*chosen.type, time);
    });
}

} // namespace vesta
