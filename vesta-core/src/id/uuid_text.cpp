#include "uuid_text.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace vesta::detail {
namespace {

constexpr std::size_t uuid_length = 36;
constexpr std::array<std::size_t, 4> hyphens{8, 13, 18, 23};

} // namespace

char* write_uuid(char* to, const uuid& value) noexcept {
    std::array<char, 32> digits;
    const char* from = digits.data();
    write_digits(digits.data(), value.high, hex);
    write_digits(digits.data() + 16, value.low, hex);
    for (const std::size_t group : {8, 4, 4, 4, 12}) {
        to = std::copy_n(from, group, to);
        from += group;
        if (group != 12) *to++ = '-';
    }
    return to;
}

/// Empty where @p text is a UUID.
std::string misfit_of_uuid(std::string_view text) {
    if (text.size() != uuid_length)
        return "it has " + std::to_string(text.size()) + " characters, and must have " + std::to_string(uuid_length);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool hyphen = std::ranges::find(hyphens, i) != hyphens.end();
        if (hyphen != (text[i] == '-') || (!hyphen && digit_of(text[i], hex) == std::string_view::npos))
            return in_quotes(text.substr(i, 1)) + " is no place " + std::to_string(i + 1) +
                   " of xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx, where x is 0-9a-f";
    }
    return {};
}

std::optional<uuid> read_uuid(std::string_view text) {
    if (!misfit_of_uuid(text).empty()) return std::nullopt;
    std::string digits;
    std::ranges::copy_if(text, std::back_inserter(digits), [](char each) { return each != '-'; });
    return uuid_of(*read_digits<uint128>(digits, hex));
}

} // namespace vesta::detail
