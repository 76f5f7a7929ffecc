#include "address.hpp"

#include <charconv>
#include <cstdint>

namespace vesta::rpc::detail {
namespace {

bool is_port(std::string_view text) noexcept {
    std::uint16_t port = 0;
    const auto end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, port);
    return read.ec == std::errc{} && read.ptr == end && port != 0;
}

} // namespace

result<server_address> parse_address(std::string_view text) {
    const auto colon = text.rfind(':');
    auto host = text.substr(0, colon);
    const bool bracketed = host.starts_with('[') && host.ends_with(']');
    if (bracketed) host = host.substr(1, host.size() - 2);
    const bool plain = host.find(':') == std::string_view::npos;
    if (colon == std::string_view::npos || host.empty() || plain == bracketed || !is_port(text.substr(colon + 1)))
        return error{errc::invalid_settings, "server '" + std::string{text} +
                                                 "' is not a host and a port: db1:6399, 10.0.0.1:6399 or [::1]:6399"};
    return server_address{std::string{host}, std::string{text.substr(colon + 1)}, std::string{text}};
}

} // namespace vesta::rpc::detail
