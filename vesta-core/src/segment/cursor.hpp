#pragma once

#include "range.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

namespace vesta::detail {

/// Threads that collide stay away for a while, so that one of them makes many steps at full speed; without it two
/// threads together are slower than one. Returns how long the next rest is.
unsigned pause(unsigned times) noexcept;

/// One segment after the other, taken piece by piece. `take` and `drain` are lock-free and may be called from any
/// thread; `install` from one at a time.
///
/// Everything rests on one word: the generation of the segment (28 bits) and how much of it is taken (36 bits). A
/// compare-and-swap that succeeds proves that the description read before it was that of this generation: its place is
/// written anew two generations later only.
///
/// @tparam Atomic std::atomic, but in tests/model/atomics, which go through every order and every stale reading.
template <template <class> class Atomic>
class basic_cursor {
  public:
    basic_cursor() noexcept = default;
    basic_cursor(const basic_cursor&) = delete;
    basic_cursor& operator=(const basic_cursor&) = delete;

    /// What was taken, and how much of the segment is taken with it.
    struct piece {
        range numbers;
        std::uint64_t taken = 0;
    };

    /// One number, and how much of the segment is taken with it; false where it is used up. Apart from `take`, whose
    /// result would travel through memory: that alone costs as much as the compare-and-swap.
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

    /// Up to @p wanted numbers, in increasing order of calls; none where fewer than @p least are left.
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

    /// All that is left.
    range drain() noexcept { return take(index_mask).numbers; }

    /// Begins @p next, of less than 2^36 numbers. The last segment is used up, and the caller has seen that.
    void install(const range& next) noexcept {
        const std::uint64_t generation = (word_.load(std::memory_order_relaxed) >> index_bits) + 1;
        place& at = places_[generation & 1];
        at.first.store(next.first, std::memory_order_relaxed);
        at.count.store(next.count, std::memory_order_relaxed);
        at.stride.store(next.stride, std::memory_order_relaxed);
        word_.store(generation << index_bits, std::memory_order_release);
    }

    /// What is left, for a moment.
    range rest() const noexcept {
        const std::uint64_t word = word_.load(std::memory_order_acquire);
        return describe(word).without(word & index_mask);
    }

    /// How large the segment was, and how much of it is taken: for a moment, and of this one or the one before.
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

    /// The more numbers a step takes, the longer until the next one, and the less is gained by staying away: a rest for
    /// single numbers costs as much as a thread's whole portion is worth.
    static constexpr unsigned first_rest(std::uint64_t wanted) noexcept {
        return wanted >= first_pauses ? 1 : first_pauses / static_cast<unsigned>(std::max<std::uint64_t>(1, wanted));
    }

    std::array<place, 2> places_;
    alignas(64) Atomic<std::uint64_t> word_{0};
};

using cursor = basic_cursor<std::atomic>;

} // namespace vesta::detail
