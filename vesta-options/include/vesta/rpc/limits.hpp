#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>

namespace vesta::rpc {

/// The limits of one server, one connection and one command. A command that exceeds one is refused with an error, a
/// connection is closed; docs/rpc-protocol.md has the table.
struct limits {
    std::uint32_t connections = 10'000;
    std::uint32_t ids_per_command = 10'000;      ///< GENID's COUNT.
    std::uint32_t numbers_per_range = 1'048'576; ///< INCRBY; RANGE gives less if asked for more.
    std::size_t unsent_bytes = 262'144;          ///< A connection with this much unsent gets no further answer.
    std::uint32_t auth_failures = 10;            ///< Wrong passwords before a connection is closed.

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

    friend bool operator==(const limits&, const limits&) = default;
};

/// How IDs are answered, which are 64-bit integers.
enum class id_replies : std::uint8_t {
    automatic, ///< As integers; above 2^53 as text to clients whose library is known to round them.
    integer,
    text
};

} // namespace vesta::rpc
