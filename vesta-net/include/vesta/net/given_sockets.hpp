#pragma once

#include <vesta/base/descriptor.hpp>
#include <vesta/base/result.hpp>
#include <vesta/net/listen_address.hpp>

#include <vector>

namespace vesta::net {

/// Listening sockets that the process was started with, as by a systemd socket unit: sd_listen_fds(3).
///
/// A server that is to listen where one of them does takes it, instead of opening its own. Connections that come while
/// no server runs then wait for the next one.
/// Thread-safety: none.
class given_sockets {
  public:
    /// None.
    given_sockets() = default;
    /// Takes over the sockets that the environment announces to this process, and removes the announcement, so that no
    /// child believes it. Call it before any thread exists, and once.
    ///
    /// Errors: `invalid_settings` for an announcement that cannot be read, and for a descriptor that is not a listening
    /// stream socket of TCP or at a path.
    static result<given_sockets> from_environment();

    /// The socket that listens at @p where, with the options that this room sets on its own; not open if none does.
    descriptor take(const listen_address& where);
    /// Where those listen that nobody has taken.
    std::vector<listen_address> left() const;

  private:
    struct given {
        listen_address where;
        descriptor socket;
    };

    std::vector<given> all_;
};

} // namespace vesta::net
