#include "told.hpp"

#include <vesta/base/list.hpp>

#include <algorithm>
#include <span>

namespace vesta::migrate {

std::string told(std::chrono::milliseconds length) {
    using namespace std::chrono_literals;
    if (length < 2min) return std::to_string(length / 1s) + "." + std::to_string(length % 1s / 100ms) + " s";
    if (length < 2h) return std::to_string(length / 1min) + " min";
    if (length < 48h) return std::to_string(length / 1h) + " h";
    return std::to_string(length / 24h) + " days";
}

std::string counted(std::size_t number, const std::string& what) {
    return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

std::string told(const std::vector<std::string>& all) {
    constexpr std::size_t most = 12;
    const auto shown = std::span{all}.first(std::min(most, all.size()));
    return listed(shown) + (all.size() > most ? " and " + std::to_string(all.size() - most) + " more" : "");
}

} // namespace vesta::migrate
