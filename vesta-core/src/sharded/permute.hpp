#pragma once

#include <vesta/id/id.hpp>
#include <vesta/sharded/permutation.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

namespace vesta::detail {

/// Whether @p number is below 2^bits.
constexpr bool fits(std::uint64_t number, unsigned bits) noexcept {
    return bits >= 64 || number >> bits == 0;
}

/// Replaces each of @p numbers, of which @p constant is taken off by exclusive or, by its image below @p above. False
/// if the cipher failed: none of them may be used then. What is left without @p constant fits the permutation.
inline bool permute(const permutation& by, std::span<id> numbers, std::uint64_t constant = 0,
                    std::uint64_t above = 0) noexcept {
    std::array<std::uint64_t, 64> buffer;
    while (!numbers.empty()) {
        const auto part = numbers.first(std::min(numbers.size(), buffer.size()));
        std::ranges::transform(part, buffer.begin(), [=](id each) { return each.bits() ^ constant; });
        const std::span<std::uint64_t> held{buffer.data(), part.size()};
        if (!by.apply(held)) return false;
        std::ranges::transform(held, part.begin(), [=](std::uint64_t each) { return id::from_bits(each | above); });
        numbers = numbers.subspan(part.size());
    }
    return true;
}

} // namespace vesta::detail
