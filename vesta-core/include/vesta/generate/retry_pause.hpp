#pragma once

#include <algorithm>
#include <chrono>

namespace vesta {

/// How long a request without IDs pauses before its next attempt: an eighth of the time it has @p waited already, at
/// most 50 ms, but no less than @p wait, the shortest pause its source named.
///
/// So thousands of requests that wait for one store cost little, and an answer is late by an eighth at most.
constexpr std::chrono::nanoseconds retry_pause(std::chrono::nanoseconds wait,
                                               std::chrono::nanoseconds waited) noexcept {
    constexpr std::chrono::nanoseconds longest = std::chrono::milliseconds{50};
    return std::max(wait, std::min(waited / 8, longest));
}

} // namespace vesta
