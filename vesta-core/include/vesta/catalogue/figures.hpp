#pragma once

#include <vesta/catalogue/status.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace vesta {

/// One figure for metrics, as Prometheus means it. Figures of one name have one help text and one kind.
struct figure {
    enum class type : std::uint8_t { counter, gauge, histogram };
    using labels = std::vector<std::pair<std::string, std::string>>;
    struct bucket {
        double upper_bound = 0;
        std::uint64_t cumulative_count = 0;
    };

    std::string name; ///< vesta_rpc_commands_total; units are base units: seconds, bytes.
    std::string help;
    type kind = type::gauge;
    labels with{};
    double value = 0; ///< Of a counter or gauge.

    std::vector<bucket> buckets{}; ///< Of a histogram, in ascending order, without +Inf.
    double sum = 0;
    std::uint64_t count = 0;
};

/// Figures as they are put together.
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

/// Adds what a generator's status says at @p now.
void add_figures(const generator_status& of, unix_ms now, figures& to);

/// Adds what a sharded generator's status says of its applications and its queue; nothing for other kinds.
void add_shard_figures(const generator_status& of, figures& to);

} // namespace vesta
