#include "line_pace.hpp"

#include <utility>

namespace vesta::cli {

bool line_pace::admits(clock::time_point now) {
    const std::lock_guard lock{guard_};
    if (is_over(now)) {
        since_ = now;
        admitted_ = 0;
    }
    if (admitted_ == most_in_a_second) {
        ++held_back_;
        return false;
    }
    ++admitted_;
    return true;
}

std::uint64_t line_pace::take_held_back(clock::time_point now) {
    const std::lock_guard lock{guard_};
    return is_over(now) ? std::exchange(held_back_, 0) : 0;
}

} // namespace vesta::cli
