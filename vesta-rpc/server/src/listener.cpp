#include "listener.hpp"

#include "words.hpp"

#include <sys/socket.h>

#include <cerrno>

namespace vesta::rpc::detail {
namespace {

error not_an_address(std::string_view text) {
    return {errc::invalid_settings,
            "listen is " + in_quotes(text) + "; it is an IP address, a colon and a port: 127.0.0.1:6399 or [::1]:6399"};
}

error cannot_listen(const tcp_endpoint& where, const boost::system::error_code& why) {
    errc code = errc::internal;
    if (why == asio::error::address_in_use) code = errc::in_use;
    if (why == boost::system::errc::address_not_available || why == asio::error::access_denied)
        code = errc::invalid_settings;
    return {code, "cannot listen at " + to_text(where) + ": " + why.message()};
}

boost::system::error_code bind(tcp_acceptor& to, const tcp_endpoint& where, bool shared) {
    boost::system::error_code failed;
    to.open(where.protocol(), failed);
    if (!failed) to.set_option(tcp_acceptor::reuse_address{true}, failed);
    const int on = 1;
    if (!failed && shared && ::setsockopt(to.native_handle(), SOL_SOCKET, SO_REUSEPORT, &on, sizeof on) != 0)
        failed.assign(errno, boost::system::system_category());
    if (!failed) to.bind(where, failed);
    if (!failed) to.listen(tcp_acceptor::max_listen_connections, failed);
    if (!failed) to.non_blocking(true, failed);
    return failed;
}

} // namespace

result<tcp_endpoint> parse_endpoint(std::string_view text) {
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos) return not_an_address(text);
    auto host = text.substr(0, colon);
    const bool bracketed = host.starts_with('[') && host.ends_with(']');
    if (bracketed) host = host.substr(1, host.size() - 2);
    boost::system::error_code failed;
    const auto address = asio::ip::make_address(std::string{host}, failed);
    const auto port = read_number<std::uint16_t>(text.substr(colon + 1));
    if (failed || !port || address.is_v6() != bracketed) return not_an_address(text);
    return tcp_endpoint{address, *port};
}

std::string to_text(const tcp_endpoint& where) {
    const std::string host = where.address().to_string();
    return (where.address().is_v6() ? "[" + host + "]" : host) + ":" + std::to_string(where.port());
}

result<tcp_acceptor> listen(asio::io_context& on, const tcp_endpoint& where, bool shared, bool first) {
    if (shared && first && where.port() != 0) {
        // Sockets that share a port share it with any process of the same user. A second server there would take half
        // of the connections and nobody would know why, so the first socket makes sure that it is alone.
        tcp_acceptor probe{on};
        if (const auto failed = bind(probe, where, false)) return cannot_listen(where, failed);
    }
    tcp_acceptor made{on};
    if (const auto failed = bind(made, where, shared)) return cannot_listen(where, failed);
    return made;
}

} // namespace vesta::rpc::detail
