#pragma once

#include <vesta/base/figures.hpp>
#include <vesta/net/server_state.hpp>
#include <vesta/rpc/server_counts.hpp>

namespace vesta::rpc::detail {

/// What a server counted, for metrics.
figures figures_of(const net::server_state& connections, const server_counts& counted);

} // namespace vesta::rpc::detail
