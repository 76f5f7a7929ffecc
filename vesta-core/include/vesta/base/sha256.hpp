#pragma once

#include <string>
#include <string_view>

namespace vesta {

/// SHA-256 (FIPS 180-4) of @p text, in 64 lower-case hexadecimal digits.
std::string sha256(std::string_view text);

} // namespace vesta
