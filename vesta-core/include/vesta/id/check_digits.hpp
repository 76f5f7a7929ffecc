#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace vesta {

/// How the characters at the end of a text are computed that tell of slips in it.
///
/// Each is over the characters of the text that its alphabet has, in their order; others, such as hyphens, do not
/// count.
enum class check_method : std::uint8_t {
    none,
    luhn,      ///< A digit over digits: ISO/IEC 7812-1, annex B. Misses 09 for 90.
    verhoeff,  ///< A digit over digits: J. Verhoeff, Error detecting decimal codes (1969). Of all swaps.
    mod_11_2,  ///< A digit or X over digits: ISO/IEC 7064.
    mod_11_10, ///< A digit over digits: ISO/IEC 7064.
    mod_97_10, ///< Two digits over digits: ISO/IEC 7064.
    mod_37_2,  ///< A letter, digit or * over letters and digits, whose case does not matter: ISO/IEC 7064.
    mod_37_36  ///< A letter or digit over the same: ISO/IEC 7064.
};

/// How many characters they are: 0 to 2.
std::size_t check_length(check_method by) noexcept;

/// The check characters of @p text, in upper case.
///
/// Thread-safety: safe.
std::string check_digits(std::string_view text, check_method by);

} // namespace vesta
