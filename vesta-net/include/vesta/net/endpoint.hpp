#pragma once

#include <vesta/base/result.hpp>
#include <vesta/net/asio.hpp>

#include <cstdint>
#include <string>
#include <string_view>

namespace vesta::net {

/// Reads ADDRESS:PORT, with an IPv6 address in brackets.
///
/// Errors: `invalid_settings`.
result<tcp_endpoint> parse_endpoint(std::string_view text);

/// Writes the form that `parse_endpoint` reads.
std::string to_text(const tcp_endpoint& where);

/// Whether other sockets of this process listen at the same address. The system spreads connections over all of them.
enum class sharing : std::uint8_t {
    alone,
    first, ///< Others will follow; no socket may listen there yet.
    further
};

/// For socket number @p index, from 0, of @p count that listen at one address.
constexpr sharing sharing_of(unsigned index, unsigned count) noexcept {
    if (count == 1) return sharing::alone;
    return index == 0 ? sharing::first : sharing::further;
}

/// Sets on the listening socket @p of what accepted sockets inherit: they send small answers at once (TCP_NODELAY), and
/// keep-alive probes silent peers. Failures are ignored: a socket without these serves, and unix sockets have none.
void set_tcp_options(int of) noexcept;

/// A socket that listens at @p where.
///
/// Accepted sockets have the options of `set_tcp_options`.
/// Errors: `in_use`; `invalid_settings` for an address that is not this host's or needs more rights; `internal`.
result<tcp_acceptor> listen(asio::io_context& on, const tcp_endpoint& where, sharing how);

} // namespace vesta::net
