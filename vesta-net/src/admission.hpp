#pragma once

#include "connection.hpp"

#include <vesta/net/descriptor.hpp>
#include <vesta/net/house.hpp>
#include <vesta/net/server_events.hpp>

namespace vesta::net {

/// Admits the clients of one serving thread, or refuses them: by the limits of the server and of the house, and by the
/// handshakes under way.
///
/// Thread-safety: none; for the worker's thread only.
class admission {
  public:
    explicit admission(worker& owner) noexcept : owner_{owner} {}

    /// Accepts a client, in place of an idle one if there is no room for both; or turns it away.
    void take(descriptor connected, origin of);

  private:
    void admit(descriptor connected, connection::places taken, const tls::context* tls);
    void turn_away(descriptor connected, connection::places taken, house::entrance how, bool secured);
    bool make_way() noexcept;

    worker& owner_;
};

} // namespace vesta::net
