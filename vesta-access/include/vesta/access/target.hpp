#pragma once

#include <vesta/access/pattern.hpp>
#include <vesta/base/result.hpp>

#include <optional>
#include <string_view>

namespace vesta::access {

/// Generators by their names, and of those with tags all tags or some of them.
///
///     default            the generator `default`
///     segment/order*     of the generator `segment`, the tags that begin with `order`
///     sharded/7          of the generator `sharded`, application 7
///     *                  every generator
class target {
  public:
    /// Errors: `invalid_settings`, naming what is wrong with @p text and what would be right.
    static result<target> parse(std::string_view text);
    /// Every generator.
    static target all() { return {pattern{"*"}, std::nullopt}; }

    /// @p tag is the tag of a segment or the application of a sharded generator; empty for other kinds.
    bool includes(std::string_view generator, std::string_view tag) const noexcept;

  private:
    target(pattern generator, std::optional<pattern> tag) : generator_{std::move(generator)}, tag_{std::move(tag)} {}

    pattern generator_;
    std::optional<pattern> tag_;
};

} // namespace vesta::access
