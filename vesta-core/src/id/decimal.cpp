#include <vesta/id/decimal.hpp>

#include <bit>
#include <cstring>

namespace vesta {
namespace {

constexpr std::uint64_t ten_8 = 100'000'000;
constexpr std::uint64_t ten_16 = ten_8 * ten_8;
constexpr std::uint64_t zeros_8 = 0x3030303030303030; // "00000000"

static_assert(std::endian::native == std::endian::little, "digits lie in a word with the first in its lowest byte");

/// The eight digits of a number below 10^8, one per byte, the first in the lowest byte. Halves, quarters and digits are
/// split off side by side in one word; the multiplications replace divisions by 100 and by 10.
std::uint64_t digits_8(std::uint64_t value) noexcept {
    const std::uint64_t halves = value / 10'000 | value % 10'000 << 32;
    const std::uint64_t upper = (halves * 10'486) >> 20 & 0x0000'007f'0000'007f;
    const std::uint64_t quarters = upper + ((halves - 100 * upper) << 16);
    const std::uint64_t tens = (quarters * 103) >> 10 & 0x000f'000f'000f'000f;
    return tens + ((quarters - 10 * tens) << 8);
}

char* write_8(char* to, std::uint64_t value) noexcept {
    const std::uint64_t text = digits_8(value) + zeros_8;
    std::memcpy(to, &text, 8);
    return to + 8;
}

/// Writes a number below 10^8 without leading zeros; always touches eight bytes. Digits are counted with branches, not
/// arithmetic: a processor that predicts them right starts on the next number at once.
char* write_front(char* to, std::uint64_t value) noexcept {
    int zeros = 7;
    for (std::uint64_t power = 10; value >= power; power *= 10)
        --zeros;
    const std::uint64_t text = (digits_8(value) + zeros_8) >> (8 * zeros);
    std::memcpy(to, &text, 8);
    return to + 8 - zeros;
}

} // namespace

char* write_decimal(char* to, std::int64_t value) noexcept {
    auto size = static_cast<std::uint64_t>(value);
    if (value < 0) {
        *to++ = '-';
        size = 0 - size;
    }
    if (size < ten_8) return write_front(to, size);
    if (size < ten_16) {
        to = write_front(to, size / ten_8);
        return write_8(to, size % ten_8);
    }
    const std::uint64_t low = size % ten_16;
    to = write_front(to, size / ten_16);
    to = write_8(to, low / ten_8);
    return write_8(to, low % ten_8);
}

char* decimal_series::write(char* to, std::int64_t value) noexcept {
    constexpr std::size_t most_upper_digits = 16; // of the 11 there can be
    constexpr auto base = static_cast<std::int64_t>(ten_8);
    if (value < base) return write_decimal(to, value);
    if (const std::int64_t upper = value / base; upper != upper_) {
        upper_ = upper;
        size_ = static_cast<std::size_t>(write_decimal(text_.data(), upper) - text_.data());
    }
    std::memcpy(to, text_.data(), most_upper_digits);
    return write_8(to + size_, static_cast<std::uint64_t>(value - upper_ * base));
}

} // namespace vesta
