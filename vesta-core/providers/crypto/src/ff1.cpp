#include "aes.hpp"
#include "aes_instructions.hpp"

#include <vesta/crypto/ff1.hpp>

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

namespace vesta::crypto {
namespace {

constexpr unsigned rounds = 10;
constexpr std::size_t at_a_time = 64;

std::uint64_t power(std::uint64_t base, std::uint32_t exponent) {
    std::uint64_t product = 1;
    for (std::uint32_t i = 0; i < exponent; ++i)
        product *= base;
    return product;
}

void xor_number(block& into, std::uint64_t number, std::size_t bytes) noexcept {
    for (std::size_t i = 0; i < bytes && i < sizeof number; ++i, number >>= 8)
        into[block_size - 1 - i] ^= static_cast<std::uint8_t>(number);
}

} // namespace

std::uint64_t ff1::half::remainder(std::span<const std::uint8_t> big_endian) const noexcept {
    std::uint64_t value = 0;
    if (mask != 0) {
        for (const std::uint8_t byte : big_endian.last(sizeof value))
            value = value << 8 | byte;
        return value & mask;
    }
    for (const std::uint8_t byte : big_endian)
        value = (value << 8 | byte) % values;
    return value;
}

std::uint64_t ff1::half::sum(std::uint64_t a, std::uint64_t b) const noexcept {
    return mask != 0 ? (a + b) & mask : (a + b) % values;
}

std::uint64_t ff1::half::difference(std::uint64_t a, std::uint64_t b) const noexcept {
    return mask != 0 ? (a - b) & mask : (a + values - b) % values;
}

ff1::half ff1::make_half(std::uint32_t radix, std::uint32_t length) {
    const std::uint64_t values = power(radix, length);
    return {values, std::has_single_bit(values) ? values - 1 : 0};
}

ff1::ff1(std::shared_ptr<const aes> key, shape of, std::string_view tweak)
    : key_{std::move(key)}, left_{make_half(of.radix, of.length / 2)},
      right_{make_half(of.radix, of.length - of.length / 2)},
      number_bytes_{(static_cast<std::size_t>(std::bit_width(right_.values - 1)) + 7) / 8},
      mac_bytes_{4 * ((number_bytes_ + 3) / 4) + 4}, mac_{}, sound_{start_the_mac(of, tweak)} {}

/// P, and all of Q up to the zeros: T || 0^((-t-b-1) mod 16) || [i] || [NUM(B)]^b.
bool ff1::start_the_mac(shape of, std::string_view tweak) {
    const auto byte = [](std::uint64_t value, unsigned index) { return static_cast<std::uint8_t>(value >> 8 * index); };
    std::vector<std::uint8_t> text{1,
                                   2,
                                   1,
                                   byte(of.radix, 2),
                                   byte(of.radix, 1),
                                   byte(of.radix, 0),
                                   rounds,
                                   byte(of.length / 2, 0),
                                   byte(of.length, 3),
                                   byte(of.length, 2),
                                   byte(of.length, 1),
                                   byte(of.length, 0),
                                   byte(tweak.size(), 3),
                                   byte(tweak.size(), 2),
                                   byte(tweak.size(), 1),
                                   byte(tweak.size(), 0)};
    text.insert(text.end(), tweak.begin(), tweak.end());
    const std::size_t with_number = text.size() + 1 + number_bytes_;
    text.resize((with_number + block_size - 1) / block_size * block_size);
    // The rounds add round and number to the last block, where nothing here overlaps them, and encrypt it.
    for (std::size_t i = 0; i < text.size(); i += block_size) {
        if (i != 0 && !key_->encrypt({&mac_, 1})) return false;
        for (std::size_t k = 0; k < block_size; ++k)
            mac_[k] ^= text[i + k];
    }
    return true;
}

template <bool forward>
bool ff1::run_round(unsigned round, std::span<halves> numbers) const noexcept {
    std::array<block, at_a_time> blocks;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        blocks[i] = mac_;
        blocks[i][block_size - 1 - number_bytes_] ^= static_cast<std::uint8_t>(round);
        xor_number(blocks[i], forward ? numbers[i].right : numbers[i].left, number_bytes_);
    }
    if (!key_->encrypt({blocks.data(), numbers.size()})) return false;
    const half& changed = changed_in(round);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        auto& [left, right] = numbers[i];
        const std::uint64_t y = changed.remainder({blocks[i].data(), mac_bytes_});
        if constexpr (forward)
            left = std::exchange(right, changed.sum(left, y));
        else
            right = std::exchange(left, changed.difference(right, y));
    }
    return true;
}

template <bool forward>
bool ff1::run(std::span<halves> numbers) const noexcept {
    if (!sound_) return false;
    if (const auto* const schedule = key_->schedule(); schedule != nullptr && is_binary()) {
        run_rounds<forward>({schedule, mac_, left_.mask, right_.mask, number_bytes_, mac_bytes_}, numbers);
        return true;
    }
    while (!numbers.empty()) {
        const auto part = numbers.first(std::min(numbers.size(), at_a_time));
        for (unsigned i = 0; i < rounds; ++i)
            if (!run_round<forward>(forward ? i : rounds - 1 - i, part)) return false;
        numbers = numbers.subspan(part.size());
    }
    return true;
}

bool ff1::encrypt(std::span<halves> numbers) const noexcept {
    return run<true>(numbers);
}

bool ff1::decrypt(std::span<halves> numbers) const noexcept {
    return run<false>(numbers);
}

} // namespace vesta::crypto
