#pragma once

#include <vesta/net/asio.hpp>
#include <vesta/net/gathering.hpp>
#include <vesta/net/server_events.hpp>

#include <sys/epoll.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <span>

namespace vesta::net {

/// What has become possible on a socket.
struct readiness {
    bool readable = false;
    bool writable = false;
    bool half_closed = false; ///< The peer sends no more: behind what is left to be received is the end.
    bool gone = false;        ///< The peer neither sends nor reads any more.
};

/// How a busy thread waits for the next round.
enum class waiting : std::uint8_t {
    at_once,  ///< Until a connection is ready.
    gathering ///< Where that pays, until several are.
};

/// Whose socket a `ready_set` watches.
class watched {
  public:
    virtual void on_ready(const readiness& now) noexcept = 0;

  protected:
    ~watched() = default;
};

/// Tells connections when their sockets are ready: an epoll set of the server's own, which Asio watches as one
/// descriptor. Asio's sockets cost a system call more per message, either to be armed again or for a read that finds
/// nothing. While rounds follow each other closely the thread waits here, and goes back to Asio's loop every ten
/// milliseconds, or when a timer is urgent (docs/decisions/0010-ready-set.md).
///
/// Only changes are told: what is left of something that was told is not told again, unless `ask_again` is called.
/// Belongs to one thread.
class ready_set {
  public:
    /// Throws std::system_error where the system has no room for a set.
    ready_set(asio::io_context& on, waiting how);
    ready_set(const ready_set&) = delete;
    ready_set& operator=(const ready_set&) = delete;

    /// Begins to tell @p whose about @p socket. Closing the socket ends that. Whoever ends @p whose before the round is
    /// over keeps it until then, as it may be told once more. Throws std::system_error where the system has no room.
    void add(int socket, watched& whose);
    /// Tells it what is there already.
    void ask_again(int socket, watched& whose) noexcept;

    /// Starts to tell, in rounds of which @p by is told.
    void start(server_events& by);
    void stop() noexcept;

  private:
    void wait();
    void tell_while_busy();
    void tell(std::span<const epoll_event> ready);
    std::span<const epoll_event> poll(std::chrono::milliseconds patience) noexcept;

    stream_descriptor set_;
    const waiting how_;
    server_events* events_ = nullptr;
    gathering gathering_;
    std::chrono::steady_clock::time_point last_round_;
    std::array<epoll_event, 128> ready_;
};

} // namespace vesta::net
