#pragma once

#include <vesta/base/ascii.hpp>
#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/base/result.hpp>

#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vesta::rpc::detail {

/// A word that may follow a command's fixed ones, with its value behind it.
struct option {
    std::string_view name;
    std::optional<std::string_view>* value;
};

/// Reads pairs of a name and a value, in any order, each at most once. Error: `invalid_argument`, naming the word.
result<void> read_options(std::span<const std::string_view> words, std::initializer_list<option> known);

} // namespace vesta::rpc::detail
