#pragma once

#include <string_view>

namespace vesta::rest::http {

/// Whether @p text is well-formed UTF-8 (Unicode 15, table 3-7): nothing overlong, no surrogates, nothing above
/// U+10FFFF.
bool is_utf8(std::string_view text) noexcept;

} // namespace vesta::rest::http
