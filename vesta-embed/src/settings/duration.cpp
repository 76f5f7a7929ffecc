#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/embed/settings.hpp>

#include <array>

namespace vesta::embed {

result<std::chrono::milliseconds> parse_duration(std::string_view text) {
    struct unit {
        std::string_view name;
        std::int64_t ms;
    };
    constexpr std::array units{unit{"ms", 1}, unit{"s", 1000}, unit{"min", 60'000}, unit{"h", 3'600'000},
                               unit{"d", 86'400'000}};
    std::string_view suffix = text;
    if (const auto count = take_number<std::uint32_t>(suffix)) {
        if (*count == 0 && suffix.empty()) return std::chrono::milliseconds{0};
        for (const auto& [name, ms] : units)
            if (suffix == name) return std::chrono::milliseconds{*count * ms};
    }
    return error{errc::invalid_argument,
                 in_quotes(text) + " is not a length of time with its unit: 5ms, 3s, 15min, 2h, 1d"};
}

} // namespace vesta::embed
