#include "server/listener.hpp"

#include <boost/asio/detail/socket_option.hpp>

#include <charconv>
#include <sstream>
#include <string>

namespace vesta::rest {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using error_code = boost::system::error_code;
using reuse_port = asio::detail::socket_option::boolean<SOL_SOCKET, SO_REUSEPORT>;

constexpr int backlog = 4096;

std::string text_of(const tcp::endpoint& at) {
    std::ostringstream text;
    text << at;
    return std::move(text).str();
}

error cannot(const std::string& what, const error_code& ec) {
    return {errc::invalid_settings, "cannot " + what + ": " + ec.message()};
}

error bad_address(std::string_view text) {
    return {errc::invalid_settings, "'" + std::string{text} + "' is no address to listen on; it would be like " +
                                        "127.0.0.1:8080, [::1]:8080 or 0.0.0.0:8080"};
}

} // namespace

result<tcp::endpoint> parse_endpoint(std::string_view text) {
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos) return bad_address(text);
    const std::string_view port_text = text.substr(colon + 1);
    std::uint16_t port = 0;
    const auto [end, failure] = std::from_chars(port_text.data(), port_text.data() + port_text.size(), port);
    if (failure != std::errc{} || end != port_text.data() + port_text.size()) return bad_address(text);

    std::string host{text.substr(0, colon)};
    if (host.empty()) return tcp::endpoint{tcp::v6(), port};
    if (host == "localhost") host = "127.0.0.1";
    if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
    error_code ec;
    const auto address = asio::ip::make_address(host, ec);
    if (ec) return bad_address(text);
    return tcp::endpoint{address, port};
}

result<tcp::acceptor> listen(asio::io_context& on, const tcp::endpoint& at) {
    tcp::acceptor listener{on};
    error_code ec;
    listener.open(at.protocol(), ec);
    if (!ec) listener.set_option(tcp::acceptor::reuse_address{true}, ec);
    if (!ec) listener.set_option(reuse_port{true}, ec);
    // Accepted sockets inherit it: answers are written whole, so that nothing is gained by holding back the last piece.
    if (!ec) listener.set_option(tcp::no_delay{true}, ec);
    if (!ec) listener.non_blocking(true, ec);
    if (!ec) listener.bind(at, ec);
    if (!ec) listener.listen(backlog, ec);
    if (ec) return cannot("listen on " + text_of(at), ec);
    return listener;
}

result<void> check_free(const tcp::endpoint& at) {
    asio::io_context context;
    tcp::acceptor probe{context};
    error_code ec;
    probe.open(at.protocol(), ec);
    if (!ec) probe.set_option(tcp::acceptor::reuse_address{true}, ec);
    if (!ec) probe.bind(at, ec);
    if (ec) return cannot("listen on " + text_of(at), ec);
    return {};
}

} // namespace vesta::rest
