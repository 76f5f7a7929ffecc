#include <vesta/net/listener.hpp>

#include <sys/socket.h>

#include <cerrno>
#include <exception>

namespace vesta::net {
namespace {

using boost::system::error_code;

constexpr int most_at_once = 64;   // connections already served get their turn in between
constexpr int most_at_stop = 4096; // the longest queue that Linux keeps unless told otherwise (net.core.somaxconn)
constexpr std::chrono::milliseconds pause_time{100};

/// Whether @p failure is of one connection that is gone again: accept(2) lists those of TCP.
bool is_of_the_connection(int failure) noexcept {
    switch (failure) {
    case ECONNABORTED:
    case EINTR:
    case ENETDOWN:
    case EPROTO:
    case ENOPROTOOPT:
    case EHOSTDOWN:
    case ENONET:
    case EHOSTUNREACH:
    case EOPNOTSUPP:
    case ENETUNREACH:
        return true;
    default:
        return false;
    }
}

} // namespace

void listener::start(descriptor at, origin whom, server_events& by) {
    socket_ = std::move(at);
    whom_ = whom;
    events_ = &by;
    set_.add(socket_.number(), *this);
}

void listener::stop() noexcept {
    if (!socket_.is_open()) return;
    take_in(most_at_stop);
    socket_.close();
    pause_.cancel();
}

void listener::on_ready(const io_events&) noexcept {
    if (socket_.is_open() && take_in(most_at_once)) set_.ask_again(socket_.number(), *this);
}

/// Whether some may be left.
bool listener::take_in(int most) noexcept {
    for (; most > 0; --most) {
        descriptor connected{::accept4(socket_.number(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)};
        if (connected.is_open()) {
            events_->on_accept(std::move(connected), whom_);
            continue;
        }
        if (errno == EAGAIN || errno == EWOULDBLOCK) return false;
        if (is_of_the_connection(errno)) continue;
        pause({errno, boost::system::system_category()}); // the system lacks something, or forbids it
        return false;
    }
    return true;
}

/// Trying again at once would only heat the processor, and is done where there is no memory for the pause.
void listener::pause(const error_code& why) noexcept {
    const auto try_again = [this](const error_code&) {
        if (socket_.is_open()) set_.ask_again(socket_.number(), *this);
    };
    events_->on_accept_pause(why);
    try {
        pause_.expires_after(pause_time);
        pause_.async_wait(try_again);
    } catch (const std::exception&) {
        try_again({});
    }
}

} // namespace vesta::net
