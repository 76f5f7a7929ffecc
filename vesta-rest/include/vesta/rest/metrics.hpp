#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace vesta::rest {

/// One figure for /metrics, in the sense of Prometheus. Figures of one name have one help text and one kind.
struct metric {
    enum class type : std::uint8_t { counter, gauge, histogram };
    /// One bucket of a histogram: the number of values up to its bound.
    struct bucket {
        double upper_bound = 0;
        std::uint64_t cumulative_count = 0;
    };

    std::string name; ///< vesta_rpc_commands_total; base units: seconds, bytes.
    std::string help;
    type kind = type::gauge;
    std::vector<std::pair<std::string, std::string>> labels{};
    double value = 0; ///< Of a counter or a gauge.

    std::vector<bucket> buckets{}; ///< Of a histogram, ascending, without +Inf.
    /// Of a histogram: the sum and the number of all values.
    double sum = 0;
    std::uint64_t count = 0;
};

/// Adds figures to /metrics. A port: the program counts more than this server does.
class metric_source {
  public:
    virtual ~metric_source() = default;

    /// The figures now. Called from any serving thread; must neither block nor throw.
    virtual std::vector<metric> collect() = 0;
};

} // namespace vesta::rest
