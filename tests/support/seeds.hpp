#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <cstdlib>

namespace vesta::testing {

/// Of the usual seeds, how many are tried. AddressSanitizer sees in a few what it sees in all; duplicates are sought
/// without it.
#ifdef __clang__
inline constexpr std::uint64_t share_of_seeds = __has_feature(address_sanitizer) ? 4 : 1;
#else
inline constexpr std::uint64_t share_of_seeds = 1;
#endif

/// Seeds to try: those of VESTA_SIM_SEED and VESTA_SIM_SEEDS, else 1 to @p usual, or to a share of it.
struct seed_range {
    std::uint64_t first;
    std::uint64_t last;

    static seed_range of(std::uint64_t usual) {
        if (const char* const one = std::getenv("VESTA_SIM_SEED")) {
            const auto seed = std::strtoull(one, nullptr, 10);
            return {seed, seed};
        }
        const char* const many = std::getenv("VESTA_SIM_SEEDS");
        return {1, many != nullptr ? std::strtoull(many, nullptr, 10) : usual / share_of_seeds};
    }

    std::uint64_t count() const noexcept { return last - first + 1; }
};

/// What never happens proves nothing: expects more than one of it a seed, if the @p usual seeds are tried, or more.
inline void expect_often(std::uint64_t times, std::uint64_t usual) {
    if (const auto seeds = seed_range::of(usual); seeds.count() >= usual) {
        EXPECT_GT(times, seeds.count());
    }
}

} // namespace vesta::testing
