#pragma once

#include <atomic>

namespace vesta::detail {

/// A pointer by which one thread shows others an object that it has made: who finds it finds it whole. It may be
/// replaced; the objects live for as long as somebody may look. Safe to use from any thread.
///
/// @tparam Atomic std::atomic, but in tests/model/atomics.
template <class T, template <class> class Atomic = std::atomic>
class published {
  public:
    constexpr published() noexcept = default;
    constexpr published(T* first) noexcept : to_{first} {}
    published(const published&) = delete;
    published& operator=(const published&) = delete;

    T* get() const noexcept { return to_.load(std::memory_order_acquire); }
    void put(T* next) noexcept { to_.store(next, std::memory_order_release); }

    /// Puts @p next there where @p expected is; else @p expected becomes what is there, to be used as if it had been
    /// found.
    bool put_in_place_of(T*& expected, T* next) noexcept {
        return to_.compare_exchange_strong(expected, next, std::memory_order_release, std::memory_order_acquire);
    }

  private:
    Atomic<T*> to_{nullptr};
};

} // namespace vesta::detail
