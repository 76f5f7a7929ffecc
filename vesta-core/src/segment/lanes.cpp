#include "lanes.hpp"

#include <algorithm>
#include <new>

namespace vesta::detail {

run lane::take(std::uint64_t wanted, std::uint32_t epoch) noexcept {
    const std::uint64_t next = next_.load(std::memory_order_relaxed);
    const std::uint64_t stride = stride_.load(std::memory_order_relaxed);
    const std::uint64_t count = std::min(wanted, left(epoch));
    if (count != 0) next_.store(next + count * stride, std::memory_order_relaxed);
    return {next, count, stride};
}

std::uint64_t lane::left_in_any_epoch() const noexcept {
    const std::uint64_t next = next_.load(std::memory_order_relaxed);
    const std::uint64_t end = end_.load(std::memory_order_relaxed);
    // Another thread may read one of them before a refill and one after.
    return end > next ? (end - next) / stride_.load(std::memory_order_relaxed) : 0;
}

std::uint64_t lane::refill(const run& numbers, std::uint32_t epoch) noexcept {
    const std::uint64_t lost = left_in_any_epoch();
    stride_.store(numbers.stride, std::memory_order_relaxed);
    next_.store(numbers.first, std::memory_order_relaxed);
    end_.store(numbers.end(), std::memory_order_relaxed);
    epoch_.store(epoch, std::memory_order_relaxed);
    return lost;
}

std::uint64_t lane::abandon() noexcept {
    const std::uint64_t lost = left_in_any_epoch();
    end_.store(next_.load(std::memory_order_relaxed), std::memory_order_relaxed);
    portion_ = first_portion;
    return lost;
}

std::uint64_t lane::next_portion(std::uint64_t most) noexcept {
    const std::uint64_t now = std::min(portion_, most);
    portion_ = std::min(portion_ * 2, most);
    return now;
}

namespace {

constinit lane empty; // next == end: it never has anything

} // namespace

lane_table::lane_table() noexcept {
    for (auto& each : lanes_)
        each.store(&empty, std::memory_order_relaxed);
}

lane_table::~lane_table() {
    for (auto& each : lanes_)
        if (lane* const made = each.load(std::memory_order_relaxed); made != &empty) delete made;
}

lane_table* lane_table::nobody() noexcept {
    static lane_table all_empty;
    return &all_empty;
}

lane* lane_table::find_or_make(std::size_t slot) noexcept {
    if (slot < first_slot) return nullptr;
    if (lane& found = find(slot); &found != &empty) return &found;
    auto* const made = new (std::nothrow) lane;
    if (made != nullptr) lanes_[slot].store(made, std::memory_order_release); // only this thread has the slot
    return made;
}

lane_table::content lane_table::count(std::uint32_t epoch) const noexcept {
    content sum;
    if (this == nobody()) return sum; // of most tags of a large table
    for (const auto& each : lanes_) {
        const lane& at = *each.load(std::memory_order_acquire);
        const std::uint64_t left = at.left_in_any_epoch();
        (at.left(epoch) != 0 ? sum.held : sum.lost) += left;
    }
    return sum;
}

} // namespace vesta::detail
