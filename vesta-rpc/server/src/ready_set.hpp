#pragma once

#include "asio.hpp"

#include <functional>

namespace vesta::rpc::detail {

class connection;

/// Tells connections when their sockets are ready: an epoll set of the server's own, which Asio watches as one
/// descriptor. Asio's sockets cost a system call more per command, either to be armed again or for a read that finds
/// nothing (docs/decisions/0030-rpc-readiness.md). Belongs to one thread.
class ready_set {
  public:
    explicit ready_set(asio::io_context& on);
    ready_set(const ready_set&) = delete;
    ready_set& operator=(const ready_set&) = delete;

    /// Has @p what told of every change to its socket from now on. Closing the socket ends that. False where the system
    /// has no room for it.
    bool add(int descriptor, connection& what) noexcept;

    /// Starts to tell. @p before is called ahead of each round, @p after at its end.
    void start(std::function<void()> before, std::function<void()> after);
    void stop() noexcept;

  private:
    void wait();
    void tell();

    stream_descriptor set_;
    std::function<void()> before_;
    std::function<void()> after_;
};

} // namespace vesta::rpc::detail
