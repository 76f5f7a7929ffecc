#include "server_link.hpp"

#include <vesta/base/host_port.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/tls/context.hpp>

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>

namespace vesta::cli {
namespace {

namespace asio = boost::asio;

error unavailable(std::string why) {
    return {errc::store_unavailable, std::move(why)};
}

} // namespace

result<void> server_link::connect(const std::string& to, const std::optional<tls::client_options>& secured) {
    if (to.starts_with(local_mark)) {
        if (to.size() - local_mark.size() > 107) // of sun_path
            return error{errc::invalid_argument, in_quotes(to) + " is too long for a unix socket"};
        const asio::local::stream_protocol::endpoint at{to.substr(local_mark.size())};
        stream_.connect(protocol::endpoint{at});
        return stream_ ? result<void>{} : trouble();
    }
    const auto at = read_host_port(to);
    if (!at)
        return error{errc::invalid_argument, in_quotes(to) + " is neither a host and a port, as 127.0.0.1:8080, nor "
                                                             "unix: and a path"};
    const std::string host{at->host};
    if (auto connected = connect_host(host, std::to_string(at->port)); !connected || !secured) return connected;
    const auto by = tls::make_context(*secured);
    if (!by) return by.error();
    const int socket = stream_.socket().native_handle();
    tls_.emplace((*by)->make_layer(socket, host), socket);
    return tls_->shake_hands(until_);
}

/// Tries each address of the host.
result<void> server_link::connect_host(const std::string& host, const std::string& port) {
    asio::io_context alone;
    boost::system::error_code failed;
    const auto found = asio::ip::tcp::resolver{alone}.resolve(host, port, failed);
    if (failed) return unavailable(failed.message());
    for (const auto& each : found) {
        stream_.clear();
        stream_.connect(protocol::endpoint{each.endpoint()});
        if (stream_ || std::chrono::steady_clock::now() >= until_) break;
    }
    return stream_ ? result<void>{} : trouble();
}

result<void> server_link::send(std::string_view bytes) {
    if (tls_) return tls_->send(bytes, until_);
    stream_ << bytes << std::flush;
    return stream_ ? result<void>{} : trouble();
}

result<std::size_t> server_link::receive(std::span<char> into) {
    if (tls_) return tls_->receive(into, until_);
    if (stream_.peek() != std::char_traits<char>::eof())
        return static_cast<std::size_t>(stream_.readsome(into.data(), static_cast<std::streamsize>(into.size())));
    if (stream_.error() == asio::error::eof) return 0;
    return trouble();
}

error server_link::trouble() const {
    if (std::chrono::steady_clock::now() >= until_) return unavailable("it takes too long");
    return unavailable(stream_.error().message());
}

} // namespace vesta::cli
