#pragma once

#include <map>
#include <string>
#include <string_view>

namespace vesta::embed {

/// One entry of a Java properties file.
struct property {
    std::string value;
    int line = 0;
};

/// Reads Java's properties format: comments with # and !, keys that end at =, : or a space, values that go on behind a
/// backslash at the end of a line, and escapes but for \uXXXX, which stay as they are. The last of two entries counts.
std::map<std::string, property> read_properties(std::string_view text);

} // namespace vesta::embed
