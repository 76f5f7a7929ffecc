#pragma once

#include <cstddef>

namespace vesta::rpc {

/// The limits of a command. A connection that exceeds one gets an error and is closed, since the following bytes cannot
/// be trusted to be a command.
struct command_limits {
    std::size_t arguments = 128;        ///< Including the command's name.
    std::size_t argument_bytes = 4096;  ///< Of one argument.
    std::size_t command_bytes = 16'384; ///< Of the whole command with its framing, or of an inline command's line.

    friend bool operator==(const command_limits&, const command_limits&) = default;
};

/// The limits of a reply, for a client that trusts no server.
struct reply_limits {
    std::size_t depth = 8;                   ///< Of aggregates within aggregates.
    std::size_t nodes = 131'072;             ///< Values in one reply, including aggregates.
    std::size_t text_bytes = 1 << 20;        ///< Of one string.
    std::size_t reply_bytes = 4 * (1 << 20); ///< Of the whole reply with its framing.
};

} // namespace vesta::rpc
