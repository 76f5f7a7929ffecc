#include <vesta/net/endpoint.hpp>
#include <vesta/net/session.hpp>

#include <sys/socket.h>

namespace vesta::net {

std::string client::address() const {
    tcp_endpoint where;
    socklen_t size = static_cast<socklen_t>(where.capacity());
    if (::getpeername(socket_, where.data(), &size) != 0) return "?";
    return to_text(where);
}

} // namespace vesta::net
