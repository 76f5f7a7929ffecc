#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace vesta {
namespace detail {

/// A page of its own, because the kernel empties whole pages: of a new process's copy (MADV_WIPEONFORK).
#if defined(__x86_64__)
inline constexpr std::size_t wiped_page_size = 4096;
#else
inline constexpr std::size_t wiped_page_size = 65536; // the largest there is; ours need not be known beforehand
#endif
struct alignas(wiped_page_size) wiped_page {
    std::atomic<std::uint32_t> process{0};
};
extern wiped_page own_page;

/// Gives this process its number, and has the page wiped in every copy of it. From any thread, also in the child of a
/// process with threads, where next to nothing may be called.
std::uint32_t number_this_process() noexcept;

} // namespace detail

/// A number that no ancestor of this process had when it was copied: what was opened under another one belongs to an
/// ancestor, which goes on using it, and a generator that sees another number refuses to generate. It is never 0.
///
/// The number lies in a page that the kernel empties for a child, however that was made: fork(), _Fork() or clone(). A
/// child of vfork(), or of clone() with CLONE_VM, shares its parent's memory and so its number: what it takes from a
/// generator, its parent does not get. Where the kernel cannot do that (Linux before 4.14), only fork() is seen. Costs
/// one load and two comparisons. Safe to use from any thread and in signal handlers.
inline std::uint32_t fork_count() noexcept {
    const std::uint32_t number = detail::own_page.process.load(std::memory_order_relaxed);
    if (number == 0) [[unlikely]]
        return detail::number_this_process();
    return number;
}

/// Whether `fork_count()` is @p number, which it was once: the same in one comparison, for where each ID passes.
inline bool is_process(std::uint32_t number) noexcept {
    return detail::own_page.process.load(std::memory_order_relaxed) == number;
}

} // namespace vesta
