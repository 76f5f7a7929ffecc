#include "cursor.hpp"

#include <algorithm>

namespace vesta::detail {

void cursor::install(const run& next) noexcept {
    const std::uint64_t generation = (word_.load(std::memory_order_acquire) >> index_bits) + 1;
    place& at = places_[generation & 1];
    at.first.store(next.first, std::memory_order_relaxed);
    at.count.store(next.count, std::memory_order_relaxed);
    at.stride.store(next.stride, std::memory_order_relaxed);
    word_.store(generation << index_bits, std::memory_order_release);
}

unsigned cursor::pause(unsigned times) noexcept {
    constexpr unsigned most = 4096;
    for (unsigned i = 0; i < times; ++i) {
#if defined(__x86_64__) || defined(__i386__)
        __builtin_ia32_pause();
#elif defined(__aarch64__)
        asm volatile("yield");
#endif
    }
    return std::min(times * 2, most);
}

} // namespace vesta::detail
