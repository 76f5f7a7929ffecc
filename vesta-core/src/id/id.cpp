#include <vesta/base/quote.hpp>
#include <vesta/id/id.hpp>

#include <charconv>

namespace vesta {
namespace {

error not_an_id(std::string_view text) {
    return {errc::invalid_argument,
            in_quotes(text) +
                " is not an ID: expected a decimal from -9223372036854775808 to 18446744073709551615 or 0x and "
                "1 to 16 hexadecimal digits"};
}

template <class Integer>
bool read_all(std::string_view text, Integer& value, int base) {
    const char* const end = text.data() + text.size();
    const auto [stop, failed] = std::from_chars(text.data(), end, value, base);
    return failed == std::errc{} && stop == end && !text.empty();
}

} // namespace

std::string to_string(id value) {
    return std::to_string(value.value);
}

result<id> parse_id(std::string_view text) {
    std::uint64_t bits = 0;
    if (text.starts_with("0x") || text.starts_with("0X")) {
        if (read_all(text.substr(2), bits, 16)) return id::from_bits(bits);
        return not_an_id(text);
    }
    std::int64_t number = 0;
    if (read_all(text, number, 10)) return id{number};
    if (read_all(text, bits, 10)) return id::from_bits(bits);
    return not_an_id(text);
}

} // namespace vesta
