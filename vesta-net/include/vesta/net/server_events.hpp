#pragma once

#include <vesta/net/descriptor.hpp>

#include <boost/system/error_code.hpp>

#include <chrono>

namespace vesta::net {

/// What a serving thread is told by its `ready_set` and its `listener`, on that thread.
class server_events {
  public:
    /// A round begins: connections are about to be told what has become possible, or to be taken in.
    virtual void begin_round(std::chrono::steady_clock::time_point now) noexcept = 0;
    /// All whose turn it was have had it.
    virtual void end_round() noexcept = 0;
    /// Whether the next ten milliseconds may be spent on ready sockets alone: no timer is so urgent, nothing is posted.
    virtual bool may_stay() const noexcept = 0;

    /// In a round: somebody has connected, by a socket that never blocks.
    virtual void on_accept(descriptor connected) noexcept = 0;
    /// In a round: the system has no file or memory left for those who wait, and is asked again in a moment.
    virtual void on_accept_pause(const boost::system::error_code& why) noexcept = 0;

  protected:
    ~server_events() = default;
};

} // namespace vesta::net
