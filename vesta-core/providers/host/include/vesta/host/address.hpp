#pragma once

#include <vesta/base/result.hpp>

#include <compare>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::host {

/// An IPv4 or IPv6 address in its canonical text form, so that equal addresses are equal texts.
class address {
  public:
    /// Error: `invalid_argument`.
    static result<address> parse(std::string_view text);

    const std::string& text() const noexcept { return text_; }

    /// Whether only this site can reach it: 10/8, 172.16/12, 192.168/16 (RFC 1918), fc00::/7 (RFC 4193).
    bool is_site_local() const noexcept { return site_local_; }
    bool is_loopback() const noexcept { return loopback_; }

    friend auto operator<=>(const address&, const address&) = default;

  private:
    std::string text_;
    bool site_local_ = false;
    bool loopback_ = false;
};

/// An address and the network interface that has it.
struct local_address {
    std::string interface;
    address value;
};

/// The addresses of this host's interfaces, IPv4 and IPv6, link-local ones left out. Error: `internal` from the system.
result<std::vector<local_address>> local_addresses();

/// Which of @p found is this host's: the one of @p interface (its first IPv4, else its first) where that is given; else
/// the only site-local one. Errors: `invalid_settings`, listing all there are, where there is none or more than one.
result<address> choose_address(std::span<const local_address> found, std::string_view interface);

} // namespace vesta::host
