#include "address.hpp"

#include <vesta/base/host_port.hpp>
#include <vesta/base/quote.hpp>

#include <sys/un.h>

namespace vesta::rpc::detail {

namespace {

constexpr std::size_t longest_path = sizeof(sockaddr_un::sun_path) - 1;

result<server_address> parse_local(std::string_view text) {
    const auto path = text.substr(local_mark.size());
    if (path.empty() || path.size() > longest_path)
        return error{errc::invalid_settings,
                     "server " + in_quotes(text) + " has no path of 1 to " + std::to_string(longest_path) + " bytes"};
    return server_address{.host = std::string{path}, .is_local = true, .text = std::string{text}};
}

} // namespace

result<server_address> parse_address(std::string_view text) {
    if (text.starts_with(local_mark)) return parse_local(text);
    const auto parts = read_host_port(text);
    if (!parts || parts->host.find_first_of(" \t\r\n/") != std::string_view::npos || parts->port == 0)
        return error{errc::invalid_settings, "server " + in_quotes(text) +
                                                 " is not a host and a port: db1:6399, 10.0.0.1:6399 or [::1]:6399, "
                                                 "nor unix: and a path"};
    return server_address{.host = std::string{parts->host}, .port = parts->port, .text = std::string{text}};
}

} // namespace vesta::rpc::detail
