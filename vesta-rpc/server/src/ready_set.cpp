#include "ready_set.hpp"

#include "connection.hpp"

#include <sys/epoll.h>

#include <array>
#include <system_error>

namespace vesta::rpc::detail {
namespace {

int make_set() {
    const int made = ::epoll_create1(EPOLL_CLOEXEC);
    if (made < 0) throw std::system_error{errno, std::system_category(), "epoll_create1"};
    return made;
}

} // namespace

ready_set::ready_set(asio::io_context& on) : set_{on, make_set()} {}

bool ready_set::add(int descriptor, connection& what) noexcept {
    epoll_event about{};
    // Only changes are told: a connection that is not to be read now needs no call to say so.
    about.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET;
    about.data.ptr = &what;
    return ::epoll_ctl(set_.native_handle(), EPOLL_CTL_ADD, descriptor, &about) == 0;
}

void ready_set::start(std::function<void()> before, std::function<void()> after) {
    before_ = std::move(before);
    after_ = std::move(after);
    wait();
}

void ready_set::stop() noexcept {
    boost::system::error_code ignored;
    set_.close(ignored);
}

void ready_set::wait() {
    set_.async_wait(stream_descriptor::wait_read, [this](const boost::system::error_code& stopped) {
        if (stopped) return;
        tell();
        if (set_.is_open()) wait();
    });
}

void ready_set::tell() {
    std::array<epoll_event, 128> round;
    const int ready = ::epoll_wait(set_.native_handle(), round.data(), static_cast<int>(round.size()), 0);
    before_();
    for (int i = 0; i < ready; ++i) {
        const auto& each = round[static_cast<std::size_t>(i)];
        // Nothing but the connection itself ends it during a round, so the pointer is good.
        static_cast<connection*>(each.data.ptr)
            ->on_ready({.readable = (each.events & EPOLLIN) != 0,
                        .writable = (each.events & EPOLLOUT) != 0,
                        .half_closed = (each.events & EPOLLRDHUP) != 0,
                        .gone = (each.events & (EPOLLHUP | EPOLLERR)) != 0});
    }
    after_();
}

} // namespace vesta::rpc::detail
