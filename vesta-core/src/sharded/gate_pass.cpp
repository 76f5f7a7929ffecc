#include <vesta/base/quote.hpp>
#include <vesta/base/utf8.hpp>
#include <vesta/sharded/gate_pass.hpp>

namespace vesta {
namespace {

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
        if (const auto byte = static_cast<unsigned char>(rest.front()); byte < 0x80) { // nearly all passes are ASCII
            hash = hashed(hash, byte);
            rest.remove_prefix(1);
            continue;
        }
        const utf8_character next = first_character(rest);
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
    // The absolute value in 64 bits. Java's stays negative for Integer.MIN_VALUE, whose remainder by 64 is 0 either
    // way.
    const std::int64_t wide = *hash;
    return shard_number{static_cast<std::uint32_t>((wide < 0 ? -wide : wide) % shards_per_app)};
}

} // namespace vesta
