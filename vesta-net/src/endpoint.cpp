#include <vesta/base/host_port.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/net/endpoint.hpp>

#include <boost/asio/detail/socket_option.hpp>
#include <boost/asio/ip/address.hpp>
#include <netinet/tcp.h>
#include <sys/socket.h>

namespace vesta::net {
namespace {

using boost::system::error_code;
using reuse_port = asio::detail::socket_option::integer<SOL_SOCKET, SO_REUSEPORT>;

constexpr int keepalive_idle = 60;     // seconds of silence before the system asks
constexpr int keepalive_interval = 20; // seconds between two questions

error not_an_address(std::string_view text) {
    return {errc::invalid_settings,
            "listen is " + in_quotes(text) + "; it is an IP address, a colon and a port: 127.0.0.1:6399 or [::1]:6399"};
}

error cannot_listen(const tcp_endpoint& where, const error_code& why) {
    errc code = errc::internal;
    if (why == asio::error::address_in_use) code = errc::in_use;
    if (why == boost::system::errc::address_not_available || why == asio::error::access_denied)
        code = errc::invalid_settings;
    return {code, "cannot listen at " + to_text(where) + ": " + why.message()};
}

error_code bind(tcp_acceptor& to, const tcp_endpoint& where, sharing how) {
    error_code failed;
    to.open(where.protocol(), failed);
    if (!failed) to.set_option(tcp_acceptor::reuse_address{true}, failed);
    if (!failed && how != sharing::alone) to.set_option(reuse_port{1}, failed);
    if (!failed) to.bind(where, failed);
    if (!failed) to.listen(tcp_acceptor::max_listen_connections, failed);
    if (!failed) to.non_blocking(true, failed);
    return failed;
}

} // namespace

result<tcp_endpoint> parse_endpoint(std::string_view text) {
    const auto parts = read_host_port(text);
    if (!parts) return not_an_address(text);
    error_code failed;
    const auto address = asio::ip::make_address(std::string{parts->host}, failed);
    if (failed) return not_an_address(text);
    return tcp_endpoint{address, parts->port};
}

std::string to_text(const tcp_endpoint& where) {
    const std::string host = where.address().to_string();
    return (where.address().is_v6() ? "[" + host + "]" : host) + ":" + std::to_string(where.port());
}

void set_tcp_options(int of) noexcept {
    const auto set = [of](int level, int name, int value) { ::setsockopt(of, level, name, &value, sizeof value); };
    set(IPPROTO_TCP, TCP_NODELAY, 1);
    set(SOL_SOCKET, SO_KEEPALIVE, 1);
    set(IPPROTO_TCP, TCP_KEEPIDLE, keepalive_idle);
    set(IPPROTO_TCP, TCP_KEEPINTVL, keepalive_interval);
}

result<tcp_acceptor> listen(asio::io_context& on, const tcp_endpoint& where, sharing how) {
    if (how == sharing::first && where.port() != 0) {
        // Sockets can share a port with any process of the same user. A second server would silently take half of the
        // connections, so the first socket makes sure that it is alone.
        tcp_acceptor probe{on};
        if (const auto failed = bind(probe, where, sharing::alone)) return cannot_listen(where, failed);
    }
    tcp_acceptor made{on};
    if (const auto failed = bind(made, where, how)) return cannot_listen(where, failed);
    set_tcp_options(made.native_handle());
    return made;
}

} // namespace vesta::net
