#pragma once

#include <vesta/base/result.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace vesta::file {

// Small texts of lines "<key> <value>", the first of which names the format and the last of which is a checksum.

/// @p lines and their checksum: "crc32 " and eight hexadecimal digits.
std::string seal(std::string lines);

/// The text before the checksum line.
///
/// Errors: `state_unusable` if the line is missing, not the last, or wrong.
result<std::string_view> check_seal(std::string_view whole);

/// The format version of a text whose first line begins with @p magic.
///
/// Errors: `state_unusable`, saying that the text is no @p what, empty, or cut off.
result<std::string_view> open_envelope(std::string_view whole, std::string_view magic, std::string_view what);

/// Takes "<key> <value>\n" off the front of @p text and returns the value; nothing if another line is there.
std::optional<std::string_view> take_line(std::string_view& text, std::string_view key);

/// Takes the text up to the first space, and that space, off @p text; all of it if there is no space.
std::string_view take_word(std::string_view& text);

/// Whether @p text is @p length lower-case hexadecimal digits.
bool is_hexadecimal(std::string_view text, std::size_t length);

} // namespace vesta::file
