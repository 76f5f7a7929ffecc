#pragma once

#include <vesta/base/result.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace vesta {

/// A wall-clock instant in milliseconds since 1970-01-01T00:00:00Z, the unit of every stored high-water mark.
using unix_ms = std::chrono::sys_time<std::chrono::milliseconds>;

/// A wall-clock reading in nanoseconds since 1970. The range ends in the year 2262.
using unix_ns = std::chrono::sys_time<std::chrono::nanoseconds>;

/// RFC 3339 in UTC with three decimals: 2026-01-31T23:59:59.999Z.
///
/// Range: the years 0 to 9999; an instant outside is written as the nearest one inside.
std::string to_rfc3339(unix_ms instant);

/// Reads RFC 3339: `T` or a space between date and time, 0 to 9 decimals, `Z` or an offset.
///
/// Drops decimals below a millisecond. Years 0 to 9999.
/// Errors: `invalid_argument`.
result<unix_ms> parse_rfc3339(std::string_view text);

/// A duration for people, in the largest unit of which it is a whole multiple of at least two: 2d, 3h, 90min, 20s.
///
/// Any other duration is in milliseconds below a second (20ms, and all negative ones), else in seconds with three
/// decimals (1.500s).
std::string to_text(std::chrono::milliseconds duration);

} // namespace vesta
