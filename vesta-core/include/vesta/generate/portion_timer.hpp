#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>

namespace vesta {

/// Bounds the age of what threads set aside, and of ticks that are open: each period is a round, and a portion is good
/// in its round only.
///
/// A thread of its own ends the rounds while they are joined, and rests after a few that nobody joined. The system may
/// wake it late: then portions live longer, by as much as any thread may have to wait for a processor.
///
/// Thread-safety: safe. In a forked child, which has no such thread, no round ends.
class portion_timer {
  public:
    /// Starts the thread. @p period is at least 1 ms.
    explicit portion_timer(std::chrono::milliseconds period);
    portion_timer(const portion_timer&) = delete;
    portion_timer& operator=(const portion_timer&) = delete;
    ~portion_timer();

    /// The present round; never 0.
    std::uint64_t round() const noexcept { return round_.load(std::memory_order_relaxed); }

    std::chrono::milliseconds period() const noexcept { return period_; }

    /// The round for what is claimed after this call. Ensures that the round ends.
    std::uint64_t join() noexcept;

    /// Ends the round now: what was claimed before is not handed out any more.
    void end_round() noexcept { round_.fetch_add(1, std::memory_order_release); }

  private:
    class worker;

    const std::uint32_t born_in_;
    const std::chrono::milliseconds period_;
    std::atomic<std::uint64_t> round_{1};
    std::atomic<bool> joined_{false}; // since the thread last looked
    std::atomic<bool> resting_{false};
    std::unique_ptr<worker> worker_;
};

} // namespace vesta
