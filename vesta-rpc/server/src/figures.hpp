#pragma once

#include <vesta/catalogue/figures.hpp>
#include <vesta/rpc/server_statistics.hpp>

namespace vesta::rpc::detail {

/// What a server counted, for metrics.
figures figures_of(const server_statistics& counted);

} // namespace vesta::rpc::detail
