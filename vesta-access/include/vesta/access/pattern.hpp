#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace vesta::access {

/// A name in which each `*` stands for any characters, or none: `order*`, `*`, `a*z`.
class pattern {
  public:
    explicit pattern(std::string text) : text_{std::move(text)} {}

    /// Takes at most the product of the two lengths, whatever the client sent as @p name.
    bool matches(std::string_view name) const noexcept;

  private:
    std::string text_;
};

} // namespace vesta::access
