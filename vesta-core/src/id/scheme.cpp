#include <vesta/base/list.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/id/scheme.hpp>

#include <algorithm>
#include <utility>

namespace vesta {

scheme::scheme(std::string name, std::vector<layout> types) : name_{std::move(name)}, types_{std::move(types)} {}

result<const layout*> scheme::type(std::string_view type) const {
    if (type.empty()) return &types_.front();
    const auto found = std::ranges::find(types_, type, &layout::name);
    if (found != types_.end()) return &*found;
    return error{errc::invalid_argument,
                 in_quotes(type) + " is not a type of " + name_ + "; its types are " + listed(types_, &layout::name)};
}

result<const layout*> scheme::type_of(id value) const {
    const layout* owner = nullptr;
    for (const layout& each : types_) {
        // The narrowest owner: an ID of a short type also fits the wide ones, but not the reverse.
        if (each.owns(value) && (owner == nullptr || each.total_width() < owner->total_width())) owner = &each;
    }
    if (owner != nullptr) return owner;
    return error{errc::invalid_argument,
                 to_string(value) + " was not made by " + name_ + ": it has bits set above the fields of every type"};
}

result<explanation> scheme::explain(id value) const {
    auto owner = type_of(value);
    if (!owner) return owner.error();
    const fields parts = (*owner)->decode(value);
    return explanation{value, parts, name_, (*owner)->name(), (*owner)->instant_of(parts.time)};
}

result<id> scheme::make(const layout& type, const fields& parts) const {
    fields own = parts;
    own.type = type.type();
    auto made = type.encode(own);
    if (!made) return made;
    auto owner = type_of(*made);
    if (!owner) return owner.error();
    if (*owner != &type)
        return error{errc::invalid_argument, "time " + std::to_string(own.time) + " of type " + type.name() +
                                                 " would read back as type " + (*owner)->name() +
                                                 "; that time cannot be told apart in " + name_};
    return made;
}

std::uint64_t scheme::first_certain_time(const layout& type) const noexcept {
    std::uint64_t first = 0;
    for (const layout& other : types_) {
        if (other.total_width() >= type.total_width()) continue;
        // A narrower type owns no ID that has a bit set from here on.
        const std::uint64_t end = std::uint64_t{1} << other.total_width();
        if (type.width(field::type) != 0 && type.type() << type.shift(field::type) >= end) continue;
        const std::uint64_t tick = std::uint64_t{1} << type.shift(field::time);
        first = std::max(first, tick < end ? end / tick : 1);
    }
    return first;
}

} // namespace vesta
