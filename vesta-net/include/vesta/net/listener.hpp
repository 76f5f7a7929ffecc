#pragma once

#include <vesta/net/asio.hpp>
#include <vesta/net/ready_set.hpp>
#include <vesta/net/server_events.hpp>

namespace vesta::net {

/// Takes in those who connect to one listening socket, a limited number at a time. Belongs to one thread.
class listener final : private watched {
  public:
    /// Has its turns in rounds of @p in, which outlives it.
    listener(asio::io_context& on, ready_set& in) : set_{in}, pause_{on} {}

    /// Starts to take in what comes at @p at, and tells @p by. Throws std::system_error where the system has no room.
    void start(tcp_acceptor at, server_events& by);
    /// Takes in everybody whom the system has connected already, as they believe that they are served; then closes. To
    /// be called in a round.
    void stop() noexcept;

  private:
    void on_ready(const readiness& now) noexcept override;
    bool take_in(int most) noexcept;
    void pause(const boost::system::error_code& why);

    ready_set& set_;
    descriptor socket_;
    steady_timer pause_;
    server_events* events_ = nullptr;
};

} // namespace vesta::net
