#pragma once

#include "source/range.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

namespace vesta::detail {

/// Keeps threads that collide away for a while, so that one makes many steps at full speed; otherwise two threads are
/// slower than one. Returns the length of the next rest.
unsigned pause(unsigned times) noexcept;

/// One segment after another, taken piece by piece.
///
/// Everything rests on one word: the generation of the segment (28 bits) and how much of it is taken (36 bits). A
/// successful compare-and-swap proves that the description read before belongs to this generation: its place is reused
/// only two generations later.
///
/// Thread-safety: `take` and `drain` are safe and lock-free; one thread at a time calls `install`.
/// @tparam Atomic std::atomic, except in tests/model/atomics.
template <template <class> class Atomic>
class basic_cursor {
  public:
    basic_cursor() noexcept = default;
    basic_cursor(const basic_cursor&) = delete;
    basic_cursor& operator=(const basic_cursor&) = delete;

    /// The numbers taken, and how much of the segment is taken with them.
    struct piece {
        range numbers;
        std::uint64_t taken = 0;
    };

    /// Takes one number, and tells how much of the segment is taken with it. False if the segment is used up. Separate
    /// from `take`, whose result would go through memory, at the cost of another compare-and-swap.
    bool take_one(std::uint64_t& number, std::uint64_t& taken_with_it) noexcept {
        std::uint64_t word = word_.load(std::memory_order_acquire);
        for (unsigned pauses = first_pauses;; pauses = pause(pauses)) {
            const place& at = places_[(word >> index_bits) & 1];
            const std::uint64_t first = at.first.load(std::memory_order_relaxed);
            const std::uint64_t stride = at.stride.load(std::memory_order_relaxed);
            const std::uint64_t taken = word & index_mask;
            if (taken >= at.count.load(std::memory_order_relaxed)) [[unlikely]]
                return false;
            if (word_.compare_exchange_strong(word, word + 1, std::memory_order_release, std::memory_order_acquire))
                [[likely]] {
                number = first + taken * stride;
                taken_with_it = taken + 1;
                return true;
            }
        }
    }

    /// Takes up to @p wanted numbers, in increasing order of calls; none if fewer than @p least are left.
    piece take(std::uint64_t wanted, std::uint64_t least = 1) noexcept {
        std::uint64_t word = word_.load(std::memory_order_acquire);
        for (unsigned pauses = first_rest(wanted);; pauses = pause(pauses)) {
            const range whole = describe(word);
            const std::uint64_t taken = word & index_mask;
            if (taken + least > whole.count) [[unlikely]]
                return {};
            const std::uint64_t count = std::min(wanted, whole.count - taken);
            if (word_.compare_exchange_strong(word, word + count, std::memory_order_release, std::memory_order_acquire))
                [[likely]]
                return {{whole.at(taken), count, whole.stride}, taken + count};
        }
    }

    /// Takes all numbers left.
    range drain() noexcept { return take(index_mask).numbers; }

    /// Begins @p next, a range of less than 2^36 numbers. The caller has seen that the last segment is used up.
    void install(const range& next) noexcept {
        const std::uint64_t generation = (word_.load(std::memory_order_relaxed) >> index_bits) + 1;
        place& at = places_[generation & 1];
        at.first.store(next.first, std::memory_order_relaxed);
        at.count.store(next.count, std::memory_order_relaxed);
        at.stride.store(next.stride, std::memory_order_relaxed);
        word_.store(generation << index_bits, std::memory_order_release);
    }

    /// The numbers left at this moment.
    range rest() const noexcept {
        const std::uint64_t word = word_.load(std::memory_order_acquire);
        return describe(word).without(word & index_mask);
    }

    /// The size of the segment, at this moment, of this one or the one before.
    std::uint64_t size() const noexcept { return describe(word_.load(std::memory_order_relaxed)).count; }
    std::uint64_t taken() const noexcept { return word_.load(std::memory_order_relaxed) & index_mask; }

  private:
    static constexpr unsigned index_bits = 36;
    static constexpr std::uint64_t index_mask = (std::uint64_t{1} << index_bits) - 1;
    static constexpr unsigned first_pauses = 128;

    struct place {
        Atomic<std::uint64_t> first{0};
        Atomic<std::uint64_t> count{0};
        Atomic<std::uint64_t> stride{1};
    };

    range describe(std::uint64_t word) const noexcept {
        const place& at = places_[(word >> index_bits) & 1];
        return {at.first.load(std::memory_order_relaxed), at.count.load(std::memory_order_relaxed),
                at.stride.load(std::memory_order_relaxed)};
    }

    /// The more numbers a step takes, the longer until the next, and the less a rest gains: one fit for single numbers
    /// would cost as much as a thread's whole portion is worth.
    static constexpr unsigned first_rest(std::uint64_t wanted) noexcept {
        return wanted >= first_pauses ? 1 : first_pauses / static_cast<unsigned>(std::max<std::uint64_t>(1, wanted));
    }

    std::array<place, 2> places_;
    alignas(64) Atomic<std::uint64_t> word_{0};
};

using cursor = basic_cursor<std::atomic>;

} // namespace vesta::detail
