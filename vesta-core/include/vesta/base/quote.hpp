#pragma once

#include <string>
#include <string_view>

namespace vesta {

/// Puts @p text in single quotes for an error message.
///
/// Shows at most 40 bytes, then `...`, and `?` for each byte that is not printable ASCII. So a message stays one line
/// in a log, a header or a protocol, whatever it quotes.
std::string in_quotes(std::string_view text);

} // namespace vesta
