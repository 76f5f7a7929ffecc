#include "address.hpp"

#include <vesta/base/number.hpp>

namespace vesta::rpc::detail {

result<server_address> parse_address(std::string_view text) {
    const auto colon = text.rfind(':');
    auto host = text.substr(0, colon);
    const bool bracketed = host.starts_with('[') && host.ends_with(']');
    if (bracketed) host = host.substr(1, host.size() - 2);
    const bool plain = host.find(':') == std::string_view::npos;
    const bool no_host = host.empty() || host.find_first_of(" \t\r\n/") != std::string_view::npos;
    const auto port =
        colon == std::string_view::npos ? std::nullopt : read_number<std::uint16_t>(text.substr(colon + 1));
    if (no_host || plain == bracketed || port.value_or(0) == 0)
        return error{errc::invalid_settings, "server '" + std::string{text} +
                                                 "' is not a host and a port: db1:6399, 10.0.0.1:6399 or [::1]:6399"};
    return server_address{std::string{host}, *port, std::string{text}};
}

} // namespace vesta::rpc::detail
