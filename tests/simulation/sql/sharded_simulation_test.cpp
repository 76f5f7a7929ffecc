#include "sharded_world.hpp"
#include "support/seeds.hpp"

#include <gtest/gtest.h>

#include <iostream>

namespace vesta::testing {
namespace {

constexpr sql_habits with_locks{.lost = 25, .unanswered = 25, .late = 25, .stale = 5, .locked = 40};

TEST(shards_in_sql, make_no_number_twice_and_lose_none_without_a_reason) {
    std::int64_t served = 0;
    const auto seeds = seed_range::of(100);
    for (std::uint64_t seed = seeds.first; seed <= seeds.last; ++seed) {
        sharded_world one{seed, {.habits = with_locks}};
        ASSERT_TRUE(one.run(150)) << "VESTA_SIM_SEED=" << seed << " repeats it";
        ASSERT_TRUE(one.drain()) << "VESTA_SIM_SEED=" << seed << " repeats it";
        ASSERT_EQ(one.lost_for_good(), 0) << "VESTA_SIM_SEED=" << seed << " repeats it";
        served += one.served();
    }
    std::cout << served << " numbers\n";
    EXPECT_GT(served, 200 * static_cast<std::int64_t>(seeds.count())) << "hardly anything happened";
}

TEST(shards_in_sql, make_no_number_twice_where_a_proxy_repeats_statements) {
    sql_habits all = with_locks;
    all.twice = 10;
    const auto seeds = seed_range::of(100);
    for (std::uint64_t seed = seeds.first; seed <= seeds.last; ++seed) {
        sharded_world one{seed, {.habits = all}};
        ASSERT_TRUE(one.run(150) && one.drain()) << "VESTA_SIM_SEED=" << seed << " repeats it";
    }
}

TEST(shards_in_sql, are_caught_where_nobody_minds_the_ledger) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed)
        if (!sharded_world{seed, {.habits = with_locks, .fenced = false}}.run(150)) return;
    FAIL() << "the simulation would not notice";
}

} // namespace
} // namespace vesta::testing
