#include "json_text.hpp"

#include <vesta/base/utf8.hpp>

#include <algorithm>

namespace vesta::cli {
namespace {

bool is_control(std::uint32_t code) noexcept {
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || code == 0x2028 || code == 0x2029;
}

/// Calls @p good with each character's bytes, and @p bad once for each byte that belongs to none.
template <class Good, class Bad>
void for_each_character(std::string_view text, Good good, Bad bad) {
    while (!text.empty()) {
        const utf8_character next = first_character(text);
        if (next.length == 0) {
            bad();
        } else {
            good(next.code, text.substr(0, next.length));
        }
        text.remove_prefix(std::max<std::size_t>(next.length, 1));
    }
}

void append_escaped(std::string& to, std::uint32_t code) {
    constexpr std::string_view digits = "0123456789abcdef";
    to += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4)
        to += digits[(code >> shift) & 0xfU];
}

} // namespace

void append_json(std::string& to, std::string_view text) {
    to += '"';
    for_each_character(
        text,
        [&](std::uint32_t code, std::string_view bytes) {
            if (is_control(code)) return append_escaped(to, code);
            if (code == '"' || code == '\\') to += '\\';
            to += bytes;
        },
        [&] { to += "\xEF\xBF\xBD"; });
    to += '"';
}

std::string one_line(std::string_view text) {
    std::string made;
    for_each_character(
        text,
        [&](std::uint32_t code, std::string_view bytes) { made += is_control(code) ? std::string_view{"?"} : bytes; },
        [&] { made += '?'; });
    return made;
}

} // namespace vesta::cli
