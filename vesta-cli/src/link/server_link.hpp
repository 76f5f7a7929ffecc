#pragma once

#include <vesta/base/result.hpp>
#include <vesta/tls/blocking_layer.hpp>
#include <vesta/tls/options.hpp>

#include <boost/asio/basic_socket_iostream.hpp>
#include <boost/asio/generic/stream_protocol.hpp>

#include <chrono>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace vesta::cli {

/// A connection to a server, for a thread that may wait: every call blocks until it is done, or until an instant; but
/// the look-up of a name is not cut short.
///
/// Errors: `store_unavailable`, with why in a few words; then nothing else is called.
/// Thread-safety: none.
class server_link {
  public:
    using time_point = std::chrono::steady_clock::time_point;

    explicit server_link(time_point until) : until_{until} { stream_.expires_at(until); }

    /// Comes first. @p to is HOST:PORT or unix:PATH; a unix socket is spoken to without TLS.
    ///
    /// Errors: also those of `tls::make_context`, and `invalid_argument` for another text.
    result<void> connect(const std::string& to, const std::optional<tls::client_options>& secured);
    /// Sends all of @p bytes.
    result<void> send(std::string_view bytes);
    /// Receives from one byte to `into.size()`, which is not 0. Returns 0 if the server sends no more.
    result<std::size_t> receive(std::span<char> into);

  private:
    using protocol = boost::asio::generic::stream_protocol;

    result<void> connect_host(const std::string& host, const std::string& port);
    error trouble() const;

    const time_point until_;
    boost::asio::basic_socket_iostream<protocol> stream_;
    std::optional<tls::blocking_layer> tls_;
};

} // namespace vesta::cli
