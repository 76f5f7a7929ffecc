#include "api/local_time.hpp"

#include <array>
#include <cstdio>
#include <ctime>

namespace vesta::rest {

std::string to_local_text(unix_ms instant) {
    const auto second = std::chrono::floor<std::chrono::seconds>(instant);
    const std::time_t since = second.time_since_epoch().count();
    std::tm parts{};
    localtime_r(&since, &parts);
    std::array<char, 96> text{};
    const int length = std::snprintf(text.data(), text.size(), "%04d-%02d-%02d %02d:%02d:%02d.%03d",
                                     parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday, parts.tm_hour, parts.tm_min,
                                     parts.tm_sec, static_cast<int>((instant - second).count()));
    return {text.data(), static_cast<std::size_t>(length)};
}

} // namespace vesta::rest
