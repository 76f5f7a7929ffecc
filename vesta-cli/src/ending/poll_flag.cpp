#include "poll_flag.hpp"

#include <sys/eventfd.h>

#include <cerrno>
#include <cstdint>
#include <system_error>
#include <unistd.h>

namespace vesta::cli {

poll_flag::poll_flag() : number_{::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)} {
    if (number_ < 0) throw std::system_error{errno, std::generic_category(), "eventfd"};
}

poll_flag::~poll_flag() {
    ::close(number_);
}

void poll_flag::set() const noexcept {
    const std::uint64_t one = 1;
    [[maybe_unused]] const auto written = ::write(number_, &one, sizeof one);
}

bool poll_flag::take() const noexcept {
    std::uint64_t times = 0;
    return ::read(number_, &times, sizeof times) == sizeof times;
}

} // namespace vesta::cli
