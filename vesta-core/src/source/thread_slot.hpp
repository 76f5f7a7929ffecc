#pragma once

#include <cstddef>

namespace vesta::detail {

/// How many threads can have a slot at the same time, and where slots begin.
inline constexpr std::size_t thread_slots = 128;
inline constexpr std::size_t first_slot = 2;

namespace slot {
inline constexpr std::size_t unknown = 0; ///< The thread has not asked yet.
inline constexpr std::size_t none = 1;    ///< All slots are taken, or the thread is about to end.

/// Not the dynamic model of position-independent code, whose call costs as much as all the rest; but musl loads no
/// library with another model into a process that runs, as bindings need it.
#ifdef __GLIBC__
extern constinit thread_local std::size_t current __attribute__((tls_model("initial-exec")));
#else
extern constinit thread_local std::size_t current;
#endif

std::size_t take() noexcept;
} // namespace slot

/// A number from `first_slot` on that no other living thread of this process has, or `slot::none`. The next thread with
/// the slot sees everything that this one wrote to places of the slot.
inline std::size_t thread_slot() noexcept {
    const std::size_t mine = slot::current;
    return mine == slot::unknown ? slot::take() : mine;
}

} // namespace vesta::detail
