#pragma once

#include <vesta/base/ascii.hpp>
#include <vesta/base/quote.hpp>

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace vesta::detail {

__extension__ typedef unsigned __int128 uint128;

/// A positional system with a fixed number of digits.
struct positional {
    std::string_view digits;
    std::size_t length64;       ///< That of 2^64 - 1.
    std::size_t length128;      ///< That of 2^128 - 1.
    std::string_view also = {}; ///< Pairs of a look-alike and the digit it is read as.
    bool either_case = false;   ///< Digits are read in lower case too.

    template <class Word>
    constexpr std::size_t length() const noexcept {
        return sizeof(Word) == 8 ? length64 : length128;
    }
};

inline constexpr positional hex{"0123456789abcdef", 16, 32, {}, true};
// https://www.crockford.com/base32.html: I and L are read as 1, O as 0.
inline constexpr positional base32{"0123456789ABCDEFGHJKMNPQRSTVWXYZ", 13, 26, "I1L1O0", true};
inline constexpr positional base58{"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 11, 22};
inline constexpr positional base62{"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 11, 22};
// https://github.com/jetify-com/typeid/tree/main/spec: lower case only, and no look-alikes.
inline constexpr positional type_id{"0123456789abcdefghjkmnpqrstvwxyz", 0, 26};

template <class Word>
char* write_digits(char* to, Word value, const positional& in) noexcept {
    const std::size_t length = in.length<Word>();
    for (std::size_t left = length; left-- > 0; value /= static_cast<Word>(in.digits.size()))
        to[left] = in.digits[static_cast<std::size_t>(value % static_cast<Word>(in.digits.size()))];
    return to + length;
}

/// The value of a digit; npos for another character.
inline std::size_t digit_of(char given, const positional& in) noexcept {
    auto value = in.digits.find(given);
    if (value == std::string_view::npos && in.either_case) value = in.digits.find(to_lower(given));
    if (value == std::string_view::npos && in.either_case) value = in.digits.find(to_upper(given));
    if (value != std::string_view::npos) return value;
    for (std::size_t i = 0; i < in.also.size(); i += 2)
        if (to_upper(given) == in.also[i]) return in.digits.find(in.also[i + 1]);
    return value;
}

template <class Word>
std::optional<Word> read_digits(std::string_view text, const positional& in) noexcept {
    if (text.size() != in.length<Word>()) return std::nullopt;
    const Word largest = static_cast<Word>(~Word{0});
    const Word base = in.digits.size();
    Word value = 0;
    for (const char each : text) {
        const std::size_t digit = digit_of(each, in);
        if (digit == std::string_view::npos || value > static_cast<Word>(largest - digit) / base) return std::nullopt;
        value = value * base + digit;
    }
    return value;
}

/// What is wrong with a text that `read_digits` does not read.
template <class Word>
std::string misfit(std::string_view text, const positional& in) {
    const std::size_t length = in.length<Word>();
    if (text.size() != length)
        return "it has " + std::to_string(text.size()) + " characters, and must have " + std::to_string(length);
    for (const char& each : text)
        if (digit_of(each, in) == std::string_view::npos)
            return in_quotes({&each, 1}) + " is none of its digits, " + std::string{in.digits};
    std::string largest(length, '\0');
    write_digits(largest.data(), static_cast<Word>(~Word{0}), in);
    return "it is above the largest, " + largest;
}

} // namespace vesta::detail
