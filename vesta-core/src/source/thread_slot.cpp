#include "thread_slot.hpp"

#include "slot_board.hpp"

namespace vesta::detail::slot {

constinit thread_local std::size_t current = unknown;

namespace {

constinit slot_board<thread_slots> board;

/// Frees the slot when its thread ends. Other thread-local objects that generate after that find no slot.
struct holder {
    std::size_t held = none;
    ~holder() {
        current = none;
        if (held >= first_slot) board.free(held - first_slot);
    }
};

thread_local holder mine;

} // namespace

std::size_t take() noexcept {
    if (const std::size_t free = board.take(); free != thread_slots) {
        mine.held = first_slot + free;
        return current = mine.held;
    }
    // Remembered: a slot that becomes free later would have numbers lower than those the thread has seen.
    return current = none;
}

} // namespace vesta::detail::slot
