#pragma once

#include <vesta/id/layout_span.hpp>

#include <algorithm>
#include <chrono>
#include <cstdint>

namespace vesta {

/// All (tick, sequence) pairs of a layout in one line: position = tick * 2^seq_bits + sequence.
///
/// One number orders them, and one comparison tells whether a reservation covers them. The position after a tick's last
/// sequence is the first of the next tick. A millisecond mark falls between two positions even inside a longer tick:
/// the sequences of a tick are spread evenly over its milliseconds. So a mark means the same in every layout, and a
/// restart need not wait for the next full second.
///
/// Thread-safety: safe; immutable.
class timeline {
  public:
    /// Of all of the layout, or up to the end of @p within. Positions before its beginning count, but see `begin`.
    explicit timeline(const layout& of, const layout_span& within = {}) noexcept;

    /// The tick that holds @p now: negative before the epoch, one past the last tick from the end on.
    std::int64_t tick_at(unix_ns now) const noexcept { return std::min(unbounded_tick_at(now), end_tick_); }

    /// The instant at which @p tick begins. It must lie before the year 2262; `until` has no such limit.
    unix_ns start_of(std::int64_t tick) const noexcept {
        return unix_ns{std::chrono::nanoseconds{epoch_ns_ + tick * ns_per_tick_}};
    }

    /// How long from @p now until @p tick begins; negative if it has begun. Saturates instead of overflowing.
    std::chrono::nanoseconds until(std::int64_t tick, unix_ns now) const noexcept;

    /// The tick of @p position.
    std::int64_t tick_of(std::uint64_t position) const noexcept {
        return static_cast<std::int64_t>(position >> seq_bits_);
    }
    /// The first position of @p tick, which is not negative.
    std::uint64_t first_of(std::int64_t tick) const noexcept { return static_cast<std::uint64_t>(tick) << seq_bits_; }
    /// Positions in one tick.
    std::uint64_t per_tick() const noexcept { return std::uint64_t{1} << seq_bits_; }
    /// The first position of the span; 0 where that is the layout's beginning.
    std::uint64_t begin() const noexcept { return begin_; }
    /// One past the last position, of the layout or of its span.
    std::uint64_t end() const noexcept { return end_; }
    /// One past the last tick.
    std::int64_t end_tick() const noexcept { return end_tick_; }

    /// The first position not below @p mark nor below `begin()`, where an owner that found this mark may start. At most
    /// `end()`.
    std::uint64_t first_from(unix_ms mark) const noexcept {
        return std::min(std::max(begin_, unbounded_from(mark)), end_);
    }
    /// The end (exclusive) of the positions that a reservation up to @p mark covers. At most `end()`.
    std::uint64_t covered_by(unix_ms mark) const noexcept;
    /// The lowest mark that covers every position below @p position.
    unix_ms mark_covering(std::uint64_t position) const noexcept;

  private:
    std::uint64_t unbounded_from(unix_ms mark) const noexcept;

    std::int64_t unbounded_tick_at(unix_ns now) const noexcept {
        const std::int64_t since = now.time_since_epoch().count() - epoch_ns_;
        if (since < 0) [[unlikely]]
            return -1 - (-1 - since) / ns_per_tick_;
        // A switch rather than a division by a variable: the compiler multiplies instead.
        switch (unit_) {
        case time_unit::millisecond:
            return since / 1'000'000;
        case time_unit::centisecond:
            return since / 10'000'000;
        case time_unit::second:
            return since / 1'000'000'000;
        }
        return since / ns_per_tick_;
    }

    std::int64_t epoch_ns_;
    std::int64_t ns_per_tick_;
    std::int64_t epoch_ms_;
    time_unit unit_;
    unsigned seq_bits_;
    std::int64_t end_tick_;
    std::uint64_t begin_;
    std::uint64_t end_;
};

} // namespace vesta
