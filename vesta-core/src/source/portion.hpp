#pragma once

#include "range.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace vesta::detail {

/// A thread's share of a range, set aside for it alone.
///
/// Only the thread that has the slot writes, so a step is one load and one store; members are atomic for threads that
/// read along.
/// @tparam Atomic std::atomic, except in tests/model/atomics.
template <template <class> class Atomic>
class alignas(64) basic_portion {
  public:
    /// @p first_width is at least 1: the first of the widths to set aside.
    explicit constexpr basic_portion(std::uint64_t first_width = 16) noexcept
        : first_width_{first_width}, width_{first_width} {}

    /// Takes one number set aside in @p epoch. Separate from `take`, since this is the hot path.
    bool take_one(std::uint64_t& number, std::uint64_t epoch) noexcept {
        const std::uint64_t next = next_.load(std::memory_order_relaxed);
        if (next == end_.load(std::memory_order_relaxed) || epoch_.load(std::memory_order_relaxed) != epoch)
            [[unlikely]]
            return false;
        next_.store(next + stride_.load(std::memory_order_relaxed), std::memory_order_relaxed);
        number = next;
        return true;
    }

    /// Takes up to @p wanted numbers set aside in @p epoch.
    range take(std::uint64_t wanted, std::uint64_t epoch) noexcept;

    /// The numbers set aside in @p epoch, and in any epoch.
    std::uint64_t left(std::uint64_t epoch) const noexcept {
        return epoch_.load(std::memory_order_relaxed) == epoch ? left_in_any_epoch() : 0;
    }
    std::uint64_t left_in_any_epoch() const noexcept;
    /// The numbers dropped so far.
    std::uint64_t lost() const noexcept { return lost_.load(std::memory_order_relaxed); }

    /// Sets @p numbers aside. Drops the rest of a former epoch, which no thread can use any more.
    void set_aside(const range& numbers, std::uint64_t epoch) noexcept;

    /// Drops the numbers set aside, and starts again with small widths.
    void abandon() noexcept;

    /// How many numbers to set aside next: more each time, so that a thread that needs few keeps few.
    std::uint64_t next_width(std::uint64_t most) noexcept;

  private:
    void forget() noexcept;

    Atomic<std::uint64_t> next_{0};
    Atomic<std::uint64_t> end_{0}; // may lie beyond the largest number, which 64 bits without a sign have room for
    Atomic<std::uint64_t> stride_{1};
    Atomic<std::uint64_t> epoch_{0};
    Atomic<std::uint64_t> lost_{0};
    const std::uint64_t first_width_;
    std::uint64_t width_; // the owner's alone
};

template <template <class> class Atomic>
range basic_portion<Atomic>::take(std::uint64_t wanted, std::uint64_t epoch) noexcept {
    const std::uint64_t next = next_.load(std::memory_order_relaxed);
    const std::uint64_t stride = stride_.load(std::memory_order_relaxed);
    const std::uint64_t count = std::min(wanted, left(epoch));
    if (count != 0) next_.store(next + count * stride, std::memory_order_relaxed);
    return {next, count, stride};
}

template <template <class> class Atomic>
std::uint64_t basic_portion<Atomic>::left_in_any_epoch() const noexcept {
    const std::uint64_t next = next_.load(std::memory_order_relaxed);
    const std::uint64_t end = end_.load(std::memory_order_relaxed);
    // Another thread may read one of them before new numbers are set aside and one after.
    return end > next ? (end - next) / stride_.load(std::memory_order_relaxed) : 0;
}

template <template <class> class Atomic>
void basic_portion<Atomic>::forget() noexcept {
    if (const std::uint64_t left = left_in_any_epoch(); left != 0)
        lost_.store(lost() + left, std::memory_order_relaxed);
}

template <template <class> class Atomic>
void basic_portion<Atomic>::set_aside(const range& numbers, std::uint64_t epoch) noexcept {
    forget();
    stride_.store(numbers.stride, std::memory_order_relaxed);
    next_.store(numbers.first, std::memory_order_relaxed);
    end_.store(numbers.end(), std::memory_order_relaxed);
    epoch_.store(epoch, std::memory_order_relaxed);
}

template <template <class> class Atomic>
void basic_portion<Atomic>::abandon() noexcept {
    if (left_in_any_epoch() == 0) return; // also for the portion that no thread owns
    forget();
    end_.store(next_.load(std::memory_order_relaxed), std::memory_order_relaxed);
    width_ = first_width_;
}

template <template <class> class Atomic>
std::uint64_t basic_portion<Atomic>::next_width(std::uint64_t most) noexcept {
    const std::uint64_t now = std::min(width_, most);
    width_ = std::min(width_ * 2, most);
    return now;
}

using portion = basic_portion<std::atomic>;

} // namespace vesta::detail
