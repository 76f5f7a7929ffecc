#pragma once

#include <chrono>

namespace vesta {

/// The time since the host booted, suspends included (Linux: CLOCK_BOOTTIME).
///
/// It measures how long ago something happened, even if the wall clock was set or the host was suspended since.
/// `std::chrono::steady_clock` stops during a suspend. Both stop while a hypervisor pauses the host.
///
/// Units: nanoseconds. A reading takes about 20 ns.
/// Thread-safety: safe.
struct boot_clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<boot_clock>;
    static constexpr bool is_steady = true;

    static time_point now() noexcept;
};

} // namespace vesta
