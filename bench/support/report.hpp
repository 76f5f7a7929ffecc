#pragma once

#include <functional>
#include <string>
#include <vector>

namespace vesta::bench {

/// One line of a table: what was measured, in which unit, and what it is compared with.
struct row {
    std::string what;
    double ours = 0;
    double peer = 0; ///< 0: nothing to compare with, only a bound
    std::string unit;
    std::string bound; ///< what we aim at, in words
};

/// A table for people on stdout and for programs in build/bench/<area>.json.
class report {
  public:
    explicit report(std::string area) : area_{std::move(area)} {}

    void add(row line);
    /// Writes the JSON file; throws std::runtime_error where that fails.
    void save() const;

  private:
    std::string area_;
    std::vector<row> rows_;
};

/// The median.
double median(std::vector<double> of);

/// Measures two things in turn, @p rounds times, so that a machine that changes its speed changes both: the medians of
/// each, in the order given. Each function returns its own figure.
std::pair<double, double> alternate(int rounds, const std::function<double()>& ours,
                                    const std::function<double()>& peer);

/// Nanoseconds per call of @p work, which makes @p calls calls.
double ns_per_call(std::size_t calls, const std::function<void()>& work);

/// CPU seconds this process has used, in user and kernel mode.
double cpu_seconds();

} // namespace vesta::bench
