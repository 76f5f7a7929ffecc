#include <vesta/net/listener.hpp>

#include <sys/socket.h>

#include <cerrno>
#include <limits>

namespace vesta::net {
namespace {

using boost::system::error_code;

constexpr int most_at_once = 64; // those who are served already have their turn in between
constexpr std::chrono::milliseconds pause_time{100};

bool is_short_of_something(int failure) noexcept {
    return failure == EMFILE || failure == ENFILE || failure == ENOMEM || failure == ENOBUFS;
}

} // namespace

void listener::start(tcp_acceptor at, server_events& by) {
    socket_ = std::move(at);
    events_ = &by;
    await();
}

void listener::stop() noexcept {
    if (!socket_.is_open()) return;
    take_in(std::numeric_limits<int>::max());
    error_code ignored;
    static_cast<void>(socket_.close(ignored));
    pause_.cancel();
}

void listener::await() {
    socket_.async_wait(tcp_acceptor::wait_read, [this](const error_code& stopped) {
        if (!stopped && socket_.is_open()) accept();
    });
}

void listener::accept() {
    events_->begin_round(std::chrono::steady_clock::now());
    const error_code lacking = take_in(most_at_once);
    if (lacking) events_->on_accept_pause(lacking);
    events_->end_round();
    if (lacking) return pause();
    await();
}

/// What the system lacks to take in more, if it does.
error_code listener::take_in(int most) noexcept {
    for (; most > 0; --most) {
        descriptor connected{::accept4(socket_.native_handle(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)};
        if (connected.is_open()) {
            events_->on_accept(std::move(connected));
            continue;
        }
        if (is_short_of_something(errno)) return {errno, boost::system::system_category()};
        if (errno == EAGAIN || errno == EWOULDBLOCK) break;
        // Any other error is of one connection that is gone again.
    }
    return {};
}

/// Trying again at once would only heat the processor.
void listener::pause() {
    pause_.expires_after(pause_time);
    pause_.async_wait([this](const error_code&) {
        if (socket_.is_open()) await();
    });
}

} // namespace vesta::net
