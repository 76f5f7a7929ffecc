#pragma once

#include <boost/json/array.hpp>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace vesta::cli {

/// Labels that a figure has among others.
using figure_labels = std::vector<std::pair<std::string, std::string>>;

/// The values of a histogram by their upper bounds in seconds, each with the number of values up to it.
class value_buckets {
  public:
    /// Adds @p count values up to @p bound.
    void add(double bound, double count) { counts_[bound] += count; }
    /// What came since @p before.
    value_buckets operator-(const value_buckets& before) const;
    /// The bound in ms below which @p part of the values are; the last finite one for those above. Nothing without any.
    std::optional<double> quantile(double part) const;

  private:
    std::map<double, double> counts_;
};

/// Reads the figures of /v1/figures. Throws boost::system::system_error where they have another form.
///
/// Lifetime: they outlive it.
class figure_reader {
  public:
    explicit figure_reader(const boost::json::array& all) : all_{all} {}

    bool has(std::string_view name) const;
    /// The sum over all that have these labels.
    double sum(std::string_view name, const figure_labels& with = {}) const;
    /// Of a histogram of requests: over all paths that give IDs, where it has paths.
    value_buckets buckets(std::string_view name) const;

  private:
    template <class Do>
    void each(std::string_view name, const Do& with) const;

    const boost::json::array& all_;
};

} // namespace vesta::cli
