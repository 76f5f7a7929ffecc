#pragma once

#include <vesta/id/check_digits.hpp>
#include <vesta/segment/number_format.hpp>

#include <cstdint>
#include <string>

namespace vesta::embed {

/// generators.<name>.formats.<tag>: how the numbers of a tag are written; see `number_format_options`.
struct format_settings {
    std::string text;
    restart every = restart::never;
    std::string zone = "UTC";
    std::uint32_t width = 0;
    check_method check = check_method::none;
};

/// What a format is made of, in UTC: the zone is not looked up.
inline number_format_options options_of(const format_settings& of) {
    return {.text = of.text, .every = of.every, .width = of.width, .check = of.check};
}

} // namespace vesta::embed
