#pragma once

#include <vesta/rpc/protocol/limits.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace vesta::rpc {

/// What one server, one connection and one command may take at most. A command that asks for more is refused with an
/// error; a connection that takes more is closed. Each is counted in `server_statistics`.
struct server_limits {
    std::size_t connections = 10'000;
    command_limits command{};
    std::uint64_t ids_per_command = 10'000;      ///< GENID's COUNT.
    std::uint64_t numbers_per_range = 1'048'576; ///< INCRBY; RANGE gives less where more is asked for.
    std::size_t unsent_bytes = 262'144; ///< A connection with this much unsent has no further command answered.
    std::size_t auth_failures = 10;     ///< Wrong passwords until a connection is closed.

    /// A connection without a command for this long is closed; 0: never, since clients pool connections. Peers that
    /// vanished are found by TCP keep-alive.
    std::chrono::milliseconds idle{0};
    /// From the first byte of a command to its last.
    std::chrono::milliseconds command_arrival{10'000};
    /// Answers that are not read for this long.
    std::chrono::milliseconds answer_departure{30'000};
    /// How long a command waits for a reservation under way before it is refused.
    std::chrono::milliseconds patience{2'000};
};

/// How an RPC server is set up.
struct server_options {
    /// An address and a port: 127.0.0.1:6399, [::1]:6399, 0.0.0.0:6399. Port 0: any free one.
    std::string listen = "127.0.0.1:6399";
    /// Threads that serve; 0: one per processor.
    unsigned threads = 0;
    /// What AUTH must give before anything else; empty: nobody needs to.
    std::string password;
    /// The generator that INCR and INCRBY mean, and the one that NEXT means; empty: the first of that kind.
    std::string segment_generator;
    std::string sharded_generator;
    server_limits limits{};
    /// What `stop` gives commands under way.
    std::chrono::milliseconds stop_deadline{5'000};
    /// The version of the program, for HELLO and INFO.
    std::string version = "0";
    /// What INFO's section `machines` says: lines of `name:value`, each ended by CR LF. Called from any serving thread;
    /// may be empty, and then there is no such section.
    std::function<std::string()> machines;
    /// Told about what concerns no single client, one line at a time, from any serving thread; may be empty.
    std::function<void(std::string_view)> log;
};

} // namespace vesta::rpc
