#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/embed/byte_count.hpp>

#include <array>

namespace vesta::embed {
namespace {

struct unit {
    std::string_view name;
    std::uint64_t bytes;
};

constexpr std::array units{unit{"GiB", 1U << 30}, unit{"MiB", 1U << 20}, unit{"KiB", 1U << 10}};

} // namespace

result<byte_count> parse_byte_count(std::string_view text) {
    std::string_view suffix = text;
    if (const auto count = take_number<std::uint32_t>(suffix)) {
        for (const auto& [name, bytes] : units)
            if (suffix == name) return byte_count{*count * bytes};
    }
    return error{errc::invalid_argument,
                 in_quotes(text) + " is not an amount of memory with its unit: 64KiB, 256MiB, 2GiB"};
}

std::string text_of(byte_count of) {
    for (const auto& [name, bytes] : units)
        if (of.value % bytes == 0) return std::to_string(of.value / bytes) + std::string{name};
    return std::to_string(of.value / units.back().bytes) + std::string{units.back().name};
}

} // namespace vesta::embed
