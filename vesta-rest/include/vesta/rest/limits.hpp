#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace vesta::rest {

/// How much the server takes on. What lies beyond is refused with a status that says so, and counted in
/// vesta_http_rejected_total. docs/http-api.md has the table.
struct limits {
    /// Request line and header fields of one request together. 414 or 431.
    std::uint32_t header_bytes = 16 * 1024;
    /// Header fields of one request. 431.
    std::uint32_t header_fields = 100;
    /// The body of one request. 413.
    std::uint64_t body_bytes = 64 * 1024;
    /// IDs for one request. 400.
    std::uint32_t batch = 10'000;
    /// Connections at one time. 503, and the connection is closed.
    std::size_t connections = 20'000;
    /// Requests at one time that wait for their IDs: for the next tick, or for a reservation. 503.
    std::size_t requests_in_flight = 10'000;
    /// Bytes of answers that clients have not taken yet, of all connections. Beyond it, requests for more than one ID
    /// are refused: 503.
    std::size_t unsent_bytes = 64 * 1024 * 1024;

    /// How long a connection may rest between two requests. It is closed without a word.
    std::chrono::milliseconds idle{75'000};
    /// How long a request may take to arrive, from its first byte to its last. 408.
    std::chrono::milliseconds read{15'000};
    /// How long a client may take to take in what is ready for it. The connection is reset.
    std::chrono::milliseconds write{30'000};
    /// How long a request may wait for a generator that gives nothing. 503.
    std::chrono::milliseconds patience{2'000};
    /// How long a request may take to get all its IDs. 503.
    std::chrono::milliseconds serve{10'000};
};

} // namespace vesta::rest
