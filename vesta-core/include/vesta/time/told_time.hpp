#pragma once

#include <vesta/time/boot_clock.hpp>
#include <vesta/time/instant.hpp>

#include <algorithm>
#include <chrono>

namespace vesta {

/// A store's time of day between two tellings of it: what it told, and what has passed since by the boot clock. A store
/// whose clock was set back is held to what it would show had it not been. A value.
class told_time {
  public:
    told_time(unix_ns told, boot_clock::time_point at) noexcept : told_{told}, at_{at} {}

    /// What the store's clock shows, or would show, at @p then.
    unix_ns at(boot_clock::time_point then) const noexcept { return told_ + (then - at_); }

    /// It told @p time, which was heard at @p then.
    void hear(unix_ns time, boot_clock::time_point then) noexcept {
        const auto passed = std::max(then - at_, boot_clock::duration{0});
        if (at(then) - time <= drift + passed / drift_part) *this = {time, then};
    }

  private:
    // Two clocks that nobody sets differ by so much after a while: that is no setting back.
    static constexpr std::chrono::seconds drift{1};
    static constexpr int drift_part = 1000;

    unix_ns told_;
    boot_clock::time_point at_;
};

} // namespace vesta
