#pragma once

#include <vesta/net/asio.hpp>

#include <chrono>

namespace vesta::net {

class worker;

/// Ends, from time to time, what the connections of one serving thread have no more time for.
///
/// Thread-safety: none; for the worker's thread only.
class sweeps {
  public:
    explicit sweeps(worker& owner);

    /// Goes on for as long as there are connections.
    void begin();
    void end() noexcept { timer_.cancel(); }

  private:
    void sweep() noexcept;

    worker& owner_;
    const std::chrono::milliseconds period_;
    steady_timer timer_;
    bool has_begun_ = false;
};

} // namespace vesta::net
