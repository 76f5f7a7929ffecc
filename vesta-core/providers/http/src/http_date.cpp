#include <vesta/base/number.hpp>
#include <vesta/http/http_date.hpp>

namespace vesta::http {
namespace {

constexpr std::string_view months = "JanFebMarAprMayJunJulAugSepOctNovDec";
constexpr std::size_t length = 29;

std::optional<unsigned> number_in(std::string_view text, std::size_t at, std::size_t digits) {
    return read_number<unsigned>(text.substr(at, digits));
}

} // namespace

std::optional<unix_ms> read_http_date(std::string_view text) {
    using namespace std::chrono;
    if (text.size() != length || !text.ends_with(" GMT")) return std::nullopt;
    const auto month = months.find(text.substr(8, 3));
    const auto on = number_in(text, 5, 2), in = number_in(text, 12, 4);
    const auto hour = number_in(text, 17, 2), minute = number_in(text, 20, 2), second = number_in(text, 23, 2);
    if (month == std::string_view::npos || month % 3 != 0 || !on || !in || !hour || !minute || !second)
        return std::nullopt;
    const year_month_day date{year{static_cast<int>(*in)}, std::chrono::month{static_cast<unsigned>(month / 3 + 1)},
                              day{*on}};
    if (!date.ok()) return std::nullopt;
    return sys_days{date} + hours{*hour} + minutes{*minute} + seconds{*second};
}

} // namespace vesta::http
