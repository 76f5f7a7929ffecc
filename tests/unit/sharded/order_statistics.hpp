#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <vector>

namespace vesta::testing {

/// How far a sequence of numbers of @p bits bits is from what independent, evenly spread numbers would give, in
/// standard deviations, by several measures. docs/decisions/0020-permutation.md explains each. Knuth, The Art of
/// Computer Programming, volume 2, 3.3.1 and 3.3.2.
class order_statistics {
  public:
    order_statistics(std::span<const std::uint64_t> numbers, unsigned bits) : numbers_{numbers}, bits_{bits} {}

    std::map<std::string, double> all() const {
        return {{"ascents", ascents()},
                {"high bits", evenness(
                                  1, [this](std::size_t i) { return high(numbers_[i], 10); }, 10)},
                {"low bits", evenness(
                                 1, [this](std::size_t i) { return numbers_[i] & 1023; }, 10)},
                {"differences", evenness(
                                    1, [this](std::size_t i) { return high(difference(i), 10); }, 10)},
                {"low bits of differences", evenness(
                                                1, [this](std::size_t i) { return difference(i) & 1023; }, 10)},
                {"pairs", evenness(
                              2, [this](std::size_t i) { return pair(i); }, 10)},
                {"serial correlation", serial_correlation()},
                {"changed bits", changed_bits()}};
    }

  private:
    std::uint64_t high(std::uint64_t number, unsigned count) const { return number >> (bits_ - count); }
    std::uint64_t difference(std::size_t i) const {
        return (numbers_[i + 1] - numbers_[i]) & ((std::uint64_t{1} << bits_) - 1);
    }
    std::uint64_t pair(std::size_t i) const { return high(numbers_[i], 5) << 5 | high(numbers_[i + 1], 5); }

    /// The number of i with x(i) < x(i+1): mean (n-1)/2, variance (n+1)/12.
    double ascents() const {
        double count = 0;
        for (std::size_t i = 0; i + 1 < numbers_.size(); ++i)
            count += numbers_[i] < numbers_[i + 1] ? 1 : 0;
        const auto n = static_cast<double>(numbers_.size());
        return (count - (n - 1) / 2) / std::sqrt((n + 1) / 12);
    }

    /// Chi-square over 2^@p width cells, made a standard normal by its mean and variance.
    template <class Cell>
    double evenness(std::size_t step, const Cell& cell, unsigned width) const {
        std::vector<double> cells(std::size_t{1} << width);
        double n = 0;
        for (std::size_t i = 0; i + 1 < numbers_.size(); i += step, ++n)
            ++cells[cell(i)];
        const auto expected = n / static_cast<double>(cells.size());
        const double chi_square = std::accumulate(cells.begin(), cells.end(), 0.0, [expected](double sum, double seen) {
            return sum + (seen - expected) * (seen - expected) / expected;
        });
        const auto freedom = static_cast<double>(cells.size() - 1);
        return (chi_square - freedom) / std::sqrt(2 * freedom);
    }

    double serial_correlation() const {
        const double middle = std::ldexp(1.0, static_cast<int>(bits_) - 1);
        double together = 0;
        double squares = 0;
        for (std::size_t i = 0; i + 1 < numbers_.size(); ++i) {
            const double here = static_cast<double>(numbers_[i]) - middle;
            together += here * (static_cast<double>(numbers_[i + 1]) - middle);
            squares += here * here;
        }
        return together / squares * std::sqrt(static_cast<double>(numbers_.size()));
    }

    /// How many bits differ between neighbours: half of them.
    double changed_bits() const {
        double changed = 0;
        for (std::size_t i = 0; i + 1 < numbers_.size(); ++i)
            changed += std::popcount(numbers_[i] ^ numbers_[i + 1]);
        const double of = static_cast<double>(numbers_.size() - 1) * bits_;
        return (changed - of / 2) / std::sqrt(of / 4);
    }

    std::span<const std::uint64_t> numbers_;
    unsigned bits_;
};

} // namespace vesta::testing
