#include "segment_world.hpp"
#include "support/seeds.hpp"

#include <gtest/gtest.h>

#include <iostream>

namespace vesta::testing {
namespace {

constexpr sql_habits troubles{.lost = 20, .unanswered = 20, .late = 20, .stale = 5};

sql_habits with_replays() {
    sql_habits all = troubles;
    all.twice = 10;
    return all;
}

void make_no_number_twice(const segment_run& how, std::int64_t at_least) {
    std::int64_t served = 0;
    const auto seeds = seed_range::of(100);
    for (std::uint64_t seed = seeds.first; seed <= seeds.last; ++seed) {
        segment_world one{seed, how};
        ASSERT_TRUE(one.run(300)) << "VESTA_SIM_SEED=" << seed << " repeats it";
        if (!how.forgets) {
            ASSERT_EQ(one.lost_for_good(), 0) << "VESTA_SIM_SEED=" << seed << " repeats it";
        }
        served += one.served();
    }
    std::cout << served << " numbers\n";
    EXPECT_GT(served, at_least * static_cast<std::int64_t>(seeds.count())) << "hardly anything happened";
}

TEST(segments_in_sql, make_no_number_twice_and_lose_none_without_a_reason) {
    make_no_number_twice({.habits = troubles}, 100);
}

TEST(segments_in_sql, make_no_number_twice_where_a_proxy_repeats_statements) {
    make_no_number_twice({.habits = with_replays()}, 100);
}

TEST(segments_in_sql, lose_nothing_where_nothing_goes_wrong) {
    make_no_number_twice({.nodes = 1, .kills = false}, 100);
}

TEST(segments_in_sql, of_one_process_are_never_made_twice_whatever_the_store_forgets) {
    make_no_number_twice({.habits = troubles, .nodes = 1, .kills = false, .stops = false, .forgets = true}, 10);
}

TEST(segments_in_sql, of_one_host_are_never_made_twice_over_clean_restarts_whatever_the_store_forgets) {
    make_no_number_twice({.habits = troubles, .nodes = 1, .kills = false, .forgets = true}, 10);
}

} // namespace
} // namespace vesta::testing
