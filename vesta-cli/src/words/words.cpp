#include "words.hpp"

#include <vesta/base/number.hpp>
#include <vesta/base/utf8.hpp>

#include <array>
#include <cstdint>

namespace vesta::cli {
namespace {

std::string escaped(std::string_view bytes) {
    std::string made;
    for (const unsigned char each : bytes)
        made.append("\\x").append({"0123456789abcdef"[each >> 4], "0123456789abcdef"[each & 15]});
    return made;
}

/// C0, DEL, C1, line ends of Unicode, and what changes the direction of the text behind it.
bool rules_terminals(std::uint32_t code) {
    return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x2028 && code <= 0x202E) ||
           (code >= 0x2066 && code <= 0x2069);
}

} // namespace

std::string lasting(double seconds) {
    struct unit {
        std::string_view name;
        double length; ///< In seconds.
    };
    constexpr std::array units{unit{" years", 31'556'952}, unit{" days", 86'400}, unit{" h", 3600}, unit{" min", 60}};
    if (seconds < 0) return "over";
    if (!(seconds < 10'000 * units.front().length)) return "for ever";
    for (const auto& [name, length] : units)
        if (seconds >= 2 * length) return in_groups(static_cast<std::int64_t>(seconds / length)).append(name);
    return std::to_string(static_cast<std::int64_t>(seconds)) + " s";
}

std::string printable(std::string_view text) {
    std::string made;
    while (!text.empty()) {
        const auto [code, length] = first_character(text);
        const std::string_view character = text.substr(0, length == 0 ? 1 : length);
        const bool shown = length != 0 && !rules_terminals(code);
        made += shown ? std::string{character} : escaped(character);
        text.remove_prefix(character.size());
    }
    return made;
}

} // namespace vesta::cli
