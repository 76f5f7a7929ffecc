#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace vesta {
namespace detail {

/// The size of a page, or a multiple of it: the kernel clears whole pages.
#if defined(__x86_64__)
inline constexpr std::size_t wiped_page_size = 4096;
#else
inline constexpr std::size_t wiped_page_size = 65536; // the largest page size; ours is known only at run time
#endif
/// A page of its own: the kernel clears whole pages in a child process (MADV_WIPEONFORK).
struct alignas(wiped_page_size) wiped_page {
    std::atomic<std::uint32_t> process{0};
};
extern wiped_page own_page;

/// Numbers this process and registers the page to be wiped in every copy of it.
///
/// Thread-safety: safe, also in the forked child of a process with threads, where few functions may be called.
std::uint32_t number_this_process() noexcept;

} // namespace detail

/// A number that tells this process from its ancestors: no ancestor had it when it was copied. Never 0.
///
/// A generator remembers the number it was opened under and refuses to generate under any other, since an ancestor may
/// still be using its reservation.
///
/// The number lies in a page that the kernel clears in a child made by fork(), _Fork() or clone(). A child of vfork(),
/// or of clone() with CLONE_VM, shares its parent's memory and number; an ID it takes from a generator is gone for the
/// parent. Before Linux 4.14, which cannot clear pages, only fork() is noticed.
///
/// Cost: one load and two comparisons.
/// Thread-safety: safe, also in signal handlers.
inline std::uint32_t fork_count() noexcept {
    const std::uint32_t number = detail::own_page.process.load(std::memory_order_relaxed);
    if (number == 0) [[unlikely]]
        return detail::number_this_process();
    return number;
}

/// Whether `fork_count()` is @p number, a value it returned before. One comparison, for the path of every ID.
///
/// Thread-safety: safe, also in signal handlers.
inline bool is_process(std::uint32_t number) noexcept {
    return detail::own_page.process.load(std::memory_order_relaxed) == number;
}

} // namespace vesta
