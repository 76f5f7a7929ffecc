#pragma once

#include <vesta/net/asio.hpp>

#include <chrono>

namespace vesta::net {

class worker;

/// How the connections of one serving thread end when the server stops: in order until a deadline, then at once.
///
/// Thread-safety: none; for the worker's thread only.
class shutdown {
  public:
    explicit shutdown(worker& owner);

    /// In a round. A later call can only shorten the deadline.
    void begin(std::chrono::steady_clock::time_point deadline);
    bool has_begun() const noexcept { return has_begun_; }
    /// All connections have ended.
    void end() noexcept { timer_.cancel(); }
    /// Whether the deadline cut off any connection.
    bool has_cut_off() const noexcept { return has_cut_off_; }

  private:
    void cut_off() noexcept;

    worker& owner_;
    steady_timer timer_;
    bool has_begun_ = false;
    bool has_cut_off_ = false;
};

} // namespace vesta::net
