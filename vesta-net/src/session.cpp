#include <vesta/base/host_port.hpp>
#include <vesta/net/endpoint.hpp>
#include <vesta/net/session.hpp>

#include <sys/socket.h>
#include <sys/un.h>

namespace vesta::net {

namespace {

/// Clients of a unix socket have no name of their own.
std::string local_address(int socket) {
    sockaddr_un here{};
    socklen_t size = sizeof here;
    if (::getsockname(socket, reinterpret_cast<sockaddr*>(&here), &size) != 0) return "?";
    here.sun_path[sizeof here.sun_path - 1] = '\0';
    return std::string{local_mark} + here.sun_path;
}

} // namespace

std::string client::address() const {
    tcp_endpoint where;
    socklen_t size = static_cast<socklen_t>(where.capacity());
    if (::getpeername(socket_, where.data(), &size) != 0) return "?";
    return where.data()->sa_family == AF_UNIX ? local_address(socket_) : to_text(where);
}

std::vector<std::string> client::certificate_names() const {
    return tls_ != nullptr ? tls_->certificate_names() : std::vector<std::string>{};
}

} // namespace vesta::net
