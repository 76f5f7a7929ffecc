#pragma once

#include <cstdint>

namespace vesta::rpc {

/// The state of a parser after a call.
enum class parse_status : std::uint8_t {
    complete,   ///< A whole command or reply is at the front of the input.
    incomplete, ///< More bytes are needed.
    failed      ///< No further bytes can help: the parser is of no more use on this connection.
};

} // namespace vesta::rpc
