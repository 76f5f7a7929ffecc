#pragma once

#include "support/layouts.hpp"

#include <vesta/time/clock.hpp>

#include <atomic>
#include <chrono>
#include <thread>

namespace vesta::testing {

/// A clock that runs so many times faster than the real one that a layout's cap is no bound, and that can be set
/// meanwhile.
class fast_clock final : public wall_clock {
  public:
    explicit fast_clock(int times) noexcept : times_{times}, start_{std::chrono::steady_clock::now()} {}

    unix_ns now() const noexcept override {
        const std::chrono::nanoseconds real = std::chrono::steady_clock::now() - start_;
        return unix_ns{new_year_2026} + real * times_ + std::chrono::nanoseconds{offset_ns_.load()};
    }

    void rest(std::chrono::nanoseconds duration) const override { std::this_thread::sleep_for(duration / times_); }

    void jump(std::chrono::nanoseconds step) noexcept { offset_ns_ += step.count(); }

  private:
    const int times_;
    const std::chrono::steady_clock::time_point start_;
    std::atomic<std::int64_t> offset_ns_{0};
};

} // namespace vesta::testing
