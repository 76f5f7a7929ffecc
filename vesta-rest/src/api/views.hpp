#pragma once

#include <vesta/catalogue/snapshot.hpp>
#include <vesta/catalogue/status.hpp>

#include <memory>
#include <string>
#include <vector>

namespace vesta::rest {

struct services;

/// What operators look at: made for all requests of a moment together, since it costs as much as there are tags.
struct views {
    /// Lifetime: @p of outlives it.
    views(const services& of, const std::shared_ptr<snapshots>& refresher);

    snapshot<std::vector<generator_status>> statuses; ///< In the order of the catalogue.
    snapshot<std::string> metrics;                    ///< In Prometheus' format.
    snapshot<std::string> figures;                    ///< The same figures, as the JSON of /v1.
    snapshot<std::string> generators;                 ///< The list of /v1, as JSON.
};

} // namespace vesta::rest
