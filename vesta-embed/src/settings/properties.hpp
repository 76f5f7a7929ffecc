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

/// Reads Java's properties format: comments with # and !, keys that end at =, : or a space, lines continued after a
/// backslash, and escapes except \uXXXX, which stay as they are. Of two equal keys the last counts.
std::map<std::string, property> read_properties(std::string_view text);

/// @p text in YAML's double quotes: for settings that are translated.
std::string yaml_quoted(const std::string& text);

} // namespace vesta::embed
