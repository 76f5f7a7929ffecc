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

/// What @p ask, which is getpeername or getsockname, says of @p socket.
template <class Ask>
std::string address_of(int socket, Ask ask) {
    tcp_endpoint where;
    socklen_t size = static_cast<socklen_t>(where.capacity());
    if (ask(socket, where.data(), &size) != 0) return "?";
    return where.data()->sa_family == AF_UNIX ? local_address(socket) : to_text(where);
}

} // namespace

std::string client::address() const {
    return address_of(socket_, ::getpeername);
}

std::string client::server_address() const {
    return address_of(socket_, ::getsockname);
}

std::vector<std::string> client::certificate_names() const {
    return tls_ != nullptr ? tls_->certificate_names() : std::vector<std::string>{};
}

} // namespace vesta::net
