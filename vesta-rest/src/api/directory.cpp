#include "api/directory.hpp"

#include <boost/json/serialize.hpp>
#include <boost/json/string.hpp>

#include <algorithm>

namespace vesta::rest {

directory::directory(catalogue& source) : source_{source}, default_stream_{source.stream({})} {
    for (auto& each : source.status())
        all_.push_back({all_.size(), each.name, each.kind, boost::json::serialize(boost::json::string{each.name})});
    default_ = find({});
}

const published_generator* directory::find(std::string_view name) const noexcept {
    const std::string_view wanted = name.empty() ? "default" : name;
    const auto found = std::ranges::find(all_, wanted, &published_generator::name);
    return found == all_.end() ? nullptr : &*found;
}

const published_generator* directory::first_of(std::string_view kind) const noexcept {
    const auto found = std::ranges::find(all_, kind, &published_generator::kind);
    return found == all_.end() ? nullptr : &*found;
}

} // namespace vesta::rest
