#include <vesta/base/host_port.hpp>
#include <vesta/base/number.hpp>

namespace vesta {

std::optional<host_port> read_host_port(std::string_view text) noexcept {
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos) return {};
    auto host = text.substr(0, colon);
    const bool in_brackets = host.starts_with('[') && host.ends_with(']');
    if (in_brackets) host = host.substr(1, host.size() - 2);
    const bool has_colons = host.find(':') != std::string_view::npos;
    const auto port = read_number<std::uint16_t>(text.substr(colon + 1));
    if (host.empty() || has_colons != in_brackets || !port) return {};
    return host_port{host, *port};
}

} // namespace vesta
