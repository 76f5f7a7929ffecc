#pragma once

#include <cstdint>

namespace vesta::rpc {

/// Where a parser stands.
enum class parse_status : std::uint8_t {
    complete,   ///< One whole command or reply lies at the front of the input.
    incomplete, ///< More bytes are needed.
    failed      ///< No bytes could make this right: the parser is of no more use on this connection.
};

} // namespace vesta::rpc
