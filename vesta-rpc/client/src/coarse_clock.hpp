#pragma once

#include <cstdint>
#include <ctime>

namespace vesta::rpc::detail {

/// Nanoseconds of the system's monotonic clock as of its last tick, at most 4 ms ago. Costs a quarter of an exact
/// reading, which would be half of what handing out an ID costs.
inline std::int64_t coarse_now() noexcept {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
    return now.tv_sec * std::int64_t{1'000'000'000} + now.tv_nsec;
}

} // namespace vesta::rpc::detail
