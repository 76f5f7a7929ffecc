#pragma once

#include "cursor.hpp"
#include "source/portion.hpp"

#include <algorithm>
#include <cstdint>

namespace vesta::detail {

/// Takes up to @p wanted numbers of @p from, and sets the rest of @p width aside in @p mine, the calling thread's
/// portion. They are valid in the epoch before the call. The cursor's order is enough for both.
template <template <class> class Atomic>
auto take_with_portion(basic_cursor<Atomic>& from, basic_portion<Atomic>& mine, const Atomic<std::uint32_t>& epoch,
                       std::uint64_t wanted, std::uint64_t width) noexcept {
    // Read before the numbers are taken: if they become void meanwhile, so does the portion.
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
    // After the draining: a thread that sees the new epoch finds no numbers of the old range.
    epoch.fetch_add(1, std::memory_order_relaxed);
    return left;
}

} // namespace vesta::detail
