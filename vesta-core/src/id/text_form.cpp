#include <vesta/base/ascii.hpp>
#include <vesta/base/list.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/id/decimal.hpp>
#include <vesta/id/text_form.hpp>

#include <array>
#include <limits>

namespace vesta {
namespace {

constexpr std::array<std::string_view, 6> names{"decimal", "hex", "base32", "base58", "base62", "uuid"};
constexpr std::array all_forms{text_form::decimal, text_form::hex,    text_form::base32,
                               text_form::base58,  text_form::base62, text_form::uuid};

constexpr std::string_view hex_digits = "0123456789abcdef";

/// A positional system with a fixed number of digits.
struct positional {
    std::string_view digits;
    std::size_t length;         ///< That of 2^64 - 1.
    std::string_view also = {}; ///< Pairs of a look-alike and the digit it is read as.
    bool either_case = false;   ///< Digits are read in lower case too.
};

constexpr positional hex{hex_digits, 16, {}, true};
// https://www.crockford.com/base32.html: I and L are read as 1, O as 0.
constexpr positional base32{"0123456789ABCDEFGHJKMNPQRSTVWXYZ", 13, "I1L1O0", true};
constexpr positional base58{"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", 11};
constexpr positional base62{"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", 11};

/// Null for forms that are not positional.
constexpr const positional* system_of(text_form form) noexcept {
    switch (form) {
    case text_form::hex:
        return &hex;
    case text_form::base32:
        return &base32;
    case text_form::base58:
        return &base58;
    case text_form::base62:
        return &base62;
    case text_form::decimal:
    case text_form::uuid:
        break;
    }
    return nullptr;
}

char* write_digits(char* to, std::uint64_t value, const positional& in) noexcept {
    for (std::size_t left = in.length; left-- > 0; value /= in.digits.size())
        to[left] = in.digits[value % in.digits.size()];
    return to + in.length;
}

/// The value of a digit; npos for another character.
std::size_t digit_of(char given, const positional& in) noexcept {
    auto value = in.digits.find(given);
    if (value == std::string_view::npos && in.either_case) value = in.digits.find(to_lower(given));
    if (value == std::string_view::npos && in.either_case) value = in.digits.find(to_upper(given));
    if (value != std::string_view::npos) return value;
    for (std::size_t i = 0; i < in.also.size(); i += 2)
        if (to_upper(given) == in.also[i]) return in.digits.find(in.also[i + 1]);
    return value;
}

std::optional<std::uint64_t> read_digits(std::string_view text, const positional& in) noexcept {
    if (text.size() != in.length) return std::nullopt;
    constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t value = 0;
    for (const char each : text) {
        const std::size_t digit = digit_of(each, in);
        const std::uint64_t base = in.digits.size();
        if (digit == std::string_view::npos || value > (largest - digit) / base) return std::nullopt;
        value = value * base + digit;
    }
    return value;
}

// RFC 9562, 5.8: 48 bits, the version 8, 12 bits, the variant 10, and 62 bits.
constexpr std::size_t uuid_length = 36;
constexpr std::string_view uuid_pattern = "xxxxxxxx-xxxx-8xxx-x000-000000000000";
static_assert(uuid_pattern.size() == uuid_length);
constexpr std::size_t variant_at = 19; // the digit with the variant and two bits of the ID

/// Beyond the first 60 bits, two stand beside the variant, and two open the digit after it.
char* write_uuid(char* to, std::uint64_t value) noexcept {
    std::array<char, 16> digits;
    write_digits(digits.data(), value, hex);
    auto next = digits.begin();
    for (std::size_t i = 0; i < uuid_length; ++i)
        to[i] = uuid_pattern[i] == 'x' && i < variant_at ? *next++ : uuid_pattern[i];
    to[variant_at] = hex_digits[8 + ((value >> 2) & 3)];
    to[variant_at + 1] = hex_digits[(value & 3) << 2];
    return to + uuid_length;
}

std::optional<std::uint64_t> read_uuid(std::string_view text) {
    if (text.size() != uuid_length) return std::nullopt;
    std::string digits;
    for (std::size_t i = 0; i < variant_at; ++i)
        if (uuid_pattern[i] == 'x') digits += text[i];
    const std::size_t with_variant = digit_of(text[variant_at], hex);
    const std::size_t after = digit_of(text[variant_at + 1], hex);
    const auto upper = read_digits('0' + digits, hex);
    if (!upper || with_variant == std::string_view::npos || after == std::string_view::npos) return std::nullopt;
    const std::uint64_t value = *upper << 4 | (with_variant & 3) << 2 | after >> 2;
    std::array<char, uuid_length> again;
    write_uuid(again.data(), value);
    for (std::size_t i = 0; i < uuid_length; ++i)
        if (to_lower(text[i]) != again[i]) return std::nullopt; // another UUID
    return value;
}

std::optional<std::uint64_t> read_bits(std::string_view text, text_form as) {
    if (const positional* const in = system_of(as)) return read_digits(text, *in);
    return read_uuid(text);
}

std::string_view without_prefix(std::string_view text) noexcept {
    return text.substr(text.rfind('_') + 1); // npos + 1 is 0
}

} // namespace

std::optional<text_form> find_text_form(std::string_view name) noexcept {
    if (name == "text") return text_form::decimal;
    for (const text_form each : all_forms)
        if (vesta::name(each) == name) return each;
    return std::nullopt;
}

std::string_view name(text_form of) noexcept {
    return names[static_cast<std::size_t>(of)];
}

const std::string& text_form_names() {
    static const std::string all = listed(names);
    return all;
}

char* write_text(char* to, id value, text_form as) noexcept {
    if (as == text_form::decimal) return write_decimal(to, value.value);
    if (const positional* const in = system_of(as)) return write_digits(to, value.bits(), *in);
    return write_uuid(to, value.bits());
}

std::string to_text(id value, text_form as) {
    std::array<char, text_room> made;
    return {made.data(), write_text(made.data(), value, as)};
}

result<id> parse_text(std::string_view text, text_form as) {
    if (as == text_form::decimal) return parse_id(text);
    if (const auto bits = read_bits(text, as)) return id::from_bits(*bits);
    return error{errc::invalid_argument, in_quotes(text) + " is not an ID in " + std::string{name(as)}};
}

std::vector<text_reading> read_any_text(std::string_view text) {
    const std::string_view rest = without_prefix(text);
    std::vector<text_reading> found;
    if (const auto number = parse_id(rest)) found.push_back({text_form::decimal, *number});
    for (const text_form each : all_forms) {
        if (each == text_form::decimal) continue;
        if (const auto bits = read_bits(rest, each)) found.push_back({each, id::from_bits(*bits)});
    }
    return found;
}

error not_an_id_text(std::string_view text) {
    return {errc::invalid_argument,
            in_quotes(text) + " is not an ID: expected a decimal, hexadecimal with 0x, or one of " + text_form_names()};
}

result<id> parse_any_text(std::string_view text) {
    const auto found = read_any_text(text);
    if (found.empty()) return not_an_id_text(text);
    if (found.size() == 1 || found.front().as == text_form::decimal) return found.front().value;
    return error{errc::invalid_argument, in_quotes(text) + " is " + to_string(found[0].value) + " in " +
                                             std::string{name(found[0].as)} + " and another ID in " +
                                             std::string{name(found[1].as)} + "; say which"};
}

} // namespace vesta
