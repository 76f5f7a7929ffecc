#include "ready_set.hpp"

#include "connection.hpp"

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <thread>

namespace vesta::rpc::detail {
namespace {

using std::chrono::milliseconds;

// Rounds that follow so are waited for here; then Asio has its turn. A wait of one millisecond is a timer to set before
// the system's own next tick, which cost as much as the call.
constexpr milliseconds closely{10};

int make_set() {
    const int made = ::epoll_create1(EPOLL_CLOEXEC);
    if (made < 0) throw std::system_error{errno, std::system_category(), "epoll_create1"};
    return made;
}

} // namespace

ready_set::ready_set(asio::io_context& on) : set_{on, make_set()} {}

bool ready_set::add(int descriptor, connection& what) noexcept {
    return add(descriptor, EPOLLIN | EPOLLOUT | EPOLLRDHUP, &what);
}

void ready_set::leave_for(int descriptor) {
    if (!add(descriptor, EPOLLIN, nullptr)) throw std::system_error{errno, std::system_category(), "epoll_ctl"};
}

/// Only changes are told: a connection that is not to be read now needs no call to say so.
bool ready_set::add(int descriptor, std::uint32_t changes, connection* of) noexcept {
    epoll_event about{};
    about.events = changes | EPOLLET;
    about.data.ptr = of;
    return ::epoll_ctl(set_.native_handle(), EPOLL_CTL_ADD, descriptor, &about) == 0;
}

void ready_set::start(round_owner& by) {
    owner_ = &by;
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
    const auto begin = std::chrono::steady_clock::now();
    const bool is_busy = begin - last_round_ < closely;
    auto ready = poll(milliseconds{0});
    leaving_ = false;
    while (!ready.empty()) {
        const auto now = std::chrono::steady_clock::now();
        owner_->begin_round(now);
        tell(ready);
        owner_->end_round();
        last_round_ = now;
        if (!is_busy || leaving_ || now - begin >= closely || !owner_->may_stay()) return;
        if (gathering_.pays(ready.size(), now)) std::this_thread::sleep_for(gathering_time);
        ready = poll(closely);
    }
}

void ready_set::tell(std::span<const epoll_event> ready) {
    for (const epoll_event& each : ready) {
        if (each.data.ptr == nullptr) {
            leaving_ = true;
            continue;
        }
        // Nothing but the connection itself ends it during a round, so the pointer is good.
        static_cast<connection*>(each.data.ptr)
            ->on_ready({.readable = (each.events & EPOLLIN) != 0,
                        .writable = (each.events & EPOLLOUT) != 0,
                        .half_closed = (each.events & EPOLLRDHUP) != 0,
                        .gone = (each.events & (EPOLLHUP | EPOLLERR)) != 0});
    }
}

/// What is ready, or becomes so within @p patience; nothing too where a signal ends the waiting.
std::span<const epoll_event> ready_set::poll(milliseconds patience) noexcept {
    const int ready = ::epoll_wait(set_.native_handle(), ready_.data(), static_cast<int>(ready_.size()),
                                   static_cast<int>(patience.count()));
    return std::span{ready_}.first(static_cast<std::size_t>(std::max(ready, 0)));
}

} // namespace vesta::rpc::detail
