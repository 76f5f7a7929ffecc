#pragma once

#include <vesta/generate/portion_timer.hpp>
#include <vesta/time/clock.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <utility>

namespace vesta::detail {

/// Says when callers may go on in a tick that one of them read from the clock: while they are many, and within a round.
/// Few callers have the clock to themselves, so that no thread wakes for them and their times are exact.
///
/// Thread-safety: safe. Threads that note at once may miscount, which costs a few readings of the clock.
class shared_readings {
  public:
    explicit shared_readings(std::shared_ptr<portion_timer> rounds) : rounds_{std::move(rounds)} {}

    /// The present round.
    std::uint64_t round() const noexcept { return rounds_->round(); }

    /// Called before the clock is read: the round in which its tick may be opened; 0 while there are few callers.
    std::uint64_t begin() noexcept { return many_.load(std::memory_order_relaxed) ? rounds_->join() : 0; }

    /// Counts a reading of the clock: 256 in a millisecond cost more than a thread that wakes each millisecond. Then
    /// callers are taken for many until 64 ms are over.
    void note(unix_ns now) noexcept {
        constexpr std::uint32_t readings = 256;
        const bool many = many_.load(std::memory_order_relaxed);
        const std::chrono::nanoseconds passed{now.time_since_epoch().count() - since_.load(std::memory_order_relaxed)};
        if (passed <= -window || passed >= (many ? 64 : 1) * window) { // threads may note a little out of order
            begin_count(now, false);
        } else if (!many) {
            const std::uint32_t count = count_.load(std::memory_order_relaxed) + 1;
            count_.store(count, std::memory_order_relaxed);
            if (count >= readings) begin_count(now, true);
        }
    }

  private:
    static constexpr std::chrono::nanoseconds window = std::chrono::milliseconds{1};

    void begin_count(unix_ns now, bool many) noexcept {
        since_.store(now.time_since_epoch().count(), std::memory_order_relaxed);
        count_.store(0, std::memory_order_relaxed);
        many_.store(many, std::memory_order_relaxed);
    }

    const std::shared_ptr<portion_timer> rounds_;
    alignas(64) std::atomic<std::int64_t> since_{0}; // apart from what every call reads
    std::atomic<std::uint32_t> count_{0};
    std::atomic<bool> many_{false};
};

} // namespace vesta::detail
