#pragma once

#include <vesta/time/boot_clock.hpp>

#include <atomic>
#include <cstdint>
#include <ctime>

namespace vesta::rpc::detail {

/// Coarse time that counts suspends.
///
/// The system has no such clock, but its two coarse clocks together tell when an exact reading is due: during a suspend
/// the time of day goes on and the monotonic clock stops. Setting the time of day costs an exact reading as well.
/// Thread-safety: safe.
class suspend_watch {
  public:
    /// @p monotonic plus the time that the host was suspended so far; @p exact reads the latter when needed.
    template <class Exact>
    std::int64_t awake_and_asleep(std::int64_t monotonic, std::int64_t time_of_day, const Exact& exact) noexcept {
        constexpr std::int64_t noticed = 100'000'000; // far more than the time between the two readings
        const std::int64_t apart = time_of_day - monotonic;
        const std::int64_t change = apart - apart_.load(std::memory_order_acquire);
        if (change > noticed || change < -noticed) [[unlikely]] {
            suspended_.store(exact(), std::memory_order_relaxed);
            apart_.store(apart, std::memory_order_release);
        }
        return monotonic + suspended_.load(std::memory_order_relaxed);
    }

  private:
    std::atomic<std::int64_t> apart_{0};
    std::atomic<std::int64_t> suspended_{0};
};

inline suspend_watch watched_suspends;

inline std::int64_t read_clock(clockid_t which) noexcept {
    timespec now{};
    ::clock_gettime(which, &now);
    return now.tv_sec * std::int64_t{1'000'000'000} + now.tv_nsec;
}

/// Nanoseconds since the host booted, suspends included, by the clock's last tick, at most 4 ms ago. Costs half of an
/// exact reading.
inline std::int64_t coarse_now() noexcept {
    return watched_suspends.awake_and_asleep(read_clock(CLOCK_MONOTONIC_COARSE), read_clock(CLOCK_REALTIME_COARSE), [] {
        return boot_clock::now().time_since_epoch().count() - read_clock(CLOCK_MONOTONIC);
    });
}

} // namespace vesta::rpc::detail
