#include "endpoint.hpp"

#include <vesta/base/host_port.hpp>

namespace vesta::embed {

std::string endpoint::text() const {
    if (!port) return at.text();
    const bool is_v6 = at.text().find(':') != std::string::npos;
    return (is_v6 ? "[" + at.text() + "]" : at.text()) + ":" + std::to_string(*port);
}

std::optional<endpoint> parse_endpoint(std::string_view text) {
    if (auto alone = host::address::parse(text)) return endpoint{*std::move(alone), {}};
    const auto parts = read_host_port(text);
    if (!parts) return {};
    auto at = host::address::parse(parts->host);
    if (!at) return {};
    return endpoint{*std::move(at), parts->port};
}

} // namespace vesta::embed
