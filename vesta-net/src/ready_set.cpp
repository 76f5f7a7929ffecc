#include <vesta/net/ready_set.hpp>

#include <sys/eventfd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <thread>

namespace vesta::net {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

// If the next round follows within this, it is waited for here; else Asio has its turn. A wait of one millisecond would
// be a timer before the system's own next tick, which costs as much as the call.
constexpr milliseconds closely{10};

int checked(int made, const char* by) {
    if (made < 0) throw std::system_error{errno, std::system_category(), by};
    return made;
}

/// Edge-triggered: the system need not check again whether bytes are left. Room to write is reported with any other
/// event, or when there had been none, so that asking for both costs nothing.
epoll_event registration(watched& whose) noexcept {
    epoll_event made{};
    made.events = EPOLLET | EPOLLIN | EPOLLRDHUP | EPOLLOUT;
    made.data.ptr = &whose;
    return made;
}

} // namespace

ready_set::ready_set(asio::io_context& on, polling how)
    : set_{on, checked(::epoll_create1(EPOLL_CLOEXEC), "epoll_create1")},
      always_ready_{checked(::eventfd(1, EFD_CLOEXEC | EFD_NONBLOCK), "eventfd")}, how_{how} {
    epoll_event not_yet{}; // ask_for_round() changes that
    checked(::epoll_ctl(set_.native_handle(), EPOLL_CTL_ADD, always_ready_.number(), &not_yet), "epoll_ctl");
}

void ready_set::add(int socket, watched& whose) {
    epoll_event wanted = registration(whose);
    checked(::epoll_ctl(set_.native_handle(), EPOLL_CTL_ADD, socket, &wanted), "epoll_ctl");
}

void ready_set::ask_again(int socket, watched& whose) noexcept {
    epoll_event wanted = registration(whose);
    ::epoll_ctl(set_.native_handle(), EPOLL_CTL_MOD, socket, &wanted); // cannot fail for an existing socket
}

void ready_set::start(server_events& by) {
    events_ = &by;
    wait();
}

void ready_set::stop() noexcept {
    boost::system::error_code ignored;
    set_.close(ignored);
}

void ready_set::wait() {
    set_.async_wait(stream_descriptor::wait_read, [this](const boost::system::error_code& stopped) {
        if (stopped) return;
        tell_while_busy();
        if (set_.is_open()) wait();
    });
}

void ready_set::tell_while_busy() {
    const auto begin = steady_clock::now();
    const bool is_busy = begin - last_round_ < closely;
    auto ready = poll(milliseconds{0});
    while (!ready.empty()) {
        const auto now = steady_clock::now();
        events_->begin_round(now);
        tell(ready);
        events_->end_round();
        last_round_ = now;
        if (!is_busy || now - begin >= closely || !events_->may_stay()) return;
        if (how_ == polling::gathering && gathering_.pays(ready.size(), now))
            std::this_thread::sleep_for(gathering_time);
        ready = poll(closely);
    }
}

void ready_set::tell(std::span<const epoll_event> ready) {
    for (const epoll_event& each : ready)
        static_cast<watched*>(each.data.ptr)
            ->on_ready({.readable = (each.events & EPOLLIN) != 0,
                        .writable = (each.events & EPOLLOUT) != 0,
                        .half_closed = (each.events & EPOLLRDHUP) != 0,
                        .gone = (each.events & (EPOLLHUP | EPOLLERR)) != 0});
}

/// The sockets that are ready, or become so within @p patience; none if a signal ends the wait.
std::span<const epoll_event> ready_set::poll(milliseconds patience) noexcept {
    const int ready = ::epoll_wait(set_.native_handle(), ready_.data(), static_cast<int>(ready_.size()),
                                   static_cast<int>(patience.count()));
    return std::span{ready_}.first(static_cast<std::size_t>(std::max(ready, 0)));
}

} // namespace vesta::net
