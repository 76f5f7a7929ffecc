#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace vesta {

/// One figure for metrics, in the sense of Prometheus. Figures of one name have one help text and one kind.
struct figure {
    enum class type : std::uint8_t { counter, gauge, histogram };
    using labels = std::vector<std::pair<std::string, std::string>>;
    /// One bucket of a histogram: the number of values up to its bound.
    struct bucket {
        double upper_bound = 0;
        std::uint64_t cumulative_count = 0;
    };

    std::string name; ///< vesta_rpc_commands_total; base units: seconds, bytes.
    std::string help;
    type kind = type::gauge;
    labels with{};
    double value = 0; ///< Of a counter or a gauge.

    std::vector<bucket> buckets{}; ///< Of a histogram, ascending, without +Inf.
    /// Of a histogram: the sum and the number of all values.
    double sum = 0;
    std::uint64_t count = 0;
};

/// A list of figures under construction.
///
/// Thread-safety: none; use from one thread at a time.
class figures {
  public:
    using labels = figure::labels;

    void counter(std::string name, std::string help, std::uint64_t value, labels with = {});
    void gauge(std::string name, std::string help, double value, labels with = {});
    void add(figure one) { all_.push_back(std::move(one)); }
    void add(const figures& others) { all_.insert(all_.end(), others.all_.begin(), others.all_.end()); }

    std::span<const figure> all() const noexcept { return all_; }

  private:
    std::vector<figure> all_;
};

} // namespace vesta
