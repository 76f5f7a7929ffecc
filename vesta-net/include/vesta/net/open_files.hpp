#pragma once

#include <cstddef>

namespace vesta::net {

/// Allows the process @p connections open files more than it may have now, as far as the system's hard limit goes: what
/// shells and services start with, 1024 on Debian, is less than servers have room for. Where it cannot be, accepting
/// says so when it comes to that. Called before threads are started.
void make_room_for(std::size_t connections) noexcept;

} // namespace vesta::net
