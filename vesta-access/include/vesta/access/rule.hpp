#pragma once

#include <vesta/access/target.hpp>
#include <vesta/access/verb.hpp>
#include <vesta/base/result.hpp>

#include <string_view>

namespace vesta::access {

/// One entry of `may`: a verb, and what it may be used on.
///
///     take segment/order*     a verb with a target
///     health                  verbs without one: observe, admin, health
class rule {
  public:
    /// Errors: `invalid_settings`, naming what is wrong with @p text and what would be right.
    static result<rule> parse(std::string_view text);

    bool permits(verb what, std::string_view generator, std::string_view tag) const noexcept {
        return what == verb_ && on_.includes(generator, tag);
    }

  private:
    rule(verb what, target on) : verb_{what}, on_{std::move(on)} {}

    verb verb_;
    target on_;
};

} // namespace vesta::access
