#pragma once

#include <vesta/base/result.hpp>

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace vesta::embed {

/// An amount of memory.
struct byte_count {
    std::uint64_t value = 0;

    auto operator<=>(const byte_count&) const = default;
};

inline constexpr byte_count mebibyte{1024 * 1024};

/// Reads a whole number with a unit: 64KiB, 256MiB, 2GiB.
///
/// Errors: `invalid_argument`.
result<byte_count> parse_byte_count(std::string_view text);

/// Writes the form that `parse_byte_count` reads, in the largest unit that needs no fraction. @p of is a multiple of
/// 1 KiB.
std::string text_of(byte_count of);

} // namespace vesta::embed
