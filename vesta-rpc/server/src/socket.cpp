#include "socket.hpp"

#include <vesta/net/endpoint.hpp>

#include <sys/socket.h>

#include <cerrno>

namespace vesta::rpc::detail {
namespace {

socket::transfer outcome(ssize_t moved) noexcept {
    if (moved > 0) return {.bytes = static_cast<std::size_t>(moved)};
    const bool later = moved < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
    return {.later = later, .ended = !later};
}

} // namespace

socket::transfer socket::receive(std::span<char> into) noexcept {
    return outcome(::recv(number(), into.data(), into.size(), MSG_DONTWAIT));
}

socket::transfer socket::send(std::string_view bytes) noexcept {
    return outcome(::send(number(), bytes.data(), bytes.size(), MSG_DONTWAIT | MSG_NOSIGNAL));
}

void socket::end_sending() noexcept {
    ::shutdown(number(), SHUT_WR);
}

std::string socket::peer() const {
    net::tcp_endpoint where;
    socklen_t size = static_cast<socklen_t>(where.capacity());
    if (::getpeername(number(), where.data(), &size) != 0) return "?";
    return net::to_text(where);
}

} // namespace vesta::rpc::detail
