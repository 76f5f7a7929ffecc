#pragma once

#include "asio.hpp"

#include <vesta/base/result.hpp>

#include <string>
#include <string_view>

namespace vesta::rpc::detail {

/// Reads ADDRESS:PORT, with an IPv6 address in brackets. Error: `invalid_settings`.
result<tcp_endpoint> parse_endpoint(std::string_view text);

/// As `parse_endpoint` reads it.
std::string to_text(const tcp_endpoint& where);

/// A socket that listens at @p where. With @p shared several of one process listen there, and the system spreads
/// connections over them; @p first says whether nobody may be there yet. Errors: `in_use`, `invalid_settings` for an
/// address that is not this host's or needs more rights, `internal`.
result<tcp_acceptor> listen(asio::io_context& on, const tcp_endpoint& where, bool shared, bool first);

} // namespace vesta::rpc::detail
