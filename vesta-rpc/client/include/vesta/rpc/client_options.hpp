#pragma once

#include <vesta/rpc/protocol/limits.hpp>
#include <vesta/tls/context.hpp>

#include <chrono>
#include <coroutine>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace vesta::rpc {

/// The ranges that a client fetches ahead of need and hands out itself.
struct prefetch_options {
    /// IDs in one range; 0: none, and every call goes to a server. A server may give less in one piece; the client then
    /// fetches more often.
    std::uint64_t count = 0;
    /// A range older than this is dropped. It bounds how far an ID's time lies behind the moment it is handed out,
    /// exact to 5 ms.
    std::chrono::milliseconds max_age{1000};
};

/// How a client reaches its servers, and how long it tries.
struct client_options {
    /// HOST:PORT, [ADDRESS]:PORT or unix:PATH in order of preference. One is used as long as it serves.
    std::vector<std::string> servers;
    /// For all servers but those at unix sockets (`tls::make_context` with `tls::client_options`); null: none is
    /// secured.
    tls::shared_context tls;
    /// Whether calls take turns over all serving servers instead.
    bool spread = false;
    /// For AUTH, the same for all servers; empty: none is sent.
    std::string password;
    /// The name under which servers list the connections: no spaces.
    std::string name;
    /// Connections to one server.
    unsigned connections = 1;
    /// The most IDs that one command asks for; at most the servers' limit.
    std::uint64_t batch = 1000;
    prefetch_options prefetch{};

    /// A call fails without an answer by then, whatever was tried.
    std::chrono::milliseconds call_timeout{5'000};
    /// A connection is given up if it is not made and greeted by then.
    std::chrono::milliseconds connect_timeout{1'000};
    /// A connection is given up if a command has no answer by then; the command goes to another connection or server.
    /// Make it longer than the servers' `rpc.limits.patience` (2 s), or the reason of a refusal never arrives.
    std::chrono::milliseconds answer_timeout{2'500};
    /// The first pause after a server could not be reached. It doubles each time up to the largest, and varies by a
    /// quarter, so that clients do not return all at once.
    std::chrono::milliseconds smallest_backoff{10};
    std::chrono::milliseconds largest_backoff{2'000};

    reply_limits replies{};

    /// Resumes coroutines that wait for this client; empty: in the client's own thread, which they must not block.
    std::function<void(std::coroutine_handle<>)> resume;
};

} // namespace vesta::rpc
