#pragma once

#include <vesta/base/descriptor.hpp>
#include <vesta/net/asio.hpp>
#include <vesta/net/gathering.hpp>
#include <vesta/net/server_events.hpp>

#include <sys/epoll.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <span>

namespace vesta::net {

/// The operations that have become possible on a socket.
struct io_events {
    bool readable = false;
    bool writable = false;
    bool half_closed = false; ///< The peer sends no more: its end follows the bytes still to be received.
    bool gone = false;        ///< The peer neither sends nor reads any more.
};

/// How a busy thread waits for the next round.
enum class polling : std::uint8_t {
    at_once,  ///< Until a connection is ready.
    gathering ///< Where that pays, until several are.
};

/// The owner of a socket that a `ready_set` watches.
class watched {
  public:
    /// Called in a round, on the set's thread.
    virtual void on_ready(const io_events& now) noexcept = 0;

  protected:
    ~watched() = default;
};

/// Tells connections when their sockets are ready.
///
/// It is an epoll set of the server's own, which Asio watches as one descriptor. Asio's own sockets cost a further
/// system call per message, to be armed again or for a read that finds nothing. While rounds follow each other closely
/// the thread waits here; it returns to Asio's loop every ten milliseconds, or when a timer is urgent
/// (docs/decisions/0010-ready-set.md).
///
/// Only changes are reported: what is left of an earlier report is not repeated, unless `ask_again` is called.
/// Thread-safety: none; belongs to one thread.
class ready_set {
  public:
    /// Errors: throws std::system_error if the system has no room for a set.
    ready_set(asio::io_context& on, polling how);
    ready_set(const ready_set&) = delete;
    ready_set& operator=(const ready_set&) = delete;

    /// Starts to report to @p whose about @p socket, until the socket is closed. @p whose must live until the end of
    /// the round in which it ends, since it may be called once more.
    ///
    /// Errors: throws std::system_error if the system lacks resources.
    void add(int socket, watched& whose);
    /// Reports the present readiness of @p socket once more.
    void ask_again(int socket, watched& whose) noexcept;
    /// Has another round follow at once, though no socket be ready.
    void ask_for_round() noexcept { ask_again(always_ready_.number(), nobody_); }

    /// Starts to report, in rounds of which @p by is told.
    void start(server_events& by);
    void stop() noexcept;

  private:
    struct nobody final : watched {
        void on_ready(const io_events&) noexcept override {}
    };

    void wait();
    void tell_while_busy();
    void tell(std::span<const epoll_event> ready);
    std::span<const epoll_event> poll(std::chrono::milliseconds patience) noexcept;

    stream_descriptor set_;
    const descriptor always_ready_;
    nobody nobody_;
    const polling how_;
    server_events* events_ = nullptr;
    gathering gathering_;
    std::chrono::steady_clock::time_point last_round_;
    std::array<epoll_event, 128> ready_;
};

} // namespace vesta::net
