#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <cerrno>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unistd.h>
#include <utility>

namespace vesta::testing {

/// The other end of a TCP connection on this host, for tests that say every byte themselves. Blocks, but not for ever:
/// what does not come within half a minute fails the test.
class tcp_peer {
  public:
    explicit tcp_peer(std::uint16_t port) : link_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)} {
        const timeval patience{.tv_sec = 30, .tv_usec = 0};
        ::setsockopt(link_, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        ::setsockopt(link_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        sockaddr_in where{};
        where.sin_family = AF_INET;
        where.sin_port = htons(port);
        where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        if (::connect(link_, reinterpret_cast<const sockaddr*>(&where), sizeof where) != 0) {
            ::close(link_);
            throw std::runtime_error{"nobody listens at port " + std::to_string(port)};
        }
    }
    tcp_peer(tcp_peer&& other) noexcept : link_{std::exchange(other.link_, -1)} {}
    tcp_peer& operator=(tcp_peer&&) = delete;
    ~tcp_peer() {
        if (link_ >= 0) ::close(link_);
    }

    void send(std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t sent = ::send(link_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
            if (sent <= 0) throw std::runtime_error{"the connection was closed while it was written to"};
            bytes.remove_prefix(static_cast<std::size_t>(sent));
        }
    }

    /// Sends as much as goes through without the other end reading.
    std::size_t send_until_full(std::string_view bytes) {
        std::size_t total = 0;
        for (;;) {
            const ssize_t sent = ::send(link_, bytes.data(), bytes.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
            if (sent <= 0) return total;
            total += static_cast<std::size_t>(sent);
        }
    }

    void end_sending() { ::shutdown(link_, SHUT_WR); }

    /// The next bytes, exactly @p size of them.
    std::string read(std::size_t size) {
        std::string all(size, '\0');
        for (std::size_t got = 0; got < size;) {
            const ssize_t more = ::recv(link_, all.data() + got, size - got, 0);
            if (more == 0) throw std::runtime_error{"the connection ended after: " + all.substr(0, got)};
            if (more < 0) throw std::runtime_error{"nothing came after: " + all.substr(0, got)};
            got += static_cast<std::size_t>(more);
        }
        return all;
    }

    /// Up to and with the next line end.
    std::string read_line() {
        std::string line;
        while (!line.ends_with("\r\n"))
            line += read(1);
        return line;
    }

    /// All there is until the other end closes. A reset counts as closing.
    std::string read_to_end() {
        std::string all;
        char chunk[4096];
        for (;;) {
            const ssize_t more = ::recv(link_, chunk, sizeof chunk, 0);
            if (more == 0 || (more < 0 && errno == ECONNRESET)) return all;
            if (more < 0) throw std::runtime_error{"the connection stayed open after: " + all};
            all.append(chunk, static_cast<std::size_t>(more));
        }
    }

    /// Sends and reads one line.
    std::string ask(std::string_view bytes) {
        send(bytes);
        return read_line();
    }

    int descriptor() const noexcept { return link_; }

  private:
    int link_;
};

} // namespace vesta::testing
