#pragma once

#include <vesta/base/result.hpp>

#include <cstddef>
#include <string>

namespace vesta::testing {

/// Former states that a simulated server keeps, for answers of replicas that lag and for backups.
inline constexpr std::size_t most_kept = 8;

/// Statements that clients gave up, and which may be done yet.
inline constexpr std::size_t most_late = 6;

/// What a client makes of a simulated @p server that it cannot reach.
inline error away(const char* server, const std::string& what) {
    return {errc::store_unavailable, std::string{"the simulated "} + server + ": " + what};
}

} // namespace vesta::testing
