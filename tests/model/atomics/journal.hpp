#pragma once

#include "atomic.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace vesta::model {

/// What each thread of a world was given.
class journal {
  public:
    void add(std::size_t thread, std::uint64_t number) { of_[thread].push_back(number); }

    const std::vector<std::uint64_t>& of(std::size_t thread) const { return of_[thread]; }

    std::vector<std::uint64_t> all() const {
        std::vector<std::uint64_t> every;
        for (const auto& own : of_)
            every.insert(every.end(), own.begin(), own.end());
        std::ranges::sort(every);
        return every;
    }

    void expect_each_once() const {
        const auto every = all();
        const auto twice = std::ranges::adjacent_find(every);
        if (twice != every.end()) expect(false, std::to_string(*twice) + " was given twice");
    }

    /// Each of @p numbers was given once, and nothing else.
    void expect_exactly(const std::vector<std::uint64_t>& numbers) const {
        expect_each_once();
        expect_only(numbers);
        for (const std::uint64_t number : numbers)
            if (!std::ranges::binary_search(all(), number)) expect(false, std::to_string(number) + " is lost");
    }

    void expect_only(const std::vector<std::uint64_t>& numbers) const {
        for (const std::uint64_t number : all())
            if (std::ranges::find(numbers, number) == numbers.end())
                expect(false, std::to_string(number) + " is no number of theirs");
    }

  private:
    std::array<std::vector<std::uint64_t>, most_threads> of_;
};

} // namespace vesta::model
