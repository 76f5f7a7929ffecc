#include <vesta/base/quote.hpp>
#include <vesta/time/instant.hpp>

#include <algorithm>
#include <array>
#include <cstdio>
#include <optional>

namespace vesta {
namespace {

using namespace std::chrono;

// The years 0 to 9999, which four digits can write.
constexpr unix_ms first_writable{sys_days{year{0} / January / 1}};
constexpr unix_ms end_of_writable{sys_days{year{10000} / January / 1}};

/// Consumes a text from the front; every function returns nothing, or false, if the text does not fit.
class reader {
  public:
    explicit reader(std::string_view text) : rest_{text} {}

    std::optional<int> digits(std::size_t count) {
        if (rest_.size() < count) return {};
        int value = 0;
        for (const char c : rest_.substr(0, count)) {
            if (c < '0' || c > '9') return {};
            value = value * 10 + (c - '0');
        }
        rest_.remove_prefix(count);
        return value;
    }

    bool one_of(std::string_view accepted) {
        if (rest_.empty() || accepted.find(rest_.front()) == std::string_view::npos) return false;
        last_ = rest_.front();
        rest_.remove_prefix(1);
        return true;
    }

    /// `.` and 1 to 9 digits, as milliseconds; 0 without a dot.
    std::optional<milliseconds> decimals() {
        if (!one_of(".")) return milliseconds{0};
        int value = 0;
        std::size_t count = 0;
        for (; count < 9 && !rest_.empty() && rest_.front() >= '0' && rest_.front() <= '9'; ++count) {
            if (count < 3) value = value * 10 + (rest_.front() - '0');
            rest_.remove_prefix(1);
        }
        if (count == 0) return {};
        for (std::size_t i = count; i < 3; ++i)
            value *= 10;
        return milliseconds{value};
    }

    /// `Z` or `+hh:mm`.
    std::optional<minutes> offset() {
        if (one_of("Zz")) return minutes{0};
        if (!one_of("+-")) return {};
        const int sign = last_ == '-' ? -1 : 1;
        const auto hour = digits(2);
        if (!hour || *hour > 23 || !one_of(":")) return {};
        const auto minute = digits(2);
        if (!minute || *minute > 59) return {};
        return minutes{sign * (*hour * 60 + *minute)};
    }

    bool done() const { return rest_.empty(); }

  private:
    std::string_view rest_;
    char last_ = 0;
};

std::optional<sys_days> read_date(reader& in) {
    const auto y = in.digits(4);
    if (!y || !in.one_of("-")) return {};
    const auto m = in.digits(2);
    if (!m || !in.one_of("-")) return {};
    const auto d = in.digits(2);
    if (!d) return {};
    const year_month_day date{year{*y}, month{static_cast<unsigned>(*m)}, day{static_cast<unsigned>(*d)}};
    if (!date.ok()) return {};
    return sys_days{date};
}

std::optional<milliseconds> read_time_of_day(reader& in) {
    const auto h = in.digits(2);
    if (!h || *h > 23 || !in.one_of(":")) return {};
    const auto m = in.digits(2);
    if (!m || *m > 59 || !in.one_of(":")) return {};
    const auto s = in.digits(2);
    if (!s || *s > 59) return {};
    const auto part = in.decimals();
    if (!part) return {};
    return hours{*h} + minutes{*m} + seconds{*s} + *part;
}

std::optional<unix_ms> read(std::string_view text) {
    reader in{text};
    const auto date = read_date(in);
    if (!date || !in.one_of("Tt ")) return {};
    const auto time = read_time_of_day(in);
    if (!time) return {};
    const auto offset = in.offset();
    if (!offset || !in.done()) return {};
    const unix_ms instant = *date + *time - *offset;
    if (instant < first_writable || instant >= end_of_writable) return {};
    return instant;
}

} // namespace

std::string to_rfc3339(unix_ms instant) {
    instant = std::clamp(instant, first_writable, end_of_writable - milliseconds{1});
    const auto midnight = floor<days>(instant);
    const year_month_day date{midnight};
    const hh_mm_ss time{instant - midnight};
    std::array<char, 64> text{};
    const int length =
        std::snprintf(text.data(), text.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
                      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                      static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
                      static_cast<int>(time.seconds().count()), static_cast<int>(time.subseconds().count()));
    return {text.data(), static_cast<std::size_t>(length)};
}

result<unix_ms> parse_rfc3339(std::string_view text) {
    if (const auto instant = read(text)) return *instant;
    return error{errc::invalid_argument,
                 in_quotes(text) + " is not an instant: expected RFC 3339, for example 2026-01-31T23:59:59.999Z"};
}

std::string to_text(milliseconds duration) {
    struct unit {
        milliseconds size;
        const char* suffix;
    };
    constexpr std::array units{unit{days{1}, "d"}, unit{hours{1}, "h"}, unit{minutes{1}, "min"}, unit{seconds{1}, "s"}};
    for (const auto& [size, suffix] : units)
        if (duration >= 2 * size && duration % size == milliseconds{0}) return std::to_string(duration / size) + suffix;
    if (duration < seconds{1}) return std::to_string(duration.count()) + "ms";
    std::array<char, 40> text{};
    const auto ms = duration.count();
    std::snprintf(text.data(), text.size(), "%lld.%03llds", static_cast<long long>(ms / 1000),
                  static_cast<long long>(ms % 1000));
    return text.data();
}

} // namespace vesta
