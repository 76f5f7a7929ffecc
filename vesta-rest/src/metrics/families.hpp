#pragma once

#include <vesta/rest/metrics.hpp>

#include <prometheus/metric_family.h>

#include <string>
#include <utility>
#include <vector>

namespace vesta::rest {

/// Metrics put together by name, as Prometheus' text format wants them.
class families {
  public:
    using labels = std::vector<std::pair<std::string, std::string>>;

    void counter(const std::string& name, const std::string& help, labels with, double value);
    void gauge(const std::string& name, const std::string& help, labels with, double value);
    void add(const metric& one);

    const std::vector<prometheus::MetricFamily>& all() const noexcept { return all_; }

  private:
    prometheus::ClientMetric& place(const metric& one);

    std::vector<prometheus::MetricFamily> all_;
};

} // namespace vesta::rest
