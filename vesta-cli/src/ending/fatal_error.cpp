#include "fatal_error.hpp"

namespace vesta::cli {

void fatal_error::report(const error& reason) {
    {
        const std::lock_guard guard{guard_};
        if (!first_) first_ = reason;
    }
    event_.set();
}

std::optional<error> fatal_error::reported() const {
    const std::lock_guard guard{guard_};
    return first_;
}

} // namespace vesta::cli
