#pragma once

#include <vesta/net/counter.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>

namespace vesta::net {

/// What one serving thread counts. That thread writes; any thread reads.
struct alignas(64) traffic { // a cache line: each thread writes its own
    counter accepted;        ///< Connections, without those turned away.
    counter turned_away;     ///< Connections beyond the limit.
    counter accept_failed;   ///< Times that the system had no file or memory for those who wait.
    counter failed;          ///< Connections cut because something was thrown, as where memory runs out.
    counter closed_idle;     ///< Connections that asked for nothing for too long,
    counter closed_arriving; ///< whose request took too long to arrive,
    counter closed_unread;   ///< or whose answers were not taken in time.
    counter waiting;         ///< Connections that wait now, because their session said so.
    counter bytes_received;
    counter bytes_sent;
};

/// What the threads of one server share. The server writes; any thread reads. Outlives the server.
struct server_state {
    std::atomic<bool> stopping{false};
    std::atomic<std::size_t> open{0};         ///< Connections.
    std::atomic<std::size_t> unsent_bytes{0}; ///< Of answers that clients have not taken yet.
    std::atomic<std::uint64_t> numbered{0};   ///< Connections that have a number.
    std::deque<traffic> threads;              ///< Filled before they start.

    /// What all threads together counted.
    std::uint64_t sum(counter traffic::* which) const noexcept {
        std::uint64_t total = 0;
        for (const traffic& each : threads)
            total += (each.*which).value();
        return total;
    }
};

} // namespace vesta::net
