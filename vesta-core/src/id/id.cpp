#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/id/id.hpp>

namespace vesta {
namespace {

error not_an_id(std::string_view text) {
    return {errc::invalid_argument,
            in_quotes(text) +
                " is not an ID: expected a decimal from -9223372036854775808 to 18446744073709551615 or 0x and "
                "1 to 16 hexadecimal digits"};
}

} // namespace

std::string to_string(id value) {
    return std::to_string(value.value);
}

result<id> parse_id(std::string_view text) {
    const bool hexadecimal = text.starts_with("0x") || text.starts_with("0X");
    if (!hexadecimal)
        if (const auto number = read_number<std::int64_t>(text)) return id{*number};
    const auto bits = hexadecimal ? read_number<std::uint64_t>(text.substr(2), 16) : read_number<std::uint64_t>(text);
    if (bits) return id::from_bits(*bits);
    return not_an_id(text);
}

} // namespace vesta
