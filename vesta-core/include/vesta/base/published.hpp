#pragma once

#include <atomic>

namespace vesta::detail {

/// A pointer by which one thread publishes an object to others: a thread that reads it sees the whole object.
///
/// Thread-safety: safe.
/// Lifetime: does not own the object, which must live as long as any thread may read it.
///
/// @tparam Atomic std::atomic, except in tests/model/atomics.
template <class T, template <class> class Atomic = std::atomic>
class published {
  public:
    constexpr published() noexcept = default;
    constexpr published(T* first) noexcept : to_{first} {}
    published(const published&) = delete;
    published& operator=(const published&) = delete;

    T* get() const noexcept { return to_.load(std::memory_order_acquire); }
    void put(T* next) noexcept { to_.store(next, std::memory_order_release); }

    /// Replaces @p expected by @p next and returns true. If the pointer is another one, sets @p expected to it, as
    /// `get` would return it, and returns false.
    bool put_in_place_of(T*& expected, T* next) noexcept {
        return to_.compare_exchange_strong(expected, next, std::memory_order_release, std::memory_order_acquire);
    }

  private:
    Atomic<T*> to_{nullptr};
};

} // namespace vesta::detail
