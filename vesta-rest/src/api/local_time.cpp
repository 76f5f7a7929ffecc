#include "api/local_time.hpp"

#include <array>
#include <cstdio>
#include <ctime>

namespace vesta::rest {

namespace {

std::tm local_parts(unix_ms instant) {
    const std::time_t since = std::chrono::floor<std::chrono::seconds>(instant).time_since_epoch().count();
    std::tm parts{};
    localtime_r(&since, &parts);
    return parts;
}

} // namespace

std::string to_local_text(unix_ms instant) {
    const std::tm parts = local_parts(instant);
    const auto past_the_second = instant - std::chrono::floor<std::chrono::seconds>(instant);
    std::array<char, 96> text{};
    const int length = std::snprintf(text.data(), text.size(), "%04d-%02d-%02d %02d:%02d:%02d.%03d",
                                     parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min,
                                     parts.tm_sec, static_cast<int>(past_the_second.count()));
    return {text.data(), static_cast<std::size_t>(length)};
}

std::string to_java_date(unix_ms instant) {
    constexpr std::array days{"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
    constexpr std::array months{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
    const std::tm parts = local_parts(instant);
    std::array<char, 128> text{};
    const int length =
        std::snprintf(text.data(), text.size(), "%s %s %02d %02d:%02d:%02d %s %d", days.at(std::size_t(parts.tm_wday)),
                      months.at(std::size_t(parts.tm_mon)), parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec,
                      parts.tm_zone, parts.tm_year + 1900);
    return {text.data(), static_cast<std::size_t>(length)};
}

} // namespace vesta::rest
