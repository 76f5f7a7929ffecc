#pragma once

#include <vesta/base/result.hpp>

#include <chrono>
#include <string>
#include <string_view>

namespace vesta {

/// A wall-clock instant, in milliseconds since 1970-01-01T00:00:00Z. The unit of every stored high-water mark.
using unix_ms = std::chrono::sys_time<std::chrono::milliseconds>;

/// A wall-clock reading.
using unix_ns = std::chrono::sys_time<std::chrono::nanoseconds>;

/// RFC 3339 in UTC with three decimals: 2026-01-31T23:59:59.999Z. For an instant outside the years 0 to
/// 9999, the nearest that can be written.
std::string to_rfc3339(unix_ms instant);

/// Reads RFC 3339 (`T` or a space between date and time, any number of decimals up to 9, `Z` or an offset).
/// Decimals below a millisecond are cut off. Error: `invalid_argument`.
result<unix_ms> parse_rfc3339(std::string_view text);

/// A length of time as people write it, in its largest fitting unit with at most three decimals: 1.500s, 20ms, 3h, 2d.
std::string to_text(std::chrono::milliseconds duration);

} // namespace vesta
