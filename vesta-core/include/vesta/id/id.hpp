#pragma once

#include <vesta/base/result.hpp>

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace vesta {

/// A 64-bit ID. Its sign bit is the most significant field's highest bit, so that it fits a BIGINT column or a Java
/// long.
struct id {
    std::int64_t value = 0;

    constexpr std::uint64_t bits() const noexcept { return static_cast<std::uint64_t>(value); }
    static constexpr id from_bits(std::uint64_t bits) noexcept { return {static_cast<std::int64_t>(bits)}; }

    friend constexpr auto operator<=>(id, id) noexcept = default;
};

/// The decimal of the signed value: the one text form that is ever printed.
std::string to_string(id value);

/// Reads an ID: signed decimal, unsigned decimal above 2^63-1, or hexadecimal with 0x. No spaces, no other signs.
/// Error: `invalid_argument`, quoting at most 40 characters of the text.
result<id> parse_id(std::string_view text);

} // namespace vesta

template <>
struct std::hash<vesta::id> {
    std::size_t operator()(vesta::id value) const noexcept { return std::hash<std::int64_t>{}(value.value); }
};
