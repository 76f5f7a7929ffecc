#include "start_trouble.hpp"

#include <sys/eventfd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>
#include <unistd.h>

namespace vesta::cli {

start_trouble::start_trouble() : event_{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)} {
    if (event_ < 0) throw std::system_error{errno, std::generic_category(), "eventfd"};
}

start_trouble::~start_trouble() {
    ::close(event_);
}

void start_trouble::report(const error& reason) {
    {
        const std::lock_guard guard{guard_};
        if (!first_) first_ = reason;
    }
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(event_, &one, sizeof one);
}

std::optional<error> start_trouble::reported() const {
    const std::lock_guard guard{guard_};
    return first_;
}

} // namespace vesta::cli
