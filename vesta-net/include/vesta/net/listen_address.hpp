#pragma once

#include <vesta/base/result.hpp>
#include <vesta/net/asio.hpp>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace vesta::net {

/// The path of a unix socket.
struct local_path {
    std::string path;
    friend bool operator==(const local_path&, const local_path&) = default;
};

/// Where a server listens: at a TCP port, or at a path of this host.
using listen_address = std::variant<tcp_endpoint, local_path>;

/// Reads addresses separated by commas, each ADDRESS:PORT, with an IPv6 address in brackets, or unix:PATH.
///
/// Errors: `invalid_settings`, also for a path that is empty or longer than 107 bytes, the system's limit.
result<std::vector<listen_address>> parse_listen_addresses(std::string_view text);

/// Writes the form that `parse_listen_addresses` reads.
std::string to_text(const listen_address& where);

/// Whether only this host can reach @p where: loopback, and unix sockets.
bool is_local(const listen_address& where) noexcept;

/// The first TCP endpoint of @p among; null if there is none.
const tcp_endpoint* first_endpoint(const std::vector<listen_address>& among) noexcept;

} // namespace vesta::net
