#include "cursor.hpp"

#include <algorithm>

namespace vesta::detail {

unsigned pause(unsigned times) noexcept {
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
