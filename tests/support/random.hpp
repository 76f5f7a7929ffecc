#pragma once

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <random>

namespace vesta::testing {

/// Random numbers that a failure can be repeated from: the same seed gives the same numbers on every machine.
class random_source {
  public:
    explicit random_source(std::uint64_t seed) : engine_{seed} {}

    /// The seed in VESTA_SEED, else 1; printed, so that a failure's log holds what repeats it.
    static random_source announced() {
        const char* const given = std::getenv("VESTA_SEED");
        const std::uint64_t seed = given != nullptr ? std::strtoull(given, nullptr, 10) : 1;
        std::cout << "seed " << seed << " (VESTA_SEED=" << seed << " repeats it)\n";
        return random_source{seed};
    }

    std::uint64_t bits() { return engine_(); }

    /// From 0 to @p end - 1; @p end is not 0.
    std::uint64_t below(std::uint64_t end) { return engine_() % end; }

    /// From @p low to @p high, both included.
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(below(static_cast<std::uint64_t>(high - low) + 1));
    }

    bool one_in(std::uint64_t n) { return below(n) == 0; }

    /// One element of @p choices.
    template <class Range>
    const auto& pick(const Range& choices) {
        return *(std::begin(choices) + static_cast<std::ptrdiff_t>(below(std::size(choices))));
    }

  private:
    std::mt19937_64 engine_;
};

} // namespace vesta::testing
