#pragma once

#include <algorithm>
#include <string>
#include <string_view>

/// Letters and digits of ASCII, whatever the locale. Thread-safety: safe.
namespace vesta {

constexpr char to_lower(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

constexpr char to_upper(char c) noexcept {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
}

constexpr bool is_digit(char c) noexcept {
    return c >= '0' && c <= '9';
}

constexpr bool is_alnum(char c) noexcept {
    return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'z');
}

/// Whether two words are the same except for the case of their letters.
constexpr bool same_word(std::string_view left, std::string_view right) noexcept {
    return std::ranges::equal(left, right,
                              [](char one, char other) { return one == other || to_lower(one) == to_lower(other); });
}

/// @p text with its letters in lower case.
inline std::string lower_case(std::string_view text) {
    std::string made{text};
    std::ranges::transform(made, made.begin(), to_lower);
    return made;
}

} // namespace vesta
