#pragma once

#include "plan.hpp"

#include <algorithm>
#include <atomic>

namespace vesta::detail {

/// A populator without locks.
///
/// Uniqueness rests on `next_` alone: every claim is one successful compare-and-swap that moves it forward. The other
/// words only steer: a stale reading costs freshness, never a duplicate, and the limit only rises. A thread that gets a
/// position sees everything written before the limit was raised to cover it. All threads see one word change in the
/// same order, so `next_` needs no stronger order.
///
/// An open tick is its end and a round, each of which may be another thread's and older. Ends lie at or below the
/// limit. An end of an earlier tick than that of the present round opens nothing: who opened the later tick had claimed
/// a position of it, so `next_` is above.
///
/// @tparam Atomic std::atomic, except in tests/model/atomics, which try every order and every stale reading.
template <template <class> class Atomic = std::atomic, class Rules = rules>
class cas_populator final : public populator {
  public:
    cas_populator(const Rules& by, std::uint64_t first) noexcept : rules_{by} {
        const auto start = by.start(first);
        next_ = start.next;
        own_ = start.own;
        backlog_until_ = start.backlog_until;
        limit_ = start.limit;
    }

    claim populate(unix_ns now, std::uint64_t wanted, readiness mode) noexcept override {
        std::uint64_t next = next_.load(std::memory_order_relaxed);
        for (;;) {
            if ((next & closed) != 0) return {.why = refusal::closed};
            const typename Rules::state at{next, own_.load(std::memory_order_relaxed),
                                           backlog_until_.load(std::memory_order_relaxed),
                                           limit_.load(std::memory_order_acquire)};
            const auto step = rules_.plan(at, now, wanted, mode);
            if (step.why != refusal::none) return step.answer();
            if (!next_.compare_exchange_weak(next, step.end(), std::memory_order_relaxed)) continue;
            if (step.own > at.own) raise(own_, step.own, std::memory_order_relaxed);
            if (step.backlog_until > at.backlog_until)
                raise(backlog_until_, step.backlog_until, std::memory_order_relaxed);
            return step.answer();
        }
    }

    void open(std::uint64_t position, std::uint64_t round) noexcept override {
        const timeline& line = rules_.line();
        const std::uint64_t end = line.first_of(line.tick_of(position) + 1);
        // Released: who claims below this end sees what was written before the limit was raised above it.
        open_until_.store(std::min(end, limit_.load(std::memory_order_acquire)), std::memory_order_release);
        open_in_.store(round, std::memory_order_relaxed);
    }

    open_claim populate_open(std::uint64_t wanted, std::uint64_t round) noexcept override {
        if (open_in_.load(std::memory_order_relaxed) != round) return {};
        const std::uint64_t end = open_until_.load(std::memory_order_acquire);
        std::uint64_t next = next_.load(std::memory_order_relaxed);
        while (next < end) { // never where closed
            const std::uint64_t count = std::min(wanted, end - next);
            if (next_.compare_exchange_weak(next, next + count, std::memory_order_relaxed)) return {next, count};
        }
        return {};
    }

    void raise_limit(std::uint64_t limit) noexcept override { raise(limit_, limit, std::memory_order_release); }

    // A bit in the same word, so that the compare-and-swap of every claim planned before fails.
    std::uint64_t close() noexcept override { return next_.fetch_or(closed, std::memory_order_relaxed) & ~closed; }

    std::uint64_t next() const noexcept override { return next_.load(std::memory_order_relaxed) & ~closed; }

  private:
    static constexpr std::uint64_t closed = std::uint64_t{1} << 63; // positions have at most 62 bits

    template <class T>
    static void raise(Atomic<T>& word, T to, std::memory_order order) noexcept {
        T seen = word.load(std::memory_order_relaxed);
        while (seen < to && !word.compare_exchange_weak(seen, to, order, std::memory_order_relaxed)) {
        }
    }

    const Rules rules_;
    alignas(64) Atomic<std::uint64_t> next_;
    Atomic<std::int64_t> own_;
    Atomic<std::int64_t> backlog_until_;
    Atomic<std::uint64_t> limit_;
    Atomic<std::uint64_t> open_until_{0};
    Atomic<std::uint64_t> open_in_{0}; // no round
};

} // namespace vesta::detail
