#include "server/poller.hpp"

#include <boost/system/system_error.hpp>

#include <cerrno>

namespace vesta::rest {
namespace {

int make_epoll() {
    const int made = ::epoll_create1(EPOLL_CLOEXEC);
    if (made < 0) throw boost::system::system_error{errno, boost::system::system_category(), "epoll_create1"};
    return made;
}

/// Edge-triggered: the system need not look once more whether something is left.
epoll_event registration(connection& whose, interest what) noexcept {
    epoll_event made{};
    made.events = EPOLLET;
    if (what == interest::input) made.events |= EPOLLIN | EPOLLRDHUP;
    if (what == interest::output) made.events |= EPOLLOUT;
    made.data.ptr = &whose;
    return made;
}

} // namespace

poller::poller(boost::asio::io_context& on) : epoll_{on, make_epoll()} {}

bool poller::add(int socket, connection& whose) noexcept {
    epoll_event wanted = registration(whose, interest::input);
    return ::epoll_ctl(epoll_.native_handle(), EPOLL_CTL_ADD, socket, &wanted) == 0;
}

void poller::change(int socket, connection& whose, interest what) noexcept {
    epoll_event wanted = registration(whose, what);
    ::epoll_ctl(epoll_.native_handle(), EPOLL_CTL_MOD, socket, &wanted); // of a socket that is there, it cannot fail
}

std::span<const poller::event> poller::ready() noexcept {
    const int found = ::epoll_wait(epoll_.native_handle(), events_.data(), most_at_once, 0);
    const std::size_t count = found < 0 ? 0 : static_cast<std::size_t>(found);
    for (std::size_t i = 0; i < count; ++i)
        ready_[i] = {static_cast<connection*>(events_[i].data.ptr), (events_[i].events & EPOLLRDHUP) != 0};
    return {ready_.data(), count};
}

void poller::close() noexcept {
    boost::system::error_code ignored;
    epoll_.close(ignored);
}

} // namespace vesta::rest
