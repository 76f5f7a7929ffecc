#pragma once

#include "cursor.hpp"

#include <algorithm>
#include <atomic>
#include <cstdint>

namespace vesta::detail {

/// A thread's share of a range, set aside for it alone. Only the thread whose slot it goes with writes to it, so that
/// no step is more than a load and a store; the members are atomic for those who read along.
///
/// @tparam Atomic std::atomic, but in tests/model/atomics.
template <template <class> class Atomic>
class alignas(64) basic_portion {
  public:
    /// One number of what was set aside in @p epoch. Apart from `take` because it is the path that counts.
    bool take_one(std::uint64_t& number, std::uint32_t epoch) noexcept {
        const std::uint64_t next = next_.load(std::memory_order_relaxed);
        if (next == end_.load(std::memory_order_relaxed) || epoch_.load(std::memory_order_relaxed) != epoch)
            [[unlikely]]
            return false;
        next_.store(next + stride_.load(std::memory_order_relaxed), std::memory_order_relaxed);
        number = next;
        return true;
    }

    /// Up to @p wanted numbers of what was set aside in @p epoch.
    range take(std::uint64_t wanted, std::uint32_t epoch) noexcept;

    /// How many numbers are set aside: in @p epoch, and in whichever.
    std::uint64_t left(std::uint32_t epoch) const noexcept {
        return epoch_.load(std::memory_order_relaxed) == epoch ? left_in_any_epoch() : 0;
    }
    std::uint64_t left_in_any_epoch() const noexcept;
    /// How many were forgotten so far.
    std::uint64_t lost() const noexcept { return lost_.load(std::memory_order_relaxed); }

    /// Sets @p numbers aside. What is left of a former epoch, which nobody can have any more, is forgotten.
    void set_aside(const range& numbers, std::uint32_t epoch) noexcept;

    /// Forgets what is set aside, and begins anew with small widths.
    void abandon() noexcept;

    /// How many numbers to set aside next: more each time, so that a thread that needs few keeps few.
    std::uint64_t next_width(std::uint64_t most) noexcept;

  private:
    static constexpr std::uint64_t first_width = 16;

    void forget() noexcept;

    Atomic<std::uint64_t> next_{0};
    Atomic<std::uint64_t> end_{0}; // may lie beyond the largest number, which 64 bits without a sign have room for
    Atomic<std::uint64_t> stride_{1};
    Atomic<std::uint32_t> epoch_{0};
    Atomic<std::uint64_t> lost_{0};
    std::uint64_t width_ = first_width; // the owner's alone
};

template <template <class> class Atomic>
range basic_portion<Atomic>::take(std::uint64_t wanted, std::uint32_t epoch) noexcept {
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
void basic_portion<Atomic>::set_aside(const range& numbers, std::uint32_t epoch) noexcept {
    forget();
    stride_.store(numbers.stride, std::memory_order_relaxed);
    next_.store(numbers.first, std::memory_order_relaxed);
    end_.store(numbers.end(), std::memory_order_relaxed);
    epoch_.store(epoch, std::memory_order_relaxed);
}

template <template <class> class Atomic>
void basic_portion<Atomic>::abandon() noexcept {
    if (left_in_any_epoch() == 0) return; // also where it is no thread's own
    forget();
    end_.store(next_.load(std::memory_order_relaxed), std::memory_order_relaxed);
    width_ = first_width;
}

template <template <class> class Atomic>
std::uint64_t basic_portion<Atomic>::next_width(std::uint64_t most) noexcept {
    const std::uint64_t now = std::min(width_, most);
    width_ = std::min(width_ * 2, most);
    return now;
}

using portion = basic_portion<std::atomic>;

/// Takes up to @p wanted numbers of @p from, and sets the rest of @p width aside in @p mine, the calling thread's
/// portion: valid for as long as the epoch is the one there was before. The cursor's order is enough for both.
template <template <class> class Atomic>
auto take_with_portion(basic_cursor<Atomic>& from, basic_portion<Atomic>& mine, const Atomic<std::uint32_t>& epoch,
                       std::uint64_t wanted, std::uint64_t width) noexcept {
    // Read before the numbers are taken: where they turn void meanwhile, so does what is set aside of them.
    const std::uint32_t before = epoch.load(std::memory_order_relaxed);
    auto got = from.take(std::max(wanted, width));
    if (got.numbers.count <= wanted) return got;
    mine.set_aside(got.numbers.without(wanted), before);
    got.numbers.count = wanted;
    return got;
}

/// Takes all that is left, and makes void what any thread has set aside of it.
template <template <class> class Atomic>
range end_epoch(basic_cursor<Atomic>& from, Atomic<std::uint32_t>& epoch) noexcept {
    const range left = from.drain();
    // After the draining: whoever sees the new epoch finds nothing of the old range.
    epoch.fetch_add(1, std::memory_order_relaxed);
    return left;
}

} // namespace vesta::detail
