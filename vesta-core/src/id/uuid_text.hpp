#pragma once

#include "digits.hpp"

#include <vesta/id/uuid.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace vesta::detail {

constexpr uint128 bits_of(const uuid& value) noexcept {
    return uint128{value.high} << 64 | value.low;
}

constexpr uuid uuid_of(uint128 bits) noexcept {
    return {static_cast<std::uint64_t>(bits >> 64), static_cast<std::uint64_t>(bits)};
}

// RFC 9562, 5.8: 48 bits, the version 8, 12 bits, the variant 10, and 62 bits.
inline constexpr std::string_view version_8_pattern = "xxxxxxxx-xxxx-8xxx-vw00-000000000000";
inline constexpr unsigned behind_variant = 58; // the lowest of the last four bits of an ID

/// The UUID of version 8 that holds @p value.
constexpr uuid version_8_of(std::uint64_t value) noexcept {
    return {value >> 16 << 16 | 0x8000 | (value >> 4 & 0xfff), std::uint64_t{0b10} << 62 | (value & 0xf)
                                                                                               << behind_variant};
}

/// The value in a UUID of version 8.
constexpr std::uint64_t inside_version_8(const uuid& of) noexcept {
    return of.high >> 16 << 16 | (of.high & 0xfff) << 4 | (of.low >> behind_variant & 0xf);
}

/// Writes the 36 characters of RFC 9562, 4, in lower case; returns their end.
char* write_uuid(char* to, const uuid& value) noexcept;
/// Reads them in either case.
std::optional<uuid> read_uuid(std::string_view text);
/// What is wrong with @p text; empty where it is a UUID.
std::string misfit_of_uuid(std::string_view text);

} // namespace vesta::detail
