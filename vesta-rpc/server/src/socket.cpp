#include "socket.hpp"

#include "listener.hpp"

#include <netinet/tcp.h>
#include <sys/socket.h>

#include <cerrno>
#include <unistd.h>

namespace vesta::rpc::detail {
namespace {

socket::transfer outcome(ssize_t moved) noexcept {
    if (moved > 0) return {.bytes = static_cast<std::size_t>(moved)};
    const bool later = moved < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    return {.later = later, .ended = !later};
}

} // namespace

socket::transfer socket::receive(std::span<char> into) noexcept {
    return outcome(::recv(descriptor_, into.data(), into.size(), MSG_DONTWAIT));
}

socket::transfer socket::send(std::string_view bytes) noexcept {
    return outcome(::send(descriptor_, bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL));
}

void socket::end_sending() noexcept {
    ::shutdown(descriptor_, SHUT_WR);
}

void socket::close() noexcept {
    if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

std::string socket::peer() const {
    tcp_endpoint where;
    socklen_t size = static_cast<socklen_t>(where.capacity());
    if (::getpeername(descriptor_, where.data(), &size) != 0) return "?";
    return to_text(where);
}

// A socket without one of these still serves, so failures are ignored.
void socket::set_options() noexcept {
    const auto set = [this](int level, int which, int value) {
        ::setsockopt(descriptor_, level, which, &value, sizeof value);
    };
    set(IPPROTO_TCP, TCP_NODELAY, 1);
    set(SOL_SOCKET, SO_KEEPALIVE, 1);
    set(IPPROTO_TCP, TCP_KEEPIDLE, 60);
    set(IPPROTO_TCP, TCP_KEEPINTVL, 20);
}

socket accept(tcp_acceptor& listening, boost::system::error_code& why_not) {
    socket made{::accept4(listening.native_handle(), nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC)};
    if (!made.is_open()) why_not.assign(errno, boost::system::system_category());
    return made;
}

} // namespace vesta::rpc::detail
