#pragma once

#include <vesta/base/result.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace vesta::rpc::detail {

/// Where a server is.
struct server_address {
    std::string host; ///< A name or an address, without brackets.
    std::uint16_t port = 0;
    bool is_local = false; ///< `host` is the path of a unix socket.
    std::string text;      ///< As it was given.
};

/// Reads HOST:PORT, [ADDRESS]:PORT or unix:PATH. Error: `invalid_settings`.
result<server_address> parse_address(std::string_view text);

} // namespace vesta::rpc::detail
