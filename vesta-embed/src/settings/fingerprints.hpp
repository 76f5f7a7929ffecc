#pragma once

#include <string_view>

namespace vesta::embed {

/// What of @p fingerprint, that of an outward form's key, is the key's: `ff1-` and 16 hexadecimal digits, without bits
/// and constant. Empty if @p fingerprint does not begin so: nobody took it from a refusal.
inline std::string_view key_part(std::string_view fingerprint) {
    constexpr std::string_view begin = "ff1-";
    const std::string_view part = fingerprint.substr(0, begin.size() + 16);
    const bool whole = part.starts_with(begin) && part.size() == begin.size() + 16 &&
                       part.find_first_not_of("0123456789abcdef", begin.size()) == std::string_view::npos &&
                       (fingerprint.size() == part.size() || fingerprint[part.size()] == '-');
    return whole ? part : std::string_view{};
}

} // namespace vesta::embed
