#include "portions.hpp"

#include <new>

namespace vesta::detail {
namespace {

constinit portion empty; // next == end: it never has anything

} // namespace

portions::portions(std::uint64_t first_width) noexcept : first_width_{first_width} {
    for (auto& each : each_)
        each.put(&empty);
}

portions::~portions() {
    for (auto& each : each_)
        if (portion* const made = each.get(); made != &empty) delete made;
}

portions* portions::nobody() noexcept {
    static portions all_empty;
    return &all_empty;
}

portion* portions::find_or_make(std::size_t slot) noexcept {
    if (slot < first_slot) return nullptr;
    if (portion& found = find(slot); &found != &empty) return &found;
    auto* const made = new (std::nothrow) portion{first_width_};
    if (made != nullptr) each_[slot].put(made); // only this thread has the slot
    return made;
}

portions::content portions::count(std::uint64_t epoch) const noexcept {
    content sum;
    if (this == nobody()) return sum; // most tags of a large table
    for (const auto& each : each_) {
        const portion& at = *each.get();
        const std::uint64_t left = at.left_in_any_epoch();
        (at.left(epoch) != 0 ? sum.held : sum.lost) += left;
        sum.lost += at.lost();
    }
    return sum;
}

} // namespace vesta::detail
