#pragma once

#include <string>
#include <string_view>

namespace vesta {

/// @p text in single quotes, for the message of an error: at most 40 characters of it, and `?` for each byte that is
/// not printable ASCII, so that a message stays one line in a log, a header or a protocol whatever it quotes.
std::string in_quotes(std::string_view text);

} // namespace vesta
