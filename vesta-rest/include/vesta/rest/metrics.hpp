#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace vesta::rest {

/// One figure for /metrics, as Prometheus means it. Figures of one name have one help text and one kind.
struct metric {
    enum class type : std::uint8_t { counter, gauge, histogram };
    struct bucket {
        double upper_bound = 0;
        std::uint64_t cumulative_count = 0;
    };

    std::string name; ///< vesta_rpc_commands_total; units are base units: seconds, bytes.
    std::string help;
    type kind = type::gauge;
    std::vector<std::pair<std::string, std::string>> labels{};
    double value = 0; ///< Of a counter or gauge.

    std::vector<bucket> buckets{}; ///< Of a histogram, in ascending order, without +Inf.
    double sum = 0;
    std::uint64_t count = 0;
};

/// Adds figures to /metrics. A port: the program has other things to count than this server.
class metric_source {
  public:
    virtual ~metric_source() = default;

    /// The figures now. Called on a serving thread, from any of them: it must not block and must not throw.
    virtual std::vector<metric> collect() = 0;
};

} // namespace vesta::rest
