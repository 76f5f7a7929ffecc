#pragma once

#include <vesta/time/clock.hpp>

#include <atomic>
#include <cstdint>

namespace vesta::testing {

/// A clock that tests set by hand; `rest` advances it instead of sleeping.
///
/// Thread-safety: safe.
class manual_clock final : public wall_clock {
  public:
    /// Shows @p start; the boot clock starts at 0.
    explicit manual_clock(unix_ms start) noexcept : now_{unix_ns{start}.time_since_epoch().count()} {}

    unix_ns now() const noexcept override { return unix_ns{std::chrono::nanoseconds{now_.load()}}; }
    /// The time spent resting so far: jumps do not change it.
    boot_clock::time_point steady() const noexcept override {
        return boot_clock::time_point{std::chrono::nanoseconds{passed_.load()}};
    }
    /// Advances both clocks by @p duration at once.
    void rest(std::chrono::nanoseconds duration) const override {
        now_ += duration.count();
        passed_ += duration.count();
    }

    bool is_set() const noexcept override { return is_set_; }

    /// Sets the time of day as a time server does that the system follows from then on.
    void set_by_server(unix_ms to) noexcept {
        set(to);
        is_set_ = true;
    }
    /// Moves the time of day forwards or backwards by @p step.
    void jump(std::chrono::nanoseconds step) noexcept { now_ += step.count(); }
    /// Sets the time of day.
    void set(unix_ms to) noexcept { now_ = unix_ns{to}.time_since_epoch().count(); }

  private:
    mutable std::atomic<std::int64_t> now_;
    mutable std::atomic<std::int64_t> passed_{0};
    std::atomic<bool> is_set_{false};
};

} // namespace vesta::testing
