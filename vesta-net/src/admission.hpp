#pragma once

#include "connection.hpp"

#include <vesta/base/descriptor.hpp>
#include <vesta/net/program_state.hpp>
#include <vesta/net/server_events.hpp>

namespace vesta::net {

/// Admits the clients of one serving thread, or refuses them: by the limits of the server and of the program, and by
/// the handshakes under way.
///
/// Thread-safety: none; for the worker's thread only.
class admission {
  public:
    explicit admission(worker& owner);

    /// Accepts a client, in place of an idle one if there is no room for both; or turns it away.
    void take(descriptor connected, origin of);
    /// No client can be accepted for a moment.
    void pause(const boost::system::error_code& why) noexcept;
    /// Makes way for clients of other threads, if asked.
    void end_round() noexcept;
    /// The thread has ended.
    void close() noexcept { idle_.close(); }

  private:
    /// Who makes way for a client.
    enum class way : std::uint8_t { none, of_this_thread, of_another };

    void admit(descriptor connected, connection::tickets taken, const tls::context* tls);
    void note_refused() noexcept;
    void turn_away(descriptor connected, connection::tickets taken, program_state::entrance how, bool secured);
    way make_way(bool server_is_full) noexcept;
    void cut_longest_idle() noexcept;

    worker& owner_;
    idle_note idle_;
    connection::time_point quiet_until_{};
};

} // namespace vesta::net
