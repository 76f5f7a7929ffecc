#pragma once

#include <vesta/base/result.hpp>

#include <charconv>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string_view>

namespace vesta::rpc::detail {

/// Whether two words are the same but for the case of ASCII letters.
bool same_word(std::string_view left, std::string_view right) noexcept;

/// A word that may follow a command's fixed ones, with its value behind it.
struct option {
    std::string_view name;
    std::optional<std::string_view>* value;
};

/// Reads pairs of a name and a value, in any order, each at most once. Error: `invalid_argument`, naming the word.
result<void> read_options(std::span<const std::string_view> words, std::initializer_list<option> known);

/// Reads all of @p word as a number; nothing where it is none, or does not fit.
template <class Number>
std::optional<Number> read_number(std::string_view word) noexcept {
    Number value{};
    const auto end = word.data() + word.size();
    const auto read = std::from_chars(word.data(), end, value);
    if (read.ec != std::errc{} || read.ptr != end) return std::nullopt;
    return value;
}

/// @p word in quotes, cut after 40 bytes, for error texts.
std::string in_quotes(std::string_view word);

} // namespace vesta::rpc::detail
