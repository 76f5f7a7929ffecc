#pragma once

#include "cursor.hpp"
#include "lanes.hpp"

namespace vesta::detail {

/// What was taken, and how many numbers of a former epoch were forgotten with it.
struct portion {
    run numbers;
    std::uint64_t lost = 0;
};

/// Takes up to @p wanted numbers, and sets the rest of @p width aside in @p mine, the calling thread's lane: valid for
/// as long as the epoch is the one there was before. @p take takes up to so many from the segment; its order is enough
/// for both.
///
/// @tparam Atomic std::atomic, but in tests/model/atomics.
template <template <class> class Atomic, class Take>
portion take_portion(basic_lane<Atomic>& mine, const Atomic<std::uint32_t>& epoch, std::uint64_t wanted,
                     std::uint64_t width, const Take& take) noexcept {
    // Read before the numbers are taken: where they turn void meanwhile, so does what is set aside of them.
    const std::uint32_t before = epoch.load(std::memory_order_relaxed);
    run got = take(std::max(wanted, width));
    if (got.count <= wanted) return {got};
    const std::uint64_t lost = mine.refill(got.without(wanted), before);
    got.count = wanted;
    return {got, lost};
}

/// Takes all that is left of the segment, and makes void what any thread has set aside of it.
template <template <class> class Atomic>
run end_epoch(basic_cursor<Atomic>& from, Atomic<std::uint32_t>& epoch) noexcept {
    const run left = from.drain();
    // After the draining: whoever sees the new epoch finds nothing of the old segment.
    epoch.fetch_add(1, std::memory_order_relaxed);
    return left;
}

} // namespace vesta::detail
