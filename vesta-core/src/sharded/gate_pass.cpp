#include <vesta/base/quote.hpp>
#include <vesta/sharded/gate_pass.hpp>

#include <cstddef>

namespace vesta {
namespace {

/// One character of well-formed UTF-8; a length of 0 where there is none.
struct character {
    std::uint32_t code = 0;
    std::size_t length = 0;
};

/// How the first byte of a character begins it. `lowest` keeps out the forms that are longer than they need be.
struct lead {
    std::uint32_t mask, pattern, lowest;
    std::size_t length;
};
constexpr lead leads[] = {
    {0x80, 0x00, 0x0, 1}, {0xE0, 0xC0, 0x80, 2}, {0xF0, 0xE0, 0x800, 3}, {0xF8, 0xF0, 0x10000, 4}};

character continued(std::string_view text, const lead& as) {
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

character front(std::string_view text) {
    for (const lead& each : leads)
        if ((static_cast<unsigned char>(text.front()) & each.mask) == each.pattern)
            return text.size() >= each.length ? continued(text, each) : character{};
    return {};
}

constexpr std::uint32_t hashed(std::uint32_t hash, std::uint32_t code_unit) {
    return hash * 31 + code_unit;
}

constexpr std::uint32_t hashed_character(std::uint32_t hash, std::uint32_t code) {
    if (code < 0x10000) return hashed(hash, code);
    const std::uint32_t above = code - 0x10000;
    return hashed(hashed(hash, 0xD800 + (above >> 10)), 0xDC00 + (above & 0x3FF));
}

} // namespace

result<std::int32_t> java_hash(std::string_view text) {
    std::uint32_t hash = 0;
    for (std::string_view rest = text; !rest.empty();) {
        if (const auto byte = static_cast<unsigned char>(rest.front()); byte < 0x80) { // most passes are nothing else
            hash = hashed(hash, byte);
            rest.remove_prefix(1);
            continue;
        }
        const character next = front(rest);
        if (next.length == 0)
            return error{errc::invalid_argument, in_quotes(text) + " is not valid UTF-8 from byte " +
                                                     std::to_string(text.size() - rest.size()) + " on"};
        hash = hashed_character(hash, next.code);
        rest.remove_prefix(next.length);
    }
    return static_cast<std::int32_t>(hash);
}

result<shard_number> shard_of(std::string_view gate_pass) {
    const auto hash = java_hash(gate_pass);
    if (!hash) return hash.error();
    // The absolute value is taken in 64 bits. Java's stays negative for Integer.MIN_VALUE, whose remainder by 64 is 0
    // either way.
    const std::int64_t wide = *hash;
    return shard_number{static_cast<std::uint32_t>((wide < 0 ? -wide : wide) % shards_per_app)};
}

} // namespace vesta
