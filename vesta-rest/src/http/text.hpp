#pragma once

#include <string_view>

/// Small helpers for the text of HTTP fields, all of it ASCII.
namespace vesta::rest::http {

/// Takes the part up to @p separator, and that, off @p rest and returns the part; all of it if there is no separator.
constexpr std::string_view cut(std::string_view& rest, char separator) noexcept {
    const auto at = rest.find(separator);
    const std::string_view part = rest.substr(0, at);
    rest = at == std::string_view::npos ? std::string_view{} : rest.substr(at + 1);
    return part;
}

/// Removes spaces and tabs at both ends.
constexpr std::string_view trim(std::string_view text) noexcept {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t'))
        text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

constexpr char lower(char c) noexcept {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// Whether @p text is @p word in any case; @p word is in lower case.
constexpr bool same_word(std::string_view text, std::string_view word) noexcept {
    if (text.size() != word.size()) return false;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (lower(text[i]) != word[i]) return false;
    return true;
}

constexpr bool is_digit(char c) noexcept {
    return c >= '0' && c <= '9';
}

constexpr bool is_alnum(char c) noexcept {
    return is_digit(c) || (lower(c) >= 'a' && lower(c) <= 'z');
}

} // namespace vesta::rest::http
