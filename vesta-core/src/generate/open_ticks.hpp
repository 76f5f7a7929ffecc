#pragma once

#include <vesta/generate/portion_timer.hpp>
#include <vesta/time/clock.hpp>

#include <atomic>
#include <memory>

namespace vesta::detail {

/// Says when callers may go on in a tick that another of them read from the clock: while there are many, and within a
/// round. Few callers have the clock to themselves, so that no thread wakes for them and their times are exact.
///
/// Thread-safety: safe. Threads that note at once may miscount, which costs a few readings of the clock.
class open_ticks {
  public:
    explicit open_ticks(std::shared_ptr<portion_timer> rounds)
        : rounds_{std::move(rounds)}, period_{std::chrono::nanoseconds{rounds_->period()}.count()} {}

    /// The present round.
    std::uint64_t round() const noexcept { return rounds_->round(); }

    /// Called before the clock is read: the round in which its tick may be opened; 0 while there are few callers.
    std::uint64_t begin() noexcept { return many_.load(std::memory_order_relaxed) ? rounds_->join() : 0; }

    /// Counts a reading of the clock. That many in a period are many callers, for some periods from then on.
    void note(unix_ns now) noexcept {
        constexpr std::uint32_t readings = 256; // fewer cost less than a thread that wakes each millisecond
        constexpr std::int64_t periods = 64;
        const std::int64_t at = now.time_since_epoch().count();
        const bool many = many_.load(std::memory_order_relaxed);
        const std::int64_t passed = at - since_.load(std::memory_order_relaxed);
        if (passed < 0 || passed >= (many ? periods : 1) * period_) {
            begin_count(at, false);
        } else if (!many && count_.fetch_add(1, std::memory_order_relaxed) + 1 >= readings) {
            begin_count(at, true);
        }
    }

  private:
    void begin_count(std::int64_t at, bool many) noexcept {
        since_.store(at, std::memory_order_relaxed);
        count_.store(0, std::memory_order_relaxed);
        many_.store(many, std::memory_order_relaxed);
    }

    const std::shared_ptr<portion_timer> rounds_;
    const std::int64_t period_;
    std::atomic<std::int64_t> since_{0};
    std::atomic<std::uint32_t> count_{0};
    std::atomic<bool> many_{false};
};

} // namespace vesta::detail
