#pragma once

#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/base/result.hpp>

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vesta::rpc::detail {

/// Whether two words are the same but for the case of ASCII letters.
bool same_word(std::string_view left, std::string_view right) noexcept;

/// @p text with its ASCII letters in lower case.
std::string lower_case(std::string_view text);

/// A word that may follow a command's fixed ones, with its value behind it.
struct option {
    std::string_view name;
    std::optional<std::string_view>* value;
};

/// Reads pairs of a name and a value, in any order, each at most once. Error: `invalid_argument`, naming the word.
result<void> read_options(std::span<const std::string_view> words, std::initializer_list<option> known);

} // namespace vesta::rpc::detail
