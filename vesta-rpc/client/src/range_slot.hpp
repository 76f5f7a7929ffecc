#pragma once

#include <vesta/id/id_range.hpp>

#include <atomic>
#include <cstdint>

namespace vesta::rpc::detail {

/// A range that many threads take from without a lock: one compare-and-swap for any number of IDs.
///
/// Uniqueness rests on one word: the number of the range (upper half) and how much of it is taken (lower half). Taking
/// moves it forward. Putting a new range first marks the word as used up, then changes the fields, then starts the new
/// range at 0. A thread that read a mixture of both ranges finds the word changed, and its compare-and-swap fails:
/// fields are read with acquire and written with release, so a thread that has seen a new field also sees the word
/// written before it.
///
/// @tparam Atomic std::atomic, except in tests/model/atomics, which try every order and every stale reading.
template <template <class> class Atomic>
class basic_range_slot {
  public:
    /// The IDs taken.
    struct piece {
        id_range range;
        bool low = false; ///< Whether this brought the range below its half.
    };

    /// Takes 1 to @p wanted IDs from the front, or none (`range.count` is 0). @p now and the range's expiry are on the
    /// same clock.
    piece take(std::uint64_t wanted, std::int64_t now) noexcept {
        std::uint64_t word = word_.load(std::memory_order_acquire);
        for (;;) {
            const std::uint64_t taken = word & taken_mask;
            const std::uint64_t count = count_.load(std::memory_order_acquire);
            if (taken >= count || now >= expires_.load(std::memory_order_acquire)) return {};
            const std::uint64_t first = first_.load(std::memory_order_acquire);
            const std::uint64_t stride = stride_.load(std::memory_order_acquire);
            const std::uint64_t got = wanted < count - taken ? wanted : count - taken;
            if (!word_.compare_exchange_weak(word, word + got, std::memory_order_acquire)) continue;
            const std::uint64_t half = count / 2;
            return {{id::from_bits(first + taken * stride), got, stride}, taken <= half && taken + got > half};
        }
    }

    /// Replaces the rest by @p next, which has at most 2^32 - 2 IDs and may be taken from until @p expires. One thread
    /// at a time.
    void put(const id_range& next, std::int64_t expires) noexcept {
        const std::uint64_t number = (word_.load(std::memory_order_relaxed) >> 32) + 1;
        word_.store(number << 32 | taken_mask, std::memory_order_relaxed); // the fields' release comes after it
        count_.store(next.count, std::memory_order_release);
        first_.store(next.first.bits(), std::memory_order_release);
        stride_.store(next.stride, std::memory_order_release);
        expires_.store(expires, std::memory_order_release);
        word_.store((number + 1) << 32, std::memory_order_release);
    }

    /// The number of IDs left at this moment; 0 if they are too old.
    std::uint64_t left(std::int64_t now) const noexcept {
        const std::uint64_t taken = word_.load(std::memory_order_relaxed) & taken_mask;
        const std::uint64_t count = count_.load(std::memory_order_relaxed);
        return taken >= count || now >= expires_.load(std::memory_order_relaxed) ? 0 : count - taken;
    }

  private:
    static constexpr std::uint64_t taken_mask = 0xffff'ffff;

    alignas(64) Atomic<std::uint64_t> word_{taken_mask};
    Atomic<std::uint64_t> count_{0};
    Atomic<std::uint64_t> first_{0};
    Atomic<std::uint64_t> stride_{1};
    Atomic<std::int64_t> expires_{0};
};

using range_slot = basic_range_slot<std::atomic>;

} // namespace vesta::rpc::detail
