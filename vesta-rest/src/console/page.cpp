#include "console/page.hpp"

#include <vesta/base/sha256.hpp>

#include <array>
#include <charconv>
#include <cstdint>

namespace vesta::rest {
namespace {

constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Base64 (RFC 4648) of bytes that @p digits name in hexadecimal: each three digits are two letters.
std::string base64(std::string digits) {
    const std::size_t bytes = digits.size() / 2;
    digits.append((3 - bytes % 3) % 3 * 2, '0');
    std::string made;
    for (std::size_t i = 0; i < digits.size(); i += 3) {
        unsigned value = 0;
        std::from_chars(digits.data() + i, digits.data() + i + 3, value, 16);
        made += {alphabet[value >> 6], alphabet[value & 63]};
    }
    const std::size_t padding = (3 - bytes % 3) % 3;
    return made.replace(made.size() - padding, padding, padding, '=');
}

std::string_view between(std::string_view text, std::string_view begin, std::string_view end) {
    text.remove_prefix(text.find(begin) + begin.size());
    return text.substr(0, text.find(end));
}

std::string digest(std::string_view of) {
    return "'sha256-" + base64(sha256(of)) + "'";
}

console_page whole_page() {
    const std::string_view html = console_html();
    const std::string_view style = between(html, "<style>", "</style>");
    const std::string_view script = between(html, "<script type=\"module\">", "</script>");
    return {.html = html,
            .style = style,
            .policy =
                "style-src " + digest(style) + "; script-src " + digest(script) + "; connect-src 'self'; img-src data:",
            .etag = "\"" + sha256(html).substr(0, 16) + "\""};
}

} // namespace

const console_page& console() {
    static const console_page page = whole_page();
    return page;
}

} // namespace vesta::rest
