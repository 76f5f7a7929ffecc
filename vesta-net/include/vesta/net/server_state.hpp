#pragma once

#include <vesta/net/counter.hpp>
#include <vesta/net/current_tls.hpp>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>

namespace vesta::net {

/// The counters of one serving thread. That thread writes; any thread reads.
struct alignas(64) traffic {    // a cache line: each thread writes its own
    counter accepted;           ///< Connections, without those refused.
    counter turned_away;        ///< Connections refused beyond the limit.
    counter accept_failed;      ///< Times that the system lacked a file or memory for waiting connections.
    counter failed;             ///< Connections cut because of an exception, as when memory runs out.
    counter closed_idle;        ///< Connections closed without a request for too long,
    counter closed_arriving;    ///< with a request that took too long to arrive,
    counter closed_unread;      ///< or with answers that were not read in time.
    counter handshake_failed;   ///< TLS handshakes that failed,
    counter closed_handshaking; ///< took too long, or had to make room for others.
    counter waiting;            ///< Connections whose session waits now.
    counter bytes_received;
    counter bytes_sent;
};

/// How far a server has come on the way to its end.
enum class stage : std::uint8_t {
    serving,
    draining, ///< Serves as before, and says that clients should go elsewhere.
    stopping
};

/// Shared by the threads of one server. The server writes; any thread reads.
///
/// Lifetime: outlives the server.
struct server_state {
    std::atomic<stage> at{stage::serving};
    std::atomic<std::size_t> open{0};         ///< Connections.
    std::atomic<std::size_t> unsent_bytes{0}; ///< Of answers that clients have not read yet.
    std::atomic<std::uint64_t> numbered{0};   ///< Connections numbered so far.
    current_tls tls;                          ///< For connections to come.
    std::deque<traffic> threads;              ///< Filled before the threads start.

    /// Whether clients should go elsewhere.
    bool is_leaving() const noexcept { return at.load(std::memory_order_relaxed) != stage::serving; }
    /// The number of the next connection, from 1.
    std::uint64_t next_number() noexcept { return numbered.fetch_add(1, std::memory_order_relaxed) + 1; }

    /// The sum of one counter over all threads.
    std::uint64_t sum(counter traffic::* which) const noexcept {
        std::uint64_t total = 0;
        for (const traffic& each : threads)
            total += (each.*which).value();
        return total;
    }
};

} // namespace vesta::net
