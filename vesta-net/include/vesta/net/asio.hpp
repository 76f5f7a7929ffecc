#pragma once

#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/basic_waitable_timer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/basic_stream_descriptor.hpp>

#include <chrono>

/// The parts of Asio that the server uses, with an executor of fixed type.
namespace vesta::net {

namespace asio = boost::asio;

// Asio's own names stand for types that can hold any executor. These know theirs, which saves an indirection per call.
using context_executor = asio::io_context::executor_type;
using tcp_acceptor = asio::basic_socket_acceptor<asio::ip::tcp, context_executor>;
using tcp_endpoint = asio::ip::tcp::endpoint;
using stream_descriptor = asio::posix::basic_stream_descriptor<context_executor>;
using steady_timer = asio::basic_waitable_timer<std::chrono::steady_clock, asio::wait_traits<std::chrono::steady_clock>,
                                                context_executor>;

} // namespace vesta::net
