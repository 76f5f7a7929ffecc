#include "start_trouble.hpp"

namespace vesta::cli {

void start_trouble::report(const error& reason) {
    {
        const std::lock_guard guard{guard_};
        if (!first_) first_ = reason;
    }
    event_.set();
}

std::optional<error> start_trouble::reported() const {
    const std::lock_guard guard{guard_};
    return first_;
}

} // namespace vesta::cli
