#pragma once

#include "api/directory.hpp"
#include "metrics/scoreboard.hpp"

#include <vesta/net/server_state.hpp>
#include <vesta/rest/limits.hpp>
#include <vesta/rest/metrics.hpp>

#include <atomic>
#include <cstddef>
#include <vector>

namespace vesta::rest {

/// What the threads of one server share.
struct services {
    directory generators;
    limits limit;
    std::vector<metric_source*> further_metrics;
    scoreboard board;

    net::server_state state{}; ///< Its connections.
    std::atomic<std::size_t> requests_in_flight{0};
};

} // namespace vesta::rest
