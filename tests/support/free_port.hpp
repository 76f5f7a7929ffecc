#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <cstdint>
#include <random>
#include <unistd.h>

namespace vesta::testing {

/// A loopback port that nobody listens on, for a server that must come back at the same one. It is below those that the
/// kernel gives to outgoing connections: a client that keeps on connecting to a stopped server from that very port
/// would end up connected to itself.
inline std::uint16_t free_port() {
    std::random_device random;
    std::uniform_int_distribution<std::uint16_t> any{15'000, 32'000};
    for (;;) {
        sockaddr_in where{};
        where.sin_family = AF_INET;
        where.sin_port = htons(any(random));
        where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        const int probe = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const bool free = ::bind(probe, reinterpret_cast<const sockaddr*>(&where), sizeof where) == 0;
        ::close(probe);
        if (free) return ntohs(where.sin_port);
    }
}

} // namespace vesta::testing
