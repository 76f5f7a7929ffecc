#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace vesta::rest::http {

/// The methods of RFC 9110 and PATCH; `other` is everything else.
enum class method : std::uint8_t { get, head, post, put, patch, delete_, options, trace, connect, other };

/// "GET", "HEAD", ...; empty for `other`.
std::string_view name(method verb) noexcept;

/// A set of methods.
class method_set {
  public:
    constexpr method_set() = default;
    constexpr method_set(std::initializer_list<method> members) {
        for (const method each : members)
            bits_ |= bit(each);
    }

    constexpr bool contains(method verb) const noexcept { return (bits_ & bit(verb)) != 0; }

    /// The value of an Allow header: "GET, HEAD, OPTIONS".
    std::string allow() const;

  private:
    static constexpr std::uint16_t bit(method verb) noexcept {
        return static_cast<std::uint16_t>(1U << static_cast<unsigned>(verb));
    }

    std::uint16_t bits_ = 0;
};

} // namespace vesta::rest::http
