#include "socket.hpp"

#include <sys/ioctl.h>
#include <sys/socket.h>

#include <cerrno>

namespace vesta::net {
namespace {

/// A call that does not block is not interrupted.
bool is_too_early() noexcept {
    return errno == EAGAIN || errno == EWOULDBLOCK;
}

} // namespace

socket::transfer socket::receive(std::span<char> into) noexcept {
    if (tls_) [[unlikely]]
        return tls_->receive(into);
    const ssize_t got = ::recv(number(), into.data(), into.size(), MSG_DONTWAIT);
    // A read that does not fill its room has emptied the socket; readiness will report later bytes.
    if (got > 0) return {.bytes = static_cast<std::size_t>(got), .more = static_cast<std::size_t>(got) == into.size()};
    if (got == 0) return {.ended = true};
    const bool later = is_too_early();
    return {.later = later, .failed = !later};
}

socket::transfer socket::send(std::string_view bytes) noexcept {
    if (tls_) [[unlikely]]
        return tls_->send(bytes);
    transfer all;
    while (all.bytes < bytes.size()) {
        const std::string_view rest = bytes.substr(all.bytes);
        const ssize_t taken = ::send(number(), rest.data(), rest.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (taken < 0) {
            all.later = is_too_early();
            all.failed = !all.later;
            break;
        }
        all.bytes += static_cast<std::size_t>(taken);
    }
    return all;
}

bool socket::has_input() const noexcept {
    if (tls_ && tls_->has_input()) return true;
    char first = 0;
    return ::recv(number(), &first, 1, MSG_PEEK | MSG_DONTWAIT) == 1;
}

std::size_t socket::unread() const noexcept {
    constexpr std::size_t longest_record = 16 * 1024; // what TLS may have taken from the system already
    int waiting = 0;
    if (::ioctl(number(), FIONREAD, &waiting) != 0) waiting = 0;
    return static_cast<std::size_t>(waiting) + (tls_ ? longest_record : 0);
}

bool socket::end_sending() noexcept {
    if (tls_) tls_->end_sending();
    return ::shutdown(number(), SHUT_WR) == 0;
}

void socket::close() noexcept {
    tls_.reset();
    descriptor_.close();
}

void socket::reset_when_closed() noexcept {
    constexpr linger at_once{.l_onoff = 1, .l_linger = 0};
    ::setsockopt(number(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

} // namespace vesta::net
