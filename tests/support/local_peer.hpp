#pragma once

#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>

#include <stdexcept>
#include <string>
#include <string_view>
#include <unistd.h>

namespace vesta::testing {

/// The other end of a unix socket's connection. Blocks, but not for ever.
class local_peer {
  public:
    explicit local_peer(const std::string& path) : link_{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)} {
        const timeval patience{.tv_sec = 30, .tv_usec = 0};
        ::setsockopt(link_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        sockaddr_un where{};
        where.sun_family = AF_UNIX;
        path.copy(where.sun_path, sizeof where.sun_path - 1);
        if (::connect(link_, reinterpret_cast<const sockaddr*>(&where), sizeof where) != 0) {
            ::close(link_);
            throw std::runtime_error{"nobody listens at " + path};
        }
    }
    local_peer(const local_peer&) = delete;
    local_peer& operator=(const local_peer&) = delete;
    ~local_peer() { ::close(link_); }

    /// Sends @p bytes, and reads as many.
    std::string echo(std::string_view bytes) {
        if (::send(link_, bytes.data(), bytes.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(bytes.size())) return {};
        std::string all(bytes.size(), '\0');
        const ssize_t got = ::recv(link_, all.data(), all.size(), MSG_WAITALL);
        all.resize(got < 0 ? 0 : static_cast<std::size_t>(got));
        return all;
    }

  private:
    const int link_;
};

} // namespace vesta::testing
