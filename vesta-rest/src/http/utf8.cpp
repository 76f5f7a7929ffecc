#include "utf8.hpp"

#include <algorithm>
#include <cstddef>

namespace vesta::rest::http {
namespace {

/// What may follow a first byte: how many bytes, and the range of the second. The others are 80 to BF.
struct sequence {
    std::size_t length;
    unsigned char lowest = 0x80;
    unsigned char highest = 0xbf;
};

constexpr sequence sequence_of(unsigned char first) noexcept {
    if (first < 0x80) return {1};
    if (first < 0xc2) return {0}; // a continuation, or overlong
    if (first < 0xe0) return {2};
    if (first == 0xe0) return {3, 0xa0};       // below: overlong
    if (first == 0xed) return {3, 0x80, 0x9f}; // above: surrogates
    if (first < 0xf0) return {3};
    if (first == 0xf0) return {4, 0x90};       // below: overlong
    if (first == 0xf4) return {4, 0x80, 0x8f}; // above: no such code point
    if (first < 0xf4) return {4};
    return {0};
}

} // namespace

bool is_utf8(std::string_view text) noexcept {
    while (!text.empty()) {
        const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
        const sequence expected = sequence_of(byte(0));
        if (expected.length == 0 || text.size() < expected.length) return false;
        if (expected.length > 1 && (byte(1) < expected.lowest || byte(1) > expected.highest)) return false;
        for (std::size_t i = 2; i < expected.length; ++i)
            if (byte(i) < 0x80 || byte(i) > 0xbf) return false;
        text.remove_prefix(expected.length);
    }
    return true;
}

} // namespace vesta::rest::http
