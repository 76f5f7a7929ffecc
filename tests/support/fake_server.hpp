#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace vesta::testing {

/// A server that does with each connection what a test tells it to. Each connection has a thread of its own; destroying
/// the server shuts them all down.
class fake_server {
  public:
    /// One accepted connection.
    class visitor {
      public:
        explicit visitor(int link) : link_{link} {}

        /// Some bytes; empty when the connection is over.
        std::string read() const {
            char chunk[4096];
            const ssize_t got = ::recv(link_, chunk, sizeof chunk, 0);
            return got > 0 ? std::string{chunk, static_cast<std::size_t>(got)} : std::string{};
        }
        void send(std::string_view bytes) const { ::send(link_, bytes.data(), bytes.size(), MSG_NOSIGNAL); }
        /// Reads and says nothing until the connection is over.
        void ignore() const {
            while (!read().empty()) {
            }
        }
        /// Reads HELLO and answers as a server of ours does.
        void greet() const {
            read();
            send("%1\r\n+server\r\n+vesta\r\n");
        }

      private:
        int link_;
    };

    explicit fake_server(std::function<void(const visitor&)> behaviour)
        : behaviour_{std::move(behaviour)}, listening_{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)} {
        sockaddr_in where{};
        where.sin_family = AF_INET;
        where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        socklen_t size = sizeof where;
        if (::bind(listening_, reinterpret_cast<sockaddr*>(&where), size) != 0 || ::listen(listening_, 64) != 0 ||
            ::getsockname(listening_, reinterpret_cast<sockaddr*>(&where), &size) != 0)
            throw std::runtime_error{"cannot listen"};
        port_ = ntohs(where.sin_port);
        accepting_ = std::thread{[this] { accept_all(); }};
    }
    fake_server(const fake_server&) = delete;
    fake_server& operator=(const fake_server&) = delete;

    ~fake_server() {
        ::shutdown(listening_, SHUT_RDWR);
        accepting_.join();
        ::close(listening_);
        for (const int link : links_)
            ::shutdown(link, SHUT_RDWR);
        for (std::thread& each : visits_)
            each.join();
        for (const int link : links_)
            ::close(link);
    }

    std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
    /// Connections so far.
    int visits() const noexcept { return count_; }

  private:
    void accept_all() {
        for (;;) {
            const int link = ::accept4(listening_, nullptr, nullptr, SOCK_CLOEXEC);
            if (link < 0) return;
            ++count_;
            links_.push_back(link);
            visits_.emplace_back([this, link] {
                behaviour_(visitor{link});
                ::shutdown(link, SHUT_RDWR);
            });
        }
    }

    const std::function<void(const visitor&)> behaviour_;
    int listening_;
    std::uint16_t port_ = 0;
    std::atomic<int> count_{0};
    std::vector<int> links_;
    std::vector<std::thread> visits_;
    std::thread accepting_;
};

} // namespace vesta::testing
