#pragma once

#include <cstddef>
#include <string>

namespace vesta {

/// @p digits random hexadecimal digits in lower case, at most 512, from the system's generator of secrets
/// (getentropy): for names and tokens that nobody else may hit upon. Throws `std::system_error` where it gives none.
std::string random_hex(std::size_t digits);

} // namespace vesta
