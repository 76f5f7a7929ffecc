#pragma once

#include <vesta/rpc/protocol/limits.hpp>

#include <chrono>
#include <coroutine>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace vesta::rpc {

/// Ranges that a client fetches ahead of need and hands out itself.
struct prefetch_options {
    /// IDs in one range; 0: none are prefetched, and every call goes to a server. A server may give less in one piece,
    /// and the client fetches as often as it takes.
    std::uint64_t count = 0;
    /// A range this old is dropped: a bound on how far the time in an ID may lie behind the time of its handing out
    /// (exact to 5 ms).
    std::chrono::milliseconds max_age{1000};
};

/// How a client reaches its servers, and how long it tries.
struct client_options {
    /// HOST:PORT or [ADDRESS]:PORT, in the order of preference. One is used for as long as it serves.
    std::vector<std::string> servers;
    /// Whether calls take turns over all servers that serve instead.
    bool spread = false;
    /// For AUTH; empty where the servers have none. All of them have the same.
    std::string password;
    /// What the servers list the connections as: no spaces.
    std::string name;
    /// Connections to one server.
    unsigned connections = 1;
    /// IDs that one command asks for at most when many are wanted; at most the servers' limit.
    std::uint64_t batch = 1000;
    prefetch_options prefetch{};

    /// A call fails when it has no answer by then, whatever was tried.
    std::chrono::milliseconds call_timeout{5'000};
    /// A connection is given up when it is not made and greeted by then, ...
    std::chrono::milliseconds connect_timeout{1'000};
    /// ... and when a command has no answer by then; the command goes to another connection or server. Longer than the
    /// servers wait for the next second or a reservation (their `rpc.limits.patience`, 2 s), or the reason that they
    /// would give never arrives.
    std::chrono::milliseconds answer_timeout{2'500};
    /// A server that could not be reached is left alone for this long at first, twice as long each time after, up to
    /// the largest; each time a quarter more or less, so that clients do not come back all at once.
    std::chrono::milliseconds smallest_backoff{10};
    std::chrono::milliseconds largest_backoff{2'000};

    reply_limits replies{};

    /// Where coroutines go on that wait for this client; empty: in the client's own thread, which they must not block.
    std::function<void(std::coroutine_handle<>)> resume;
};

} // namespace vesta::rpc
