#include "lanes.hpp"

#include <new>

namespace vesta::detail {

namespace {

constinit lane empty; // next == end: it never has anything

} // namespace

lane_table::lane_table() noexcept {
    for (auto& each : lanes_)
        each.put(&empty);
}

lane_table::~lane_table() {
    for (auto& each : lanes_)
        if (lane* const made = each.get(); made != &empty) delete made;
}

lane_table* lane_table::nobody() noexcept {
    static lane_table all_empty;
    return &all_empty;
}

lane* lane_table::find_or_make(std::size_t slot) noexcept {
    if (slot < first_slot) return nullptr;
    if (lane& found = find(slot); &found != &empty) return &found;
    auto* const made = new (std::nothrow) lane;
    if (made != nullptr) lanes_[slot].put(made); // only this thread has the slot
    return made;
}

lane_table::content lane_table::count(std::uint32_t epoch) const noexcept {
    content sum;
    if (this == nobody()) return sum; // of most tags of a large table
    for (const auto& each : lanes_) {
        const lane& at = *each.get();
        const std::uint64_t left = at.left_in_any_epoch();
        (at.left(epoch) != 0 ? sum.held : sum.lost) += left;
    }
    return sum;
}

} // namespace vesta::detail
