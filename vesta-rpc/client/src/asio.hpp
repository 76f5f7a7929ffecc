#pragma once

#include <boost/asio/basic_stream_socket.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/basic_resolver.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/local/stream_protocol.hpp>

#include <chrono>

namespace vesta::rpc::detail {

namespace asio = boost::asio;

using context_executor = asio::io_context::executor_type;
/// Of any family: TCP, or a unix socket.
using stream_socket = asio::basic_stream_socket<asio::generic::stream_protocol, context_executor>;
using stream_endpoint = asio::generic::stream_protocol::endpoint;
using tcp_resolver = asio::ip::basic_resolver<asio::ip::tcp, context_executor>;
using steady_timer = asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>,
                                                context_executor>;

} // namespace vesta::rpc::detail
