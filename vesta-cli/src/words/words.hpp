#pragma once

#include <string>
#include <string_view>

namespace vesta::cli {

/// What lengths of time are counted in.
inline constexpr double ms_per_second = 1000;
inline constexpr double seconds_per_day = 86'400;

/// A length of time in the largest unit of which it has two: 45 s, 90 min, 30 h, 12 days, 3 years; "over" below 0, and
/// "for ever" from 10,000 years on. @p seconds may be infinite.
std::string lasting(double seconds);

/// @p text as a terminal can show it in one line: control characters, also those of C1, and what is not UTF-8 as \xNN.
std::string printable(std::string_view text);

} // namespace vesta::cli
