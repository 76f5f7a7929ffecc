#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <sys/epoll.h>

#include <array>
#include <cstdint>
#include <span>

namespace vesta::rest {

class connection;

/// What a connection's socket is watched for. That it is broken is told in any case.
enum class interest : std::uint8_t { nothing, input, output };

/// Tells which of a worker's connections can go on, many at a time: an epoll of its own, which Asio waits for as for
/// any descriptor. A socket is registered once and told of when something comes, so that a request costs one call to
/// receive and one to send; Asio's own would cost a third, to try in vain or to be armed again
/// (docs/decisions/0010-rest-poller.md). What is left of something told of is not told again: who does not take in all
/// of it calls `change`.
class poller {
  public:
    /// Throws boost::system::system_error where the system has no epoll left.
    explicit poller(boost::asio::io_context& on);

    struct event {
        connection* whose = nullptr;
        bool input_ends = false; ///< The client has closed its half: behind what is left to be received is the end.
    };

    /// Begins to watch @p socket for input. False where the system cannot.
    bool add(int socket, connection& whose) noexcept;
    /// Watches it for @p what from now on, and tells of what is there already.
    void change(int socket, connection& whose, interest what) noexcept;

    /// Calls @p handler, once, when `ready()` has something.
    template <class Handler>
    void async_wait(Handler handler) {
        epoll_.async_wait(boost::asio::posix::stream_descriptor::wait_read, std::move(handler));
    }
    /// The connections that can go on. Valid until the next call.
    std::span<const event> ready() noexcept;

    /// Ends the waiting.
    void close() noexcept;

  private:
    static constexpr int most_at_once = 256; // what is left is told at the next turn

    boost::asio::posix::stream_descriptor epoll_;
    std::array<epoll_event, most_at_once> events_;
    std::array<event, most_at_once> ready_;
};

} // namespace vesta::rest
