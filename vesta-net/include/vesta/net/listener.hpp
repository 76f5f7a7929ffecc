#pragma once

#include <vesta/net/asio.hpp>
#include <vesta/net/server_events.hpp>

namespace vesta::net {

/// Takes in those who connect to one listening socket, a limited number at a time. Belongs to one thread.
class listener {
  public:
    explicit listener(asio::io_context& on) : socket_{on}, pause_{on} {}

    /// Starts to take in what comes at @p at, and tells @p by.
    void start(tcp_acceptor at, server_events& by);
    /// Takes in everybody whom the system has connected already, as they believe that they are served; then closes. To
    /// be called in a round.
    void stop() noexcept;

    /// The listening socket.
    int number() { return socket_.native_handle(); }

  private:
    void await();
    void accept();
    boost::system::error_code take_in(int most) noexcept;
    void pause();

    tcp_acceptor socket_;
    steady_timer pause_;
    server_events* events_ = nullptr;
};

} // namespace vesta::net
