#pragma once

#include <charconv>
#include <concepts>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace vesta {

/// Takes a whole number off the front of @p text: digits, and a - before them where @p Number has a sign. Nothing where
/// there is none, or it does not fit; then @p text stays as it is.
template <std::integral Number>
std::optional<Number> take_number(std::string_view& text, int base = 10) noexcept {
    Number value{};
    const auto [stop, failed] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (failed != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    return value;
}

/// All of @p text as a whole number; nothing where it is anything else, or does not fit.
template <std::integral Number>
std::optional<Number> read_number(std::string_view text, int base = 10) noexcept {
    const auto value = take_number<Number>(text, base);
    return text.empty() ? value : std::nullopt;
}

/// As `take_number`, but only a number as std::to_string writes it: without a leading zero.
template <std::integral Number>
std::optional<Number> take_canonical(std::string_view& text) {
    std::string_view rest = text;
    const auto value = take_number<Number>(rest);
    if (!value || std::to_string(*value).size() != text.size() - rest.size()) return std::nullopt;
    text = rest;
    return value;
}

/// As `read_number`, but only a number as std::to_string writes it.
template <std::integral Number>
std::optional<Number> read_canonical(std::string_view text) {
    const auto value = take_canonical<Number>(text);
    return text.empty() ? value : std::nullopt;
}

/// 1234567 as 1,234,567.
inline std::string in_groups(std::int64_t number) {
    std::string digits = std::to_string(number);
    const std::size_t sign = number < 0 ? 1 : 0;
    for (std::size_t at = digits.size(); at > sign + 3;) {
        at -= 3;
        digits.insert(at, ",");
    }
    return digits;
}

} // namespace vesta
