#include <vesta/access/quota.hpp>

#include <algorithm>

namespace vesta::access {
namespace {

constexpr std::uint64_t ns_per_second = 1'000'000'000;

/// How long @p count numbers take to be earned, in nanoseconds, rounded up. Below 2^63 for counts and rates up to 1e9.
std::int64_t time_for(std::uint64_t count, std::uint64_t per_second) noexcept {
    return static_cast<std::int64_t>((count * ns_per_second + per_second - 1) / per_second);
}

} // namespace

quota::answer quota::take(std::uint64_t count, clock::time_point now) noexcept {
    if (count > of_.burst) return {.how = outcome::never};
    const auto at = std::chrono::duration_cast<std::chrono::nanoseconds>(now.time_since_epoch()).count();
    const auto room = time_for(of_.burst, of_.ids_per_second);
    const auto cost = time_for(count, of_.ids_per_second);
    auto before = used_until_.load(std::memory_order_relaxed);
    while (true) {
        const auto after = std::max<std::int64_t>(before, at) + cost;
        if (after - at > room) return {.how = outcome::wait, .wait = std::chrono::nanoseconds{after - at - room}};
        if (used_until_.compare_exchange_weak(before, after, std::memory_order_relaxed)) return {};
    }
}

void quota::give_back(std::uint64_t count) noexcept {
    used_until_.fetch_sub(time_for(count, of_.ids_per_second), std::memory_order_relaxed);
}

} // namespace vesta::access
