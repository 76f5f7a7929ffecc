#pragma once

#include <atomic>
#include <cstdint>

namespace vesta::net {

/// A counter that one thread writes and any thread reads. A write costs a load and a store, no locked instruction.
///
/// Thread-safety: one thread writes; reading is safe.
class counter {
  public:
    void add(std::uint64_t more = 1) noexcept {
        value_.store(value_.load(std::memory_order_relaxed) + more, std::memory_order_relaxed);
    }
    /// For counters of present things, such as open connections.
    void subtract(std::uint64_t less = 1) noexcept { add(std::uint64_t{0} - less); }
    std::uint64_t value() const noexcept { return value_.load(std::memory_order_relaxed); }

  private:
    std::atomic<std::uint64_t> value_{0};
};

} // namespace vesta::net
