#pragma once

#include "api/directory.hpp"
#include "metrics/scoreboard.hpp"

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

    std::atomic<bool> stopping{false};
    std::atomic<std::size_t> connections{0};
    std::atomic<std::size_t> requests_in_flight{0};
    std::atomic<std::size_t> unsent_bytes{0};
};

} // namespace vesta::rest
