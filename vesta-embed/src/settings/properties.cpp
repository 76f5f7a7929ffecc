#include "properties.hpp"

#include <yaml-cpp/yaml.h>

#include <algorithm>

namespace vesta::embed {
namespace {

constexpr std::string_view spaces = " \t\f";

std::string_view without_leading_spaces(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(spaces), text.size()));
    return text;
}

std::string_view take_line(std::string_view& rest) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

/// Whether the line ends within an escape: an odd number of backslashes.
bool goes_on(std::string_view line) {
    const std::size_t last = line.find_last_not_of('\\');
    return (line.size() - (last == std::string_view::npos ? 0 : last + 1)) % 2 == 1;
}

std::string unescaped(std::string_view text) {
    std::string made;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool escape = text[i] == '\\' && i + 1 < text.size() && text[i + 1] != 'u';
        if (!escape) {
            made += text[i];
            continue;
        }
        const char next = text[++i];
        made += next == 't' ? '\t' : next == 'n' ? '\n' : next == 'r' ? '\r' : next == 'f' ? '\f' : next;
    }
    return made;
}

/// Where the key of a line ends: at a separator that is not escaped.
std::size_t end_of_key(std::string_view line) {
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '\\') {
            ++i;
        } else if (line[i] == '=' || line[i] == ':' || spaces.find(line[i]) != std::string_view::npos) {
            return i;
        }
    }
    return line.size();
}

} // namespace

std::map<std::string, property> read_properties(std::string_view text) {
    std::map<std::string, property> all;
    int number = 0;
    while (!text.empty()) {
        ++number;
        const int begin = number;
        std::string line{without_leading_spaces(take_line(text))};
        if (line.empty() || line.front() == '#' || line.front() == '!') continue;
        while (goes_on(line) && !text.empty()) {
            line.pop_back();
            line += without_leading_spaces(take_line(text));
            ++number;
        }
        const std::size_t end = end_of_key(line);
        std::string_view value = without_leading_spaces(std::string_view{line}.substr(end));
        if (value.starts_with('=') || value.starts_with(':')) value = without_leading_spaces(value.substr(1));
        all[unescaped(std::string_view{line}.substr(0, end))] = {unescaped(value), begin};
    }
    return all;
}

std::string yaml_quoted(const std::string& text) {
    YAML::Emitter out;
    out << YAML::DoubleQuoted << text;
    return out.c_str();
}

} // namespace vesta::embed
