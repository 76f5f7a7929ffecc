#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace vesta {

/// The two parts of a text such as db1:6399, 10.0.0.1:6399 or [::1]:6399.
///
/// Lifetime: `host` lies in the text that was read.
struct host_port {
    std::string_view host; ///< Without brackets, never empty. Not checked: a name, an address, or anything else.
    std::uint16_t port = 0;
};

/// Reads HOST:PORT. Brackets stand around a host with colons, and around no other. Nothing for any other text.
std::optional<host_port> read_host_port(std::string_view text) noexcept;

/// What the address of a unix socket begins with, before its path: unix:/run/vesta/rpc.sock.
inline constexpr std::string_view local_mark = "unix:";

} // namespace vesta
