#pragma once

#include <vesta/source/waiting.hpp>

#include <atomic>
#include <chrono>
#include <cstddef>

namespace vesta {

/// Lets the batches of one generator pass one by one, in pieces, so that requests for single IDs go ahead of them.
///
/// A generator that is asked for more than its layout allows hands out IDs of the ticks to come, and everybody waits
/// for their own tick. Without a pacer, a thousand batches would take the ticks of the next seconds at once.
///
/// Thread-safety: safe.
class batch_pacer {
  public:
    using time_point = std::chrono::steady_clock::time_point;

    /// Requests for up to this many IDs bypass the pacer.
    static constexpr std::size_t largest_passer_by = 64;
    /// So many IDs of a batch are made in one turn: some ten microseconds of work.
    static constexpr std::size_t piece = 4096;

    /// How long a batch has to wait before its next piece; 0: not at all. One that has @p begun comes next, so that
    /// batches end one after the other; one that has not is tried less and less often the longer it has @p waited.
    std::chrono::nanoseconds pause(time_point now, bool begun, std::chrono::nanoseconds waited) const noexcept {
        const std::chrono::nanoseconds busy = until_.load(std::memory_order_relaxed) - now.time_since_epoch();
        if (busy <= no_time) return no_time;
        return begun ? busy : retry_pause(busy, waited);
    }

    /// A piece was taken whose IDs may be handed out after @p wait.
    void took(time_point now, std::chrono::nanoseconds wait) noexcept {
        if (wait > no_time) until_.store(now.time_since_epoch() + wait, std::memory_order_relaxed);
    }

  private:
    std::atomic<std::chrono::nanoseconds> until_{no_time}; // the last piece is taken up to here
};

} // namespace vesta
