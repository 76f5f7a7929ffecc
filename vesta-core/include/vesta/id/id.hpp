#pragma once

#include <vesta/base/result.hpp>

#include <compare>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace vesta {

/// A 64-bit ID. A regular value.
///
/// The value is signed, so that it fits an SQL BIGINT column and a Java long. The highest bit of a 64-bit layout is the
/// sign bit.
struct id {
    std::int64_t value = 0;

    /// The same 64 bits as an unsigned number, for taking fields apart.
    constexpr std::uint64_t bits() const noexcept { return static_cast<std::uint64_t>(value); }
    static constexpr id from_bits(std::uint64_t bits) noexcept { return {static_cast<std::int64_t>(bits)}; }

    friend constexpr auto operator<=>(id, id) noexcept = default;
};

/// The signed value in decimal; `text_form` has others.
std::string to_string(id value);

/// Reads an ID: signed decimal, unsigned decimal above 2^63-1, or hexadecimal with 0x.
///
/// Errors: `invalid_argument` for any other text, including spaces and a plus sign; quotes at most 40 characters of it.
result<id> parse_id(std::string_view text);

} // namespace vesta

template <>
struct std::hash<vesta::id> {
    std::size_t operator()(vesta::id value) const noexcept { return std::hash<std::int64_t>{}(value.value); }
};
