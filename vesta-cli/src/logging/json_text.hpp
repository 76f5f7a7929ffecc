#pragma once

#include <string>
#include <string_view>

namespace vesta::cli {

/// Appends @p text to @p to as a JSON string in quotes (RFC 8259). Bytes that are no UTF-8 become U+FFFD each.
void append_json(std::string& to, std::string_view text);

/// @p text for a line: `?` for control characters and for bytes that are no UTF-8, so that it stays one line.
std::string one_line(std::string_view text);

} // namespace vesta::cli
