#pragma once

#include <vesta/net/asio.hpp>
#include <vesta/net/ready_set.hpp>
#include <vesta/net/server_events.hpp>

namespace vesta::net {

/// Accepts the connections of one listening socket, a limited number at a time.
///
/// Thread-safety: none; belongs to one thread.
class listener final : private watched {
  public:
    /// Accepts in rounds of @p in, and pauses by a timer of @p on.
    ///
    /// Lifetime: @p on and @p in outlive this.
    listener(asio::io_context& on, ready_set& in) : set_{in}, pause_{on} {}

    /// Starts to accept connections at the listening socket @p at, which never blocks, and passes them to @p by as from
    /// @p whom.
    ///
    /// Errors: throws std::system_error if the system lacks resources.
    /// Lifetime: @p by outlives this.
    void start(descriptor at, origin whom, server_events& by);
    /// Accepts every connection that the system has completed already, since its client counts on being served; then
    /// closes the socket. Call it in a round.
    void stop() noexcept;

  private:
    void on_ready(const io_events& now) noexcept override;
    bool take_in(int most) noexcept;
    void pause(const boost::system::error_code& why) noexcept;

    ready_set& set_;
    descriptor socket_;
    origin whom_ = origin::network;
    steady_timer pause_;
    server_events* events_ = nullptr;
};

} // namespace vesta::net
