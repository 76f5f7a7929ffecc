#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace vesta::rest::http {

/// The forms of a resource.
enum class media : std::uint8_t { text, json, html };

/// The Accept fields of one request, folded into a weight for each form (RFC 9110, 12.5.1). Skips elements that cannot
/// be read, since real clients send some: Java's `*; q=.2` counts as */*.
class accept_set {
  public:
    /// Adds one Accept field; several count as one list.
    void add(std::string_view value) noexcept;

    /// The form of @p offered that the client likes best: the highest weight, then the one it named most exactly, then
    /// the first offered. Nothing if it refuses all. Without an Accept field any form will do.
    std::optional<media> best(std::span<const media> offered) const noexcept;

  private:
    struct weight {
        std::int16_t thousandths = 0;
        std::uint8_t exactness = 0; // 0 unnamed, 1 */*, 2 text/*, 3 text/plain
    };

    void add_range(std::string_view range) noexcept;
    void set(media form, weight given) noexcept;

    std::array<weight, 3> weights_{};
    bool present_ = false;
};

} // namespace vesta::rest::http
