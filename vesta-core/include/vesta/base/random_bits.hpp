#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

namespace vesta {

/// 64 random bits from the system's generator of secrets (getentropy). Throws `std::system_error` where it gives none.
std::uint64_t random_bits();

/// @p digits random hexadecimal digits in lower case, at most 512, from the same source: for names
/// and tokens that nobody else may hit upon.
std::string random_hex(std::size_t digits);

} // namespace vesta
