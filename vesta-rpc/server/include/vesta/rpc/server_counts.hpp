#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace vesta::rpc {

/// How often a command ended with one result.
struct command_count {
    std::string_view command; ///< In lower case; `unknown` for all unknown commands.
    std::string_view result;  ///< `ok`, or the first word of the error.
    std::uint64_t count = 0;
};

/// The number of IDs of one generator that left through this server.
struct generator_count {
    std::string generator;
    std::uint64_t ids = 0;
};

/// The upper bounds of the latency histogram's buckets in seconds; one more bucket holds the rest.
inline constexpr std::array latency_bounds{0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01,
                                           0.025,   0.05,   0.1,     0.25,   0.5,   1.0,    2.5,   5.0};

/// The time from a command's arrival until its answer is handed to the system, including waits.
struct latency_histogram {
    std::array<std::uint64_t, latency_bounds.size() + 1> counts{};
    double sum_seconds = 0;
};

/// The state of a server, and its counters since its start. Lists only commands and results that occurred.
struct server_counts {
    bool leaving = false; ///< It drains or stops: clients should go elsewhere.
    std::uint64_t connections_open = 0;
    std::uint64_t connections_accepted = 0;
    std::uint64_t turned_away = 0;             ///< Beyond the limit of connections.
    std::uint64_t closed_idle = 0;             ///< No command for too long.
    std::uint64_t closed_slow_command = 0;     ///< A command did not arrive in time.
    std::uint64_t closed_unread = 0;           ///< Answers were not read in time.
    std::uint64_t closed_handshake_failed = 0; ///< TLS could not be agreed on,
    std::uint64_t closed_handshake_slow = 0;   ///< or not in time.
    std::uint64_t closed_protocol = 0;         ///< Bytes that are no command, or a command beyond the limits.
    std::uint64_t waiting = 0;                 ///< Connections whose command waits now, for a tick or a reservation.
    std::uint64_t bytes_received = 0;
    std::uint64_t bytes_sent = 0;
    std::vector<command_count> commands;
    std::vector<generator_count> generators;
    latency_histogram latency;
};

} // namespace vesta::rpc
