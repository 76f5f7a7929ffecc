#pragma once

#include <vesta/base/figures.hpp>

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
    /// The time from a command's arrival until its answer, or the first part, is handed to the system, including waits.
    figure latency{.name = "vesta_rpc_command_seconds",
                   .help =
                       "Seconds from a command's arrival until its answer, or the first part, is handed to the system.",
                   .kind = figure::type::histogram};
};

} // namespace vesta::rpc
