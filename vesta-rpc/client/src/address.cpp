#include "address.hpp"

#include <charconv>

namespace vesta::rpc::detail {
namespace {

/// 0 where @p text is no port.
std::uint16_t read_port(std::string_view text) noexcept {
    std::uint16_t port = 0;
    const auto end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, port);
    return read.ec == std::errc{} && read.ptr == end ? port : std::uint16_t{0};
}

} // namespace

result<server_address> parse_address(std::string_view text) {
    const auto colon = text.rfind(':');
    auto host = text.substr(0, colon);
    const bool bracketed = host.starts_with('[') && host.ends_with(']');
    if (bracketed) host = host.substr(1, host.size() - 2);
    const bool plain = host.find(':') == std::string_view::npos;
    const bool no_host = host.empty() || host.find_first_of(" \t\r\n/") != std::string_view::npos;
    const auto port = colon == std::string_view::npos ? std::uint16_t{0} : read_port(text.substr(colon + 1));
    if (no_host || plain == bracketed || port == 0)
        return error{errc::invalid_settings, "server '" + std::string{text} +
                                                 "' is not a host and a port: db1:6399, 10.0.0.1:6399 or [::1]:6399"};
    return server_address{std::string{host}, port, std::string{text}};
}

} // namespace vesta::rpc::detail
