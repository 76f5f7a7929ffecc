#pragma once

#include <cstddef>
#include <string>

namespace vesta {

/// @p digits random hexadecimal digits in lower case, from the system's source of random numbers: for names and tokens
/// that no other process may hit upon.
std::string random_hex(std::size_t digits);

} // namespace vesta
