#pragma once

#include <vesta/time/clock.hpp>

#include <atomic>

namespace vesta::testing {

/// A clock that is turned by hand; resting lets time pass. Safe to use from any thread.
class manual_clock final : public wall_clock {
  public:
    explicit manual_clock(unix_ms start) noexcept : now_{unix_ns{start}.time_since_epoch().count()} {}

    unix_ns now() const noexcept override { return unix_ns{std::chrono::nanoseconds{now_.load()}}; }
    boot_clock::time_point steady() const noexcept override {
        return boot_clock::time_point{std::chrono::nanoseconds{passed_.load()}};
    }
    void rest(std::chrono::nanoseconds duration) const override {
        now_ += duration.count();
        passed_ += duration.count();
    }

    /// Sets the time of day forward or back by @p step, in no time.
    void jump(std::chrono::nanoseconds step) noexcept { now_ += step.count(); }
    void set(unix_ms to) noexcept { now_ = unix_ns{to}.time_since_epoch().count(); }

  private:
    mutable std::atomic<std::int64_t> now_;
    mutable std::atomic<std::int64_t> passed_{0};
};

} // namespace vesta::testing
