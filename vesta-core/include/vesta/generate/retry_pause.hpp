#pragma once

#include <algorithm>
#include <chrono>

namespace vesta {

/// How long a request that got no ID pauses before its next attempt: at least @p wait, which its source named as the
/// shortest, and an eighth of what it has @p waited already, up to 50 ms. Thousands may wait for one store that is
/// away; paced so, they cost little, and an answer is an eighth late at most.
constexpr std::chrono::nanoseconds retry_pause(std::chrono::nanoseconds wait,
                                               std::chrono::nanoseconds waited) noexcept {
    constexpr std::chrono::nanoseconds longest = std::chrono::milliseconds{50};
    return std::max(wait, std::min(waited / 8, longest));
}

} // namespace vesta
