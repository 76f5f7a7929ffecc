#pragma once

#include <vesta/base/result.hpp>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <string_view>

namespace vesta::rest {

/// Reads 127.0.0.1:8080, [::1]:8080, localhost:8080 or :8080 (all addresses). Error: `invalid_settings`.
result<boost::asio::ip::tcp::endpoint> parse_endpoint(std::string_view text);

/// Listens at @p at, together with the other listeners of this process there. Error: `invalid_settings`.
result<boost::asio::ip::tcp::acceptor> listen(boost::asio::io_context& on, const boost::asio::ip::tcp::endpoint& at);

/// Sockets that share a port let any process of the same user join in. So before the first of ours listens, this sees
/// that the port is free. Error: `invalid_settings`.
result<void> check_free(const boost::asio::ip::tcp::endpoint& at);

} // namespace vesta::rest
