#pragma once

#include <vesta/base/result.hpp>
#include <vesta/source/id_source.hpp>
#include <vesta/time/clock.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <span>

// Waiting with patience: what callers of an `id_source` do, each in its own way of resting.
namespace vesta {

/// No wait.
inline constexpr std::chrono::nanoseconds no_time{0};

/// How long a caller waits in all, by default, for attempts that give nothing.
inline constexpr std::chrono::milliseconds default_patience{2000};

/// How long a request without IDs pauses before its next attempt: an eighth of the time it has @p waited already, at
/// most 50 ms, but no less than @p wait, the shortest pause its source named.
///
/// So thousands of requests that wait for one store cost little, and an answer is late by an eighth at most.
constexpr std::chrono::nanoseconds retry_pause(std::chrono::nanoseconds wait,
                                               std::chrono::nanoseconds waited) noexcept {
    constexpr std::chrono::nanoseconds longest = std::chrono::milliseconds{50};
    return std::max(wait, std::min(waited / 8, longest));
}

/// As `retry_pause`, within @p patience; adds the pause to @p waited. 0 if another attempt is of no use: the source
/// said so by a @p wait of 0, or the patience is spent.
constexpr std::chrono::nanoseconds next_pause(std::chrono::nanoseconds wait, std::chrono::nanoseconds& waited,
                                              std::chrono::nanoseconds patience) noexcept {
    if (wait <= no_time || waited >= patience) return no_time;
    const auto pause = std::min(retry_pause(wait, waited), patience - waited);
    waited += pause;
    return pause;
}

/// Fills a span from a source, and leaves the waiting to its caller.
///
/// Thread-safety: none; use from one thread at a time.
class filling {
  public:
    enum class state : std::uint8_t {
        done,
        wait,   ///< Call `step` again after `pause()`.
        failed, ///< See `why()`.
    };

    /// @p patience limits the total wait for attempts that give nothing.
    ///
    /// Lifetime: @p from and the memory of @p into outlive it.
    filling(id_source& from, std::span<id> into, std::chrono::nanoseconds patience) noexcept
        : from_{&from}, rest_{into}, patience_{patience} {}

    state step() noexcept;
    /// Whether the last `step` made any, also if it failed.
    bool has_got() const noexcept { return has_got_; }
    /// Whether all IDs are there, though they may have to wait.
    bool is_full() const noexcept { return rest_.empty(); }
    /// Goes on with @p into, once it is full.
    void go_on_in(std::span<id> into) noexcept { rest_ = into; }

    std::chrono::nanoseconds pause() const noexcept { return pause_; }
    /// How long the last IDs that were made may not be let out, whatever was refused since.
    std::chrono::nanoseconds held_back() const noexcept { return held_back_; }
    error why() const { return from_->explain_refusal(why_); }

    /// Goes on in @p into, which holds the same IDs in another place.
    void move_to(std::span<id> into) noexcept { rest_ = into.last(rest_.size()); }

  private:
    id_source* from_;
    std::span<id> rest_;
    std::chrono::nanoseconds patience_;
    std::chrono::nanoseconds waited_{0}; // for attempts that gave nothing
    std::chrono::nanoseconds pause_{0};
    std::chrono::nanoseconds held_back_{0};
    errc why_ = errc::internal;
    bool has_got_ = false;
};

/// Fills all of @p out; rests on @p clock when the source says so. May block.
///
/// Errors: the source's refusal, if another attempt cannot succeed or @p patience is spent on attempts that gave
/// nothing. The IDs made by then are lost.
result<void> generate_all(id_source& source, std::span<id> out, const wall_clock& clock,
                          std::chrono::nanoseconds patience = default_patience);

/// Takes 1 to @p count IDs in one piece; rests and gives up as `generate_all`.
///
/// Errors: also `invalid_argument` for a @p count of 0.
result<id_range> generate_range(id_source& source, std::uint64_t count, const wall_clock& clock,
                                std::chrono::nanoseconds patience = default_patience);

} // namespace vesta
