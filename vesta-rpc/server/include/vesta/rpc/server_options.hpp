#pragma once

#include <vesta/access/gate.hpp>
#include <vesta/catalogue/snapshot.hpp>
#include <vesta/rpc/protocol/limits.hpp>
#include <vesta/tls/context.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace vesta::net {
class given_sockets;
class program_state;
class request_log;
} // namespace vesta::net

namespace vesta::rpc {

/// The limits of one server, one connection and one command. A command that exceeds one is refused with an error, a
/// connection is closed.
struct server_limits {
    std::size_t connections = 10'000;
    command_limits command{};
    std::uint64_t ids_per_command = 10'000;      ///< GENID's COUNT.
    std::uint64_t numbers_per_range = 1'048'576; ///< INCRBY; RANGE gives less if asked for more.
    std::size_t unsent_bytes = 262'144;          ///< A connection with this much unsent gets no further answer.
    std::size_t auth_failures = 10;              ///< Wrong passwords before a connection is closed.

    /// The time without a command after which a connection is closed; 0: never, since clients pool connections. TCP
    /// keep-alive finds peers that have vanished.
    std::chrono::milliseconds idle{0};
    /// The time that a TLS handshake takes.
    std::chrono::milliseconds handshake{10'000};
    /// The time from a command's first byte to its last.
    std::chrono::milliseconds command_arrival{10'000};
    /// The time for which answers may stay unread.
    std::chrono::milliseconds answer_departure{30'000};
    /// The time that a command waits for a reservation under way before it is refused.
    std::chrono::milliseconds patience{2'000};

    friend bool operator==(const server_limits&, const server_limits&) = default;
};

/// How IDs are answered, which are 64-bit integers.
enum class id_replies : std::uint8_t {
    automatic, ///< As integers; above 2^53 as text to clients whose library is known to round them.
    integer,
    text
};

/// How an RPC server is set up.
struct server_options {
    /// Address and port: 127.0.0.1:6399, [::1]:6399, 0.0.0.0:6399. Port 0 takes a free one. Or a unix socket:
    /// unix:/run/vesta/rpc.sock. Or several, separated by commas.
    std::string listen = "127.0.0.1:6399";
    /// For all TCP connections; null: none is secured.
    tls::shared_context tls;
    /// Serving threads; 0: one per processor.
    unsigned threads = 0;
    /// What AUTH must give before anything else; empty: nothing. Not used where there is a gate.
    std::string password;
    /// Says who may do what; null: every client may do everything. Lifetime: outlives the server.
    access::gate* gate = nullptr;
    /// The generators that INCR and INCRBY, and NEXT, use; empty: the first of the kind.
    std::string segment_generator;
    std::string sharded_generator;
    server_limits limits{};
    /// How IDs are answered that no command asks for in a form of its own.
    id_replies ids = id_replies::automatic;
    /// The version of the program, for HELLO and INFO.
    std::string version = "0";
    /// Makes INFO's section `machines`: lines of `name:value`, each ended by CR LF. Called from any thread;
    /// empty: there is no such section.
    std::function<std::string()> machines;
    /// Keeps INFO fresh; servers of one program may share it. Null: the server has its own.
    std::shared_ptr<snapshots> refresher;
    /// The limits of all servers of the program. Null: the server has its own.
    std::shared_ptr<net::program_state> program;
    /// Sockets that the program was started with, of which this server takes those at `listen`. May be null.
    std::shared_ptr<net::given_sockets> given;
    /// Receives what was asked and answered, as far as it wants it; null: nothing does. Outlives the server.
    net::request_log* requests = nullptr;
    /// Receives one line at a time about matters of more than one client, and why a connection failed. Called from any
    /// serving thread; may be empty.
    std::function<void(std::string_view)> log;
};

} // namespace vesta::rpc
