#pragma once

#include <vesta/base/result.hpp>

#include <charconv>
#include <string>
#include <vector>

namespace vesta::redis {

/// @p texts as numbers.
///
/// Errors: `state_unusable` unless they are @p wanted numbers.
inline result<std::vector<std::int64_t>> numbers_of(const std::vector<std::string>& texts, std::size_t wanted) {
    std::vector<std::int64_t> numbers;
    for (const std::string& text : texts) {
        std::int64_t number = 0;
        const char* const end = text.data() + text.size();
        if (const auto [stop, failed] = std::from_chars(text.data(), end, number); failed == std::errc{} && stop == end)
            numbers.push_back(number);
    }
    if (numbers.size() == wanted && texts.size() == wanted) return numbers;
    return error{errc::state_unusable, "Redis gave something else than numbers"};
}

} // namespace vesta::redis
