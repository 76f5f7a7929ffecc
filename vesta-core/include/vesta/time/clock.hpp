#pragma once

#include <vesta/time/boot_clock.hpp>
#include <vesta/time/instant.hpp>

#include <chrono>

namespace vesta {

/// The wall clock a generator reads, and how its callers wait. A port: see `system_wall_clock()` for the real one and
/// `vesta/testing/manual_clock.hpp` for one that tests turn by hand. Safe to use from any thread.
class wall_clock {
  public:
    virtual ~wall_clock() = default;

    /// The time of day now. It may jump, both ways.
    virtual unix_ns now() const noexcept = 0;

    /// A time that only moves forward, suspends included, to tell how long ago something was whatever the time of day
    /// was set to meanwhile.
    virtual boot_clock::time_point steady() const noexcept { return boot_clock::now(); }

    /// Lets the calling thread rest for @p duration, whatever the wall clock does meanwhile.
    virtual void rest(std::chrono::nanoseconds duration) const = 0;
};

/// The operating system's real-time clock (about 20 ns a reading; its coarse variant steps by 4 ms and is not used).
const wall_clock& system_wall_clock() noexcept;

} // namespace vesta
