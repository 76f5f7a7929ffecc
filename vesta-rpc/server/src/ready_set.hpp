#pragma once

#include "asio.hpp"
#include "gathering.hpp"

#include <sys/epoll.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <span>

namespace vesta::rpc::detail {

class connection;

/// Who has the rounds of a `ready_set`.
class round_owner {
  public:
    virtual ~round_owner() = default;

    /// Connections are about to be told what is ready.
    virtual void begin_round(std::chrono::steady_clock::time_point now) noexcept = 0;
    /// All that were ready have been told.
    virtual void end_round() noexcept = 0;
    /// Whether nothing but sockets is waited for so urgently that ten milliseconds matter.
    virtual bool may_stay() const noexcept = 0;
};

/// Tells connections when their sockets are ready: an epoll set of the server's own, which Asio watches as one
/// descriptor. Asio's sockets cost a system call more per command, either to be armed again or for a read that finds
/// nothing. While rounds follow each other closely the thread waits here, and goes back to Asio's loop every ten
/// milliseconds, or when Asio has something to do (docs/decisions/0030-rpc-readiness.md). Belongs to one thread.
class ready_set {
  public:
    explicit ready_set(asio::io_context& on);
    ready_set(const ready_set&) = delete;
    ready_set& operator=(const ready_set&) = delete;

    /// Has @p what told of every change to its socket from now on. Closing the socket ends that. False where the system
    /// has no room for it.
    bool add(int descriptor, connection& what) noexcept;
    /// Goes back to Asio's loop at once when @p descriptor, for which Asio waits as well, becomes readable. Throws
    /// std::system_error.
    void leave_for(int descriptor);

    /// Starts to tell, in rounds that @p by has.
    void start(round_owner& by);
    void stop() noexcept;

  private:
    bool add(int descriptor, std::uint32_t changes, connection* of) noexcept;
    void wait();
    void tell_while_busy();
    void tell(std::span<const epoll_event> ready);
    std::span<const epoll_event> poll(std::chrono::milliseconds patience) noexcept;

    stream_descriptor set_;
    round_owner* owner_ = nullptr;
    std::chrono::steady_clock::time_point last_round_;
    gathering gathering_;
    std::array<epoll_event, 128> ready_;
    bool leaving_ = false; // there is something for Asio
};

} // namespace vesta::rpc::detail
