#pragma once

#include <vesta/access/pattern.hpp>
#include <vesta/access/verb.hpp>
#include <vesta/base/result.hpp>

#include <optional>
#include <string_view>

namespace vesta::access {

/// One entry of `may`: a verb, and what it may be used on.
///
///     take default            the generator `default`
///     take segment/order*     of the generator `segment`, the tags that begin with `order`
///     take sharded/7          of the generator `sharded`, application 7
///     explain *               every generator
///     health                  verbs without a target: observe, admin, health
class rule {
  public:
    /// Errors: `invalid_settings`, naming what is wrong with @p text and what would be right.
    static result<rule> parse(std::string_view text);

    /// What of a generator this rule reaches.
    enum class extent : std::uint8_t { nothing, some_tags, all };
    extent reach(verb what, std::string_view generator) const noexcept;

    /// @p tag is the tag of a segment or the application of a sharded generator; empty for other kinds.
    bool permits(verb what, std::string_view generator, std::string_view tag) const noexcept;

  private:
    rule(verb what, pattern generator, std::optional<pattern> tag)
        : verb_{what}, generator_{std::move(generator)}, tag_{std::move(tag)} {}

    verb verb_;
    pattern generator_;
    std::optional<pattern> tag_;
};

} // namespace vesta::access
