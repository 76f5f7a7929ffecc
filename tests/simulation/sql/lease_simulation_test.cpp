#include "lease_world.hpp"
#include "seeds.hpp"

#include <gtest/gtest.h>

#include <iostream>

namespace vesta::testing {
namespace {

constexpr sql_habits all_troubles{.lost = 15, .unanswered = 15, .late = 15, .twice = 10, .stale = 5, .locked = 40};

TEST(leases_in_sql, make_no_id_twice_for_any_seed) {
    std::size_t made = 0;
    std::uint64_t starts = 0;
    const auto seeds = seed_range::of(100);
    for (std::uint64_t seed = seeds.first; seed <= seeds.last; ++seed) {
        lease_world one{seed, {.habits = all_troubles}};
        ASSERT_TRUE(one.run(300)) << "VESTA_SIM_SEED=" << seed << " repeats it";
        made += one.made();
        starts += one.takeovers();
    }
    std::cout << made << " IDs of " << starts << " owners\n";
    EXPECT_GT(made, 20 * seeds.count()) << "hardly anything happened";
    EXPECT_GT(starts, 5 * seeds.count()) << "hardly anything happened";
}

TEST(leases_in_sql, are_caught_where_the_store_does_not_compare_versions) {
    for (std::uint64_t seed = 1; seed <= 400; ++seed)
        if (!lease_world{seed, {.habits = all_troubles, .comparing = false}}.run(300)) return;
    FAIL() << "the simulation would not notice";
}

} // namespace
} // namespace vesta::testing
