#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace vesta::detail {

/// A lock that threads enter in the order of asking.
///
/// Each thread draws a ticket and sleeps in the kernel until its number is called. Numbers are called on a board of
/// many lines, one for every so many tickets, so that leaving wakes only the next thread.
///
/// @tparam Atomic std::atomic, except in tests/model/atomics.
template <template <class> class Atomic = std::atomic>
class fair_mutex {
  public:
    fair_mutex() noexcept {
        for (std::size_t i = 1; i < lines; ++i)
            board_[i] = static_cast<std::uint32_t>(i - 1); // no ticket of this line
    }

    void lock() noexcept {
        const std::uint32_t ticket = tickets_.fetch_add(1, std::memory_order_relaxed);
        const Atomic<std::uint32_t>& called = board_[ticket % lines];
        for (auto seen = called.load(std::memory_order_acquire); seen != ticket;
             seen = called.load(std::memory_order_acquire))
            called.wait(seen, std::memory_order_relaxed);
        inside_ = ticket;
    }

    void unlock() noexcept {
        const std::uint32_t next = inside_ + 1;
        Atomic<std::uint32_t>& called = board_[next % lines];
        called.store(next, std::memory_order_release);
        called.notify_all(); // more than one thread only if more wait than there are lines
    }

  private:
    static constexpr std::size_t lines = 64;

    Atomic<std::uint32_t> tickets_{0};
    std::uint32_t inside_ = 0; // the ticket of the thread inside
    std::array<Atomic<std::uint32_t>, lines> board_{};
};

} // namespace vesta::detail
