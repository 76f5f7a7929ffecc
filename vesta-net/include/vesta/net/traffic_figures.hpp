#pragma once

#include <vesta/base/figures.hpp>
#include <vesta/net/server_state.hpp>

#include <cstdint>
#include <string>

namespace vesta::net {

/// Adds the connections and bytes of a server as figures whose names begin with @p prefix, as vesta_http.
void add_traffic(const server_state& of, const std::string& prefix, figures& to);

/// Adds to the same family a further reason for which connections and requests were turned away or cut off.
void add_rejected(const std::string& prefix, const char* reason, std::uint64_t count, figures& to);

} // namespace vesta::net
