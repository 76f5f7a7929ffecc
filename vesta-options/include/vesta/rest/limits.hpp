#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace vesta::rest {

/// The limits of the server. It refuses the excess with the status given here; docs/http-api.md has the table, and says
/// where the excess is counted.
struct limits {
    /// Bytes of the request line and the header fields of one request: 414 or 431.
    std::uint32_t header_bytes = 16 * 1024;
    /// Header fields of one request: 431.
    std::uint32_t header_fields = 100;
    /// Bytes of one request's body: 413.
    std::uint64_t body_bytes = 64 * 1024;
    /// IDs for one request: 400.
    std::uint32_t batch = 10'000;
    /// Numbers for one request of TinyId's paths: more are cut to this, as there (batch.size.max).
    std::uint32_t tinyid_batch = 100'000;
    /// Open connections: 503, and the connection is closed.
    std::uint32_t connections = 20'000;
    /// Requests that wait for their IDs (for the next tick, or a reservation): 503.
    std::uint32_t requests_in_flight = 10'000;
    /// Bytes of answers that clients have not read yet, over all connections. Beyond, a request for more than one ID is
    /// refused: 503.
    std::size_t unsent_bytes = 64 * 1024 * 1024;

    /// The time between two requests of a connection: it is closed without an answer.
    std::chrono::milliseconds idle{75'000};
    /// The time that a TLS handshake takes: the connection is closed.
    std::chrono::milliseconds handshake{10'000};
    /// The time from a request's first byte to its last: 408.
    std::chrono::milliseconds read{15'000};
    /// The time that a client takes to read its answers: the connection is reset.
    std::chrono::milliseconds write{30'000};
    /// The time that a request waits for a generator that gives nothing: 503.
    std::chrono::milliseconds patience{2'000};
    /// The time until a request has all its IDs: 503.
    std::chrono::milliseconds serve{10'000};

    friend bool operator==(const limits&, const limits&) = default;
};

} // namespace vesta::rest
