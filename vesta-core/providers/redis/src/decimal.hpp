#pragma once

#include <vesta/base/number.hpp>
#include <vesta/base/result.hpp>

#include <string>
#include <vector>

namespace vesta::redis {

/// @p texts as numbers.
///
/// Errors: `state_unusable` unless they are @p wanted numbers.
inline result<std::vector<std::int64_t>> numbers_of(const std::vector<std::string>& texts, std::size_t wanted) {
    std::vector<std::int64_t> numbers;
    for (const std::string& text : texts)
        if (const auto number = read_number<std::int64_t>(text)) numbers.push_back(*number);
    if (numbers.size() == wanted && texts.size() == wanted) return numbers;
    return error{errc::state_unusable, "Redis gave something else than numbers"};
}

} // namespace vesta::redis
