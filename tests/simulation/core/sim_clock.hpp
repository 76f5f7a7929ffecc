#pragma once

#include "support/layouts.hpp"
#include "world.hpp"

#include <vesta/time/clock.hpp>

#include <gtest/gtest.h>

namespace vesta::testing {

/// The wall clock of one simulated host: it runs at a pace of its own, and is set at will.
class sim_clock final : public wall_clock {
  public:
    explicit sim_clock(const world& in) noexcept : in_{in}, base_{new_year_2026} {}

    unix_ns now() const noexcept override { return base_ + (in_.now() - since_) * pace_permille_ / 1000; }

    boot_clock::time_point steady() const noexcept override { return boot_clock::time_point{in_.now()}; }

    void rest(std::chrono::nanoseconds) const override { ADD_FAILURE() << "nothing here may block"; }

    void jump(std::chrono::nanoseconds step) noexcept {
        restart_count();
        base_ += step;
    }

    /// 1000 is right, 0 stands still.
    void run_at(std::int64_t pace_permille) noexcept {
        restart_count();
        pace_permille_ = pace_permille;
    }

    /// As a time service does that sets the clock hard.
    void put_right() noexcept {
        since_ = in_.now();
        base_ = unix_ns{new_year_2026} + since_;
        pace_permille_ = 1000;
    }

  private:
    void restart_count() noexcept {
        base_ = now();
        since_ = in_.now();
    }

    const world& in_;
    unix_ns base_;
    world::duration since_{0};
    std::int64_t pace_permille_ = 1000;
};

} // namespace vesta::testing
