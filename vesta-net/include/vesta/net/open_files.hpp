#pragma once

#include <cstddef>

namespace vesta::net {

/// Raises the process's soft limit of open files by @p connections, as far as the hard limit allows.
///
/// Shells and services start with a soft limit (1024 on Debian) below a server's needs. If it cannot be raised,
/// accepting fails later and reports it. Each call adds to what the calls before it raised; one call at a time.
void make_room_for(std::size_t connections) noexcept;

/// How many connections the limit has room for, beside the files that are open now and @p reserved others.
std::size_t room_for_connections(std::size_t reserved) noexcept;

} // namespace vesta::net
