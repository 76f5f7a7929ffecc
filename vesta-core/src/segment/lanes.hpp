#pragma once

#include "run.hpp"
#include "thread_slot.hpp"

#include <vesta/base/published.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>

namespace vesta::detail {

/// The numbers that one thread has set aside for itself. Only the thread whose slot it goes with writes to it, so that
/// no step is more than a load and a store; the members are atomic for those who read along.
///
/// @tparam Atomic std::atomic, but in tests/model/atomics.
template <template <class> class Atomic>
class alignas(64) basic_lane {
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
    run take(std::uint64_t wanted, std::uint32_t epoch) noexcept;

    /// What is set aside.
    std::uint64_t left(std::uint32_t epoch) const noexcept {
        return epoch_.load(std::memory_order_relaxed) == epoch ? left_in_any_epoch() : 0;
    }
    std::uint64_t left_in_any_epoch() const noexcept;

    /// Sets @p numbers aside in place of what was, and says how many numbers that were: those of a former epoch, which
    /// nobody can have any more.
    std::uint64_t refill(const run& numbers, std::uint32_t epoch) noexcept;

    /// Forgets what was set aside; says how many numbers that were.
    std::uint64_t abandon() noexcept;

    /// How many numbers to set aside next: more each time, so that a thread that needs few keeps few.
    std::uint64_t next_portion(std::uint64_t most) noexcept;

  private:
    static constexpr std::uint64_t first_portion = 16;

    Atomic<std::uint64_t> next_{0};
    Atomic<std::uint64_t> end_{0}; // may lie beyond the largest number, which 64 bits without a sign have room for
    Atomic<std::uint64_t> stride_{1};
    Atomic<std::uint32_t> epoch_{0};
    std::uint64_t portion_ = first_portion; // the owner's alone
};

template <template <class> class Atomic>
run basic_lane<Atomic>::take(std::uint64_t wanted, std::uint32_t epoch) noexcept {
    const std::uint64_t next = next_.load(std::memory_order_relaxed);
    const std::uint64_t stride = stride_.load(std::memory_order_relaxed);
    const std::uint64_t count = std::min(wanted, left(epoch));
    if (count != 0) next_.store(next + count * stride, std::memory_order_relaxed);
    return {next, count, stride};
}

template <template <class> class Atomic>
std::uint64_t basic_lane<Atomic>::left_in_any_epoch() const noexcept {
    const std::uint64_t next = next_.load(std::memory_order_relaxed);
    const std::uint64_t end = end_.load(std::memory_order_relaxed);
    // Another thread may read one of them before a refill and one after.
    return end > next ? (end - next) / stride_.load(std::memory_order_relaxed) : 0;
}

template <template <class> class Atomic>
std::uint64_t basic_lane<Atomic>::refill(const run& numbers, std::uint32_t epoch) noexcept {
    const std::uint64_t lost = left_in_any_epoch();
    stride_.store(numbers.stride, std::memory_order_relaxed);
    next_.store(numbers.first, std::memory_order_relaxed);
    end_.store(numbers.end(), std::memory_order_relaxed);
    epoch_.store(epoch, std::memory_order_relaxed);
    return lost;
}

template <template <class> class Atomic>
std::uint64_t basic_lane<Atomic>::abandon() noexcept {
    const std::uint64_t lost = left_in_any_epoch();
    end_.store(next_.load(std::memory_order_relaxed), std::memory_order_relaxed);
    portion_ = first_portion;
    return lost;
}

template <template <class> class Atomic>
std::uint64_t basic_lane<Atomic>::next_portion(std::uint64_t most) noexcept {
    const std::uint64_t now = std::min(portion_, most);
    portion_ = std::min(portion_ * 2, most);
    return now;
}

using lane = basic_lane<std::atomic>;

/// The lanes of one tag, one per thread slot, each made when its thread first needs it. Until then an empty lane stands
/// in its place, so that the fast path has nothing to test.
class lane_table {
  public:
    lane_table() noexcept;
    lane_table(const lane_table&) = delete;
    lane_table& operator=(const lane_table&) = delete;
    ~lane_table();

    /// A table in which all lanes are empty and stay so.
    static lane_table* nobody() noexcept;

    lane& find(std::size_t slot) const noexcept { return *lanes_[slot].get(); }

    /// The lane of the calling thread's slot; null where it has none or there is no memory for it.
    lane* find_or_make(std::size_t slot) noexcept;

    /// Numbers set aside in @p epoch, and in others: those are lost.
    struct content {
        std::uint64_t held = 0;
        std::uint64_t lost = 0;
    };
    content count(std::uint32_t epoch) const noexcept;

  private:
    std::array<published<lane>, first_slot + thread_slots> lanes_;
};

} // namespace vesta::detail
