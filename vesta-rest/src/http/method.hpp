#pragma once

// clang-format off: Boost's string_view needs an ostream
#include <ostream>
#include <boost/beast/http/verb.hpp>
// clang-format on

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

namespace vesta::rest::http {

/// A request's method: `unknown` is one that Beast does not know.
using method = boost::beast::http::verb;

/// "GET", "HEAD", ...
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
    static constexpr std::uint64_t bit(method verb) noexcept { return std::uint64_t{1} << static_cast<unsigned>(verb); }

    std::uint64_t bits_ = 0;
};

/// The methods of RFC 9110 but CONNECT, and PATCH of RFC 5789: others are answered 501.
inline constexpr method_set understood{method::get,     method::head,    method::post,  method::put,
                                       method::delete_, method::options, method::trace, method::patch};

} // namespace vesta::rest::http
