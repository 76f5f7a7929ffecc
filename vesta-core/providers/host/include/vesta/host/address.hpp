#pragma once

#include <vesta/base/result.hpp>

#include <compare>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::host {

/// An IPv4 or IPv6 address in canonical text form, so that equal addresses have equal texts. A regular value.
class address {
  public:
    /// Reads an address without brackets, port or zone.
    ///
    /// Errors: `invalid_argument`.
    static result<address> parse(std::string_view text);

    const std::string& text() const noexcept { return text_; }

    /// Whether only this site can reach it: 10/8, 172.16/12, 192.168/16 (RFC 1918), fc00::/7 (RFC 4193).
    bool is_site_local() const noexcept { return site_local_; }
    /// Whether only this host can reach it: 127/8, ::1.
    bool is_loopback() const noexcept { return loopback_; }

    friend auto operator<=>(const address&, const address&) = default;

  private:
    std::string text_;
    bool site_local_ = false;
    bool loopback_ = false;
};

/// An address, and the name of the network interface that has it.
struct local_address {
    std::string interface;
    address value;
};

/// The IPv4 and IPv6 addresses of this host's interfaces that are up, without IPv6 link-local ones.
///
/// Errors: `internal` from the system.
result<std::vector<local_address>> local_addresses();

/// The address of this host among @p found: the first IPv4 address of @p interface, else its first; without @p
/// interface, the only site-local one.
///
/// Errors: `invalid_settings`, listing the candidates, if there is none or more than one.
result<address> choose_address(std::span<const local_address> found, std::string_view interface);

} // namespace vesta::host
