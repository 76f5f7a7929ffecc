#include <vesta/base/fork.hpp>

#include <sys/mman.h>

#include <pthread.h>

namespace vesta {

constinit detail::wiped_page detail::own_page{};

namespace {

// The last number that this process or an ancestor drew. It lies outside the page, so that a child goes on counting.
constinit std::atomic<std::uint32_t> drawn{0};

void wipe() {
    detail::own_page.process.store(0, std::memory_order_relaxed);
}

bool has_kernel_wipe() noexcept {
    return ::madvise(&detail::own_page, sizeof detail::own_page, MADV_WIPEONFORK) == 0;
}

/// Runs when the library is loaded, before anything can be opened. Children inherit the advice to the kernel.
std::uint32_t watch() {
    if (!has_kernel_wipe()) ::pthread_atfork(nullptr, nullptr, wipe);
    return fork_count();
}

[[maybe_unused]] const std::uint32_t loaded_in = watch();

} // namespace

std::uint32_t detail::number_this_process() noexcept {
    std::uint32_t next = drawn.fetch_add(1, std::memory_order_relaxed) + 1;
    if (next == 0) next = drawn.fetch_add(1, std::memory_order_relaxed) + 1;
    std::uint32_t other = 0; // another thread may be faster
    return own_page.process.compare_exchange_strong(other, next, std::memory_order_relaxed) ? next : other;
}

} // namespace vesta
