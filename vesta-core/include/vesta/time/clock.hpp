#pragma once

#include <vesta/time/boot_clock.hpp>
#include <vesta/time/instant.hpp>

#include <chrono>

namespace vesta {

/// The wall clock that a generator reads, and the way its callers sleep. A port.
///
/// `system_wall_clock()` is the real one; `vesta/testing/manual_clock.hpp` has one that tests set by hand.
/// Thread-safety: implementations are safe.
class wall_clock {
  public:
    virtual ~wall_clock() = default;

    /// The time of day. It may jump forwards and backwards.
    virtual unix_ns now() const noexcept = 0;

    /// A time that never goes back and counts suspends, to measure how long ago something happened.
    virtual boot_clock::time_point steady() const noexcept { return boot_clock::now(); }

    /// Whether the system says that a time server has set the time of day. A clock that cannot tell says no.
    virtual bool is_set() const noexcept { return false; }

    /// Blocks the calling thread for @p duration, even if the wall clock is set meanwhile.
    virtual void rest(std::chrono::nanoseconds duration) const = 0;
};

/// The operating system's real-time clock. A reading takes about 20 ns.
///
/// The coarse variant, which steps by up to 4 ms, is not used.
/// Lifetime: lives until the process exits.
const wall_clock& system_wall_clock() noexcept;

} // namespace vesta
