// Any bytes as a gate pass: taken exactly where they are UTF-8, with the hash that Java's definition gives their
// UTF-16.
#include <vesta/sharded/gate_pass.hpp>

#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <vector>

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

/// The rows of table 3-7 of the Unicode standard, as it has them: bounds of each byte.
struct row {
    std::size_t length;
    std::uint8_t bounds[4][2];
};
constexpr row rows[] = {{1, {{0x00, 0x7F}}},
                        {2, {{0xC2, 0xDF}, {0x80, 0xBF}}},
                        {3, {{0xE0, 0xE0}, {0xA0, 0xBF}, {0x80, 0xBF}}},
                        {3, {{0xE1, 0xEC}, {0x80, 0xBF}, {0x80, 0xBF}}},
                        {3, {{0xED, 0xED}, {0x80, 0x9F}, {0x80, 0xBF}}},
                        {3, {{0xEE, 0xEF}, {0x80, 0xBF}, {0x80, 0xBF}}},
                        {4, {{0xF0, 0xF0}, {0x90, 0xBF}, {0x80, 0xBF}, {0x80, 0xBF}}},
                        {4, {{0xF1, 0xF3}, {0x80, 0xBF}, {0x80, 0xBF}, {0x80, 0xBF}}},
                        {4, {{0xF4, 0xF4}, {0x80, 0x8F}, {0x80, 0xBF}, {0x80, 0xBF}}}};

bool begins_with(std::string_view text, const row& of) {
    if (text.size() < of.length) return false;
    for (std::size_t i = 0; i < of.length; ++i) {
        const auto byte = static_cast<std::uint8_t>(text[i]);
        if (byte < of.bounds[i][0] || byte > of.bounds[i][1]) return false;
    }
    return true;
}

std::uint32_t code_of(std::string_view character) {
    constexpr std::uint8_t payload[] = {0x7F, 0x1F, 0x0F, 0x07};
    std::uint32_t code = static_cast<std::uint8_t>(character[0]) & payload[character.size() - 1];
    for (const char each : character.substr(1))
        code = code * 64 + (static_cast<std::uint8_t>(each) - 0x80U);
    return code;
}

std::optional<std::vector<std::uint16_t>> utf16(std::string_view text) {
    std::vector<std::uint16_t> units;
    while (!text.empty()) {
        const row* found = nullptr;
        for (const row& each : rows)
            if (begins_with(text, each)) found = &each;
        if (found == nullptr) return std::nullopt;
        const std::uint32_t code = code_of(text.substr(0, found->length));
        if (code > 0xFFFF) units.push_back(static_cast<std::uint16_t>(0xD7C0 + (code >> 10)));
        units.push_back(static_cast<std::uint16_t>(code > 0xFFFF ? 0xDC00 | (code & 0x3FF) : code));
        text.remove_prefix(found->length);
    }
    return units;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view pass{reinterpret_cast<const char*>(data), size};
    const auto units = utf16(pass);
    const auto hash = vesta::java_hash(pass);
    const auto shard = vesta::shard_of(pass);
    require(hash.has_value() == units.has_value() && shard.has_value() == units.has_value());
    if (!units) {
        require(hash.error().code == vesta::errc::invalid_argument);
        return 0;
    }
    std::uint32_t expected = 0;
    for (const std::uint16_t unit : *units)
        expected = 31 * expected + unit;
    require(*hash == static_cast<std::int32_t>(expected));
    require(shard->value == static_cast<std::uint64_t>(std::abs(std::int64_t{*hash})) % vesta::shards_per_app);
    return 0;
}
