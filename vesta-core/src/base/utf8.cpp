#include <vesta/base/utf8.hpp>

namespace vesta {
namespace {

/// How the first byte of a character begins it. `lowest` keeps out the forms that are longer than they need be.
struct lead {
    std::uint32_t mask, pattern, lowest;
    std::size_t length;
};
constexpr lead leads[] = {
    {0x80, 0x00, 0x0, 1}, {0xE0, 0xC0, 0x80, 2}, {0xF0, 0xE0, 0x800, 3}, {0xF8, 0xF0, 0x10000, 4}};

utf8_character continued(std::string_view text, const lead& as) noexcept {
    std::uint32_t code = static_cast<unsigned char>(text.front()) & ~as.mask;
    for (std::size_t i = 1; i < as.length; ++i) {
        const std::uint32_t byte = static_cast<unsigned char>(text[i]);
        if ((byte & 0xC0U) != 0x80U) return {};
        code = code << 6 | (byte & 0x3FU);
    }
    const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    if (code < as.lowest || code > 0x10FFFF || surrogate) return {};
    return {code, as.length};
}

} // namespace

utf8_character first_character(std::string_view text) noexcept {
    for (const lead& each : leads)
        if ((static_cast<unsigned char>(text.front()) & each.mask) == each.pattern)
            return text.size() >= each.length ? continued(text, each) : utf8_character{};
    return {};
}

bool is_utf8(std::string_view text) noexcept {
    while (!text.empty()) {
        const std::size_t length = first_character(text).length;
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

} // namespace vesta
