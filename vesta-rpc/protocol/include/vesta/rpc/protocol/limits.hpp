#pragma once

#include <cstddef>

namespace vesta::rpc {

/// What a command may be at most. Beyond any of these the connection is told so and closed: what follows cannot be
/// trusted to be a command.
struct command_limits {
    std::size_t arguments = 128;        ///< The command's name included.
    std::size_t argument_bytes = 4096;  ///< One argument.
    std::size_t command_bytes = 16'384; ///< The whole command, its framing included; an inline command's line too.
};

/// What a reply may be at most, for a client that trusts no server.
struct reply_limits {
    std::size_t depth = 8;                   ///< Aggregates within aggregates.
    std::size_t nodes = 131'072;             ///< Values in one reply, aggregates included.
    std::size_t text_bytes = 1 << 20;        ///< One string.
    std::size_t reply_bytes = 4 * (1 << 20); ///< The whole reply, its framing included.
};

} // namespace vesta::rpc
