#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace vesta {

/// One character of UTF-8: its code point, and how many bytes it has.
struct utf8_character {
    std::uint32_t code = 0;
    std::size_t length = 0;
};

/// The character at the front of @p text, which is not empty. A length of 0 where it is not well-formed (Unicode 15,
/// table 3-7): cut off, longer than it need be, a surrogate, or above U+10FFFF.
utf8_character first_character(std::string_view text) noexcept;

/// Whether all of @p text is well-formed.
bool is_utf8(std::string_view text) noexcept;

} // namespace vesta
