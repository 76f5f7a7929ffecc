#include <vesta/id/check_digits.hpp>

#include <array>
#include <cstdint>
#include <ranges>
#include <vector>

namespace vesta {
namespace {

constexpr std::string_view check_alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ*";
constexpr unsigned digits_only = 10;
constexpr unsigned letters_too = 36;

/// The values of the characters of @p text that are among the first @p size of the alphabet.
std::vector<unsigned> values_of(std::string_view text, unsigned size) {
    std::vector<unsigned> values;
    for (const char each : text) {
        const char upper = each >= 'a' && each <= 'z' ? static_cast<char>(each - 'a' + 'A') : each;
        const std::size_t value = check_alphabet.find(upper);
        if (value < size) values.push_back(static_cast<unsigned>(value));
    }
    return values;
}

unsigned luhn_of(const std::vector<unsigned>& values) {
    unsigned sum = 0;
    bool doubled = true; // the last one, since the check digit comes behind it
    for (const unsigned each : values | std::views::reverse) {
        const unsigned of = doubled ? 2 * each : each;
        sum += of / 10 + of % 10;
        doubled = !doubled;
    }
    return (10 - sum % 10) % 10;
}

/// The product in the dihedral group of the pentagon: 0 to 4 are rotations, 5 to 9 reflections.
constexpr unsigned times_in_d5(unsigned a, unsigned b) {
    if (a < 5) return b < 5 ? (a + b) % 5 : 5 + (a + b) % 5;
    return b < 5 ? 5 + (a + 5 - b) % 5 : (a + 5 - b) % 5;
}

unsigned verhoeff_of(const std::vector<unsigned>& values) {
    constexpr std::array<unsigned, 10> permutation{1, 5, 7, 6, 2, 8, 3, 0, 9, 4};
    constexpr std::array<unsigned, 10> inverse{0, 4, 3, 2, 1, 5, 6, 7, 8, 9};
    constexpr std::size_t order = 8; // of the permutation
    unsigned sum = 0;
    std::size_t place = 1; // from the right; the check digit is at 0
    for (unsigned each : values | std::views::reverse) {
        for (std::size_t i = 0; i < place % order; ++i)
            each = permutation[each];
        sum = times_in_d5(sum, each);
        ++place;
    }
    return inverse[sum];
}

/// ISO/IEC 7064, pure systems: the sum of the values by powers of the radix, the check character's among them, is 1.
unsigned pure_of(const std::vector<unsigned>& values, unsigned modulus, unsigned radix) {
    unsigned sum = 0;
    for (const unsigned each : values)
        sum = (sum + each) * radix % modulus;
    return (modulus + 1 - sum) % modulus;
}

/// ISO/IEC 7064, hybrid systems of the moduli @p size + 1 and @p size.
unsigned hybrid_of(const std::vector<unsigned>& values, unsigned size) {
    unsigned product = size;
    for (const unsigned each : values) {
        const unsigned sum = (product + each) % size;
        product = (sum == 0 ? size : sum) * 2 % (size + 1);
    }
    return (size + 1 - product) % size;
}

std::string two_digits(unsigned value) {
    return {check_alphabet[value / 10], check_alphabet[value % 10]};
}

/// MOD 97-10: two characters of the same radix.
std::string mod_97_of(const std::vector<unsigned>& values) {
    unsigned sum = 0;
    for (const unsigned each : values)
        sum = (sum * 10 + each) % 97;
    return two_digits(98 - sum * 100 % 97);
}

} // namespace

std::size_t check_length(check_method by) noexcept {
    return by == check_method::none ? 0 : by == check_method::mod_97_10 ? 2 : 1;
}

std::string check_digits(std::string_view text, check_method by) {
    const bool has_letters = by == check_method::mod_37_2 || by == check_method::mod_37_36;
    const auto values = values_of(text, has_letters ? letters_too : digits_only);
    const auto one = [](unsigned value) { return std::string{check_alphabet[value]}; };
    switch (by) {
    case check_method::none:
        break;
    case check_method::luhn:
        return one(luhn_of(values));
    case check_method::verhoeff:
        return one(verhoeff_of(values));
    case check_method::mod_11_2: {
        const unsigned value = pure_of(values, 11, 2);
        return value == 10 ? "X" : one(value);
    }
    case check_method::mod_11_10:
        return one(hybrid_of(values, 10));
    case check_method::mod_97_10:
        return mod_97_of(values);
    case check_method::mod_37_2:
        return one(pure_of(values, 37, 2));
    case check_method::mod_37_36:
        return one(hybrid_of(values, 36));
    }
    return "";
}

} // namespace vesta
