#pragma once

#include <vesta/embed/sharded.hpp>
#include <vesta/rest/metrics.hpp>

#include <vector>

namespace vesta::cli {

/// What sharded generators know of each application and of their queue, among the HTTP server's metrics. The generators
/// outlive it.
class sharded_metrics final : public rest::metric_source {
  public:
    explicit sharded_metrics(std::vector<embed::named_sharded> of) : of_{std::move(of)} {}
    std::vector<rest::metric> collect() override;

  private:
    const std::vector<embed::named_sharded> of_;
};

} // namespace vesta::cli
