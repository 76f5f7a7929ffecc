#pragma once

#include <vesta/base/descriptor.hpp>

#include <boost/system/error_code.hpp>

#include <chrono>
#include <cstdint>

namespace vesta::net {

/// Where a client comes from.
enum class origin : std::uint8_t {
    network,  ///< By TCP, with TLS where the server has it.
    this_host ///< By a unix socket.
};

/// The events that a serving thread receives from its `ready_set` and its `listener`, on that thread.
class server_events {
  public:
    /// A round begins: connections are about to learn of readiness, or to be accepted.
    virtual void begin_round(std::chrono::steady_clock::time_point now) noexcept = 0;
    /// All ready connections have had their turns.
    virtual void end_round() noexcept = 0;
    /// Whether the next ten milliseconds may go to ready sockets alone: no timer is that urgent, and nothing is posted.
    virtual bool may_stay() const noexcept = 0;

    /// In a round: a client has connected, by a socket that never blocks.
    virtual void on_accept(descriptor connected, origin of) noexcept = 0;
    /// In a round: the system lacks a file or memory for waiting connections, and is asked again in a moment.
    virtual void on_accept_pause(const boost::system::error_code& why) noexcept = 0;

  protected:
    ~server_events() = default;
};

} // namespace vesta::net
