#include "endpoint.hpp"

#include <vesta/base/number.hpp>

namespace vesta::embed {

std::string endpoint::text() const {
    if (!port) return at.text();
    const bool is_v6 = at.text().find(':') != std::string::npos;
    return (is_v6 ? "[" + at.text() + "]" : at.text()) + ":" + std::to_string(*port);
}

std::optional<endpoint> parse_endpoint(std::string_view text) {
    if (auto alone = host::address::parse(text)) return endpoint{*std::move(alone), {}};
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos) return {};
    auto host = text.substr(0, colon);
    const bool in_brackets = host.size() > 2 && host.front() == '[' && host.back() == ']';
    if (in_brackets) host = host.substr(1, host.size() - 2);
    const bool is_v6 = host.find(':') != std::string_view::npos;
    auto at = host::address::parse(host);
    const auto port = read_number<std::uint16_t>(text.substr(colon + 1));
    if (!at || !port || is_v6 != in_brackets) return {};
    return endpoint{*std::move(at), port};
}

} // namespace vesta::embed
