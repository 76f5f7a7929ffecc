#include "date.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>

namespace vesta::rest::http {
namespace {

constexpr std::string_view days = "SunMonTueWedThuFriSat";
constexpr std::string_view months = "JanFebMarAprMayJunJulAugSepOctNovDec";

} // namespace

void date_field::refresh() noexcept {
    timespec now{};
    // The coarse clock lags by some milliseconds at most, and costs a quarter.
    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    if (now.tv_sec != second_) set(now.tv_sec);
}

void date_field::set(std::time_t second) noexcept {
    using namespace std::chrono;
    second_ = second;
    const sys_seconds at{seconds{second}};
    const auto day = floor<std::chrono::days>(at);
    const year_month_day date{day};
    const hh_mm_ss time{at - day};
    const auto day_name = days.substr(weekday{day}.c_encoding() * 3, 3);
    const auto month_name = months.substr((static_cast<unsigned>(date.month()) - 1) * 3, 3);
    std::array<char, 64> line{};
    std::snprintf(line.data(), line.size(), "%.3s, %02u %.3s %04d %02d:%02d:%02d GMT", day_name.data(),
                  static_cast<unsigned>(date.day()), month_name.data(), static_cast<int>(date.year()),
                  static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
                  static_cast<int>(time.seconds().count()));
    std::copy_n(line.data(), length, text_.data());
}

} // namespace vesta::rest::http
