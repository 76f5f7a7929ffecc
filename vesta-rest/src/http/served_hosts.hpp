#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace vesta::rest::http {

/// The names under which a server may be asked. A web page whose own name resolves to this server's address (DNS
/// rebinding) sends that name as Host, and is refused.
///
/// Thread-safety: reading is safe.
class served_hosts {
  public:
    /// Serves every name.
    served_hosts() = default;
    /// @p names are in lower case, without ports. Without any, a server that is @p local serves no others, and one that
    /// is not serves every name: it cannot know its own.
    served_hosts(std::vector<std::string> names, bool local) : names_{std::move(names)}, every_{!local} {}

    /// Whether @p host, a Host field, is served: an address, a name without a dot, or one of the names.
    bool include(std::string_view host) const { return (every_ && names_.empty()) || know(host); }
    /// The same for a server that serves every name: whether @p host is surely its own.
    bool know(std::string_view host) const;

  private:
    std::vector<std::string> names_;
    bool every_ = true;
};

/// @p host without its port.
std::string_view without_port(std::string_view host) noexcept;

} // namespace vesta::rest::http
