#include "ensemble_world.hpp"
#include "support/seeds.hpp"

#include <gtest/gtest.h>

#include <iostream>

namespace vesta::testing {
namespace {

constexpr ensemble_habits all_troubles{.lost = 25, .unanswered = 25, .late = 25, .expired = 40, .stale = 5};

void expect_no_id_twice(const ensemble_run& how) {
    std::size_t made = 0;
    std::uint64_t starts = 0;
    const auto seeds = seed_range::of(300);
    for (std::uint64_t seed = seeds.first; seed <= seeds.last; ++seed) {
        ensemble_world one{seed, how};
        ASSERT_TRUE(one.run(300)) << "VESTA_SIM_SEED=" << seed << " repeats it";
        made += one.made();
        starts += one.takeovers();
    }
    std::cout << made << " IDs of " << starts << " owners\n";
    EXPECT_GT(made, 20 * seeds.count()) << "hardly anything happened";
    EXPECT_GT(starts, 5 * seeds.count()) << "hardly anything happened";
}

bool finds_one_twice(const ensemble_run& how) {
    for (std::uint64_t seed = 1; seed <= 2000; ++seed)
        if (!ensemble_world{seed, how}.run(300)) {
            std::cout << "seed " << seed << '\n';
            return true;
        }
    return false;
}

TEST(leases_in_zookeeper, make_no_id_twice_for_any_seed) {
    expect_no_id_twice({.habits = all_troubles});
}

TEST(leases_in_zookeeper, make_no_id_twice_when_nodes_are_removed_and_made_anew) {
    expect_no_id_twice({.habits = all_troubles, .dropping = true});
}

TEST(leases_in_zookeeper, make_no_id_twice_when_a_backup_is_put_back_under_another_reign) {
    expect_no_id_twice({.habits = all_troubles, .restored = true});
}

TEST(leases_in_zookeeper, make_no_id_twice_when_a_backup_is_put_back_and_nodes_are_removed) {
    expect_no_id_twice({.habits = all_troubles, .restored = true, .dropping = true});
}

TEST(leases_in_zookeeper, are_caught_where_versions_are_not_compared) {
    EXPECT_TRUE(finds_one_twice({.habits = all_troubles, .without = {.comparing = false}}));
}

TEST(leases_in_zookeeper, are_caught_where_a_node_that_was_made_anew_passes_for_the_one_before) {
    EXPECT_TRUE(finds_one_twice({.habits = all_troubles, .dropping = true, .without = {.telling = false}}));
}

TEST(leases_in_zookeeper, are_caught_where_a_backup_is_put_back_under_the_same_reign) {
    EXPECT_TRUE(finds_one_twice({.habits = all_troubles, .restored = true, .without = {.new_reigns = false}}));
}

TEST(leases_in_zookeeper, are_caught_where_owners_write_during_any_reign) {
    EXPECT_TRUE(finds_one_twice({.habits = all_troubles, .restored = true, .in = faith::any_server}));
}

TEST(leases_in_zookeeper, are_caught_where_owners_follow_their_token_into_another_reign) {
    EXPECT_TRUE(finds_one_twice({.habits = all_troubles, .restored = true, .in = faith::following}));
}

} // namespace
} // namespace vesta::testing
