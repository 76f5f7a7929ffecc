#pragma once

#include <chrono>

namespace vesta {

/// The time since the host started, suspends included (Linux: CLOCK_BOOTTIME): for telling how long ago something was,
/// whatever the time of day was set to meanwhile, and however long the host slept. `std::chrono::steady_clock` stands
/// still during a suspend. Neither counts while a hypervisor pauses the host. A reading takes about 20 ns.
struct boot_clock {
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<boot_clock>;
    static constexpr bool is_steady = true;

    static time_point now() noexcept;
};

} // namespace vesta
