#include <vesta/net/listener.hpp>

#include <sys/socket.h>

#include <cerrno>
#include <limits>

namespace vesta::net {
namespace {

using boost::system::error_code;

constexpr int most_at_once = 64; // connections already served get their turn in between
constexpr std::chrono::milliseconds pause_time{100};

bool is_short_of_something(int failure) noexcept {
    return failure == EMFILE || failure == ENFILE || failure == ENOMEM || failure == ENOBUFS;
}

} // namespace

void listener::start(tcp_acceptor at, server_events& by) {
    socket_ = descriptor{at.release()}; // it is not Asio that watches it
    events_ = &by;
    set_.add(socket_.number(), *this);
}

void listener::stop() noexcept {
    if (!socket_.is_open()) return;
    take_in(std::numeric_limits<int>::max());
    socket_.close();
    pause_.cancel();
}

void listener::on_ready(const readiness&) noexcept {
    if (socket_.is_open() && take_in(most_at_once)) set_.ask_again(socket_.number(), *this);
}

/// Whether some may be left.
bool listener::take_in(int most) noexcept {
    for (; most > 0; --most) {
        descriptor connected{::accept4(socket_.number(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)};
        if (connected.is_open()) {
            events_->on_accept(std::move(connected));
            continue;
        }
        if (errno == EAGAIN || errno == EWOULDBLOCK) return false;
        if (is_short_of_something(errno)) {
            pause({errno, boost::system::system_category()});
            return false;
        }
        // Any other error is of one connection that is gone again.
    }
    return true;
}

/// Trying again at once would only heat the processor.
void listener::pause(const error_code& why) {
    events_->on_accept_pause(why);
    pause_.expires_after(pause_time);
    pause_.async_wait([this](const error_code&) {
        if (socket_.is_open()) set_.ask_again(socket_.number(), *this);
    });
}

} // namespace vesta::net
