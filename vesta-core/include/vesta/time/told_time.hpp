#pragma once

#include <vesta/time/boot_clock.hpp>
#include <vesta/time/instant.hpp>

#include <algorithm>
#include <chrono>

namespace vesta {

/// A store's time of day between two reports: the last report plus the time that the boot clock has counted since.
///
/// A store whose clock is set back is held to the time it would show otherwise. A value.
class told_time {
  public:
    told_time(unix_ns told, boot_clock::time_point at) noexcept : told_{told}, at_{at} {}

    /// The store's time at @p then.
    unix_ns at(boot_clock::time_point then) const noexcept { return told_ + (then - at_); }

    /// Takes the report that it was @p time at @p then, unless the store's clock was set back.
    void hear(unix_ns time, boot_clock::time_point then) noexcept {
        const auto passed = std::max(then - at_, boot_clock::duration{0});
        if (at(then) - time <= drift + passed / drift_part) *this = {time, then};
    }

  private:
    // Two clocks that run freely differ by this much after a while; a larger step back was set.
    static constexpr std::chrono::seconds drift{1};
    static constexpr int drift_part = 1000;

    unix_ns told_;
    boot_clock::time_point at_;
};

} // namespace vesta
