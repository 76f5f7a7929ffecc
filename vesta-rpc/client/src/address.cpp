#include "address.hpp"

#include <vesta/base/host_port.hpp>

namespace vesta::rpc::detail {

result<server_address> parse_address(std::string_view text) {
    const auto parts = read_host_port(text);
    if (!parts || parts->host.find_first_of(" \t\r\n/") != std::string_view::npos || parts->port == 0)
        return error{errc::invalid_settings, "server '" + std::string{text} +
                                                 "' is not a host and a port: db1:6399, 10.0.0.1:6399 or [::1]:6399"};
    return server_address{std::string{parts->host}, parts->port, std::string{text}};
}

} // namespace vesta::rpc::detail
