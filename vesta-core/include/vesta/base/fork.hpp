#pragma once

#include <atomic>
#include <cstdint>

namespace vesta {
namespace detail {
extern std::atomic<std::uint32_t> forks;
}

/// How many forks lie between the start of the program and this process. What was opened at another count belongs to an
/// ancestor, which goes on using it: a generator that sees the count change refuses to generate. Costs one load.
inline std::uint32_t fork_count() noexcept {
    return detail::forks.load(std::memory_order_relaxed);
}

} // namespace vesta
