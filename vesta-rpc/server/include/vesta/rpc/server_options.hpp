#pragma once

#include <vesta/access/gate.hpp>
#include <vesta/catalogue/snapshot.hpp>
#include <vesta/rpc/limits.hpp>
#include <vesta/rpc/protocol/limits.hpp>
#include <vesta/tls/context.hpp>

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
    rpc::limits limits{};
    command_limits commands{}; ///< Of the parser; no setting changes them.
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
    /// Receives the requests that it asks for; null: none. Outlives the server.
    net::request_log* requests = nullptr;
    /// Receives one line at a time about problems that concern more than one client, and why a connection failed.
    /// Called from any serving thread; may be empty.
    std::function<void(std::string_view)> log;
};

} // namespace vesta::rpc
