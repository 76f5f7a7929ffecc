#include "file_world.hpp"
#include "lone_world.hpp"
#include "support/seeds.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <iostream>

// Owners of one folder at random, alone and several at one time. VESTA_SIM_SEED=n repeats the run of one seed,
// VESTA_SIM_SEEDS=n runs seeds 1 to n.
namespace vesta::testing {
namespace {

/// Until one fails.
void for_each_seed(std::uint64_t usual, const std::function<void(std::uint64_t)>& test) {
    const auto seeds = seed_range::of(usual);
    for (auto seed = seeds.first; seed <= seeds.last && !::testing::Test::HasFailure(); ++seed) {
        SCOPED_TRACE("VESTA_SIM_SEED=" + std::to_string(seed) + " repeats it");
        test(seed);
    }
}

volume_habits habits_of(std::uint64_t seed, bool faults) {
    return {.hard_links = seed % 4 != 0, .folder_lies = faults && seed % 3 == 0};
}

void print(const file_figures& all) {
    std::cout << all.starts << " starts, " << all.refused << " refused, " << all.lost << " lost, " << all.killed
              << " killed, " << all.cuts << " power cuts, " << all.faults << " faults\n";
}

/// Of any run that @p how allows, with habits drawn from the seed.
file_figures share_no_tick(const file_run& how, std::uint64_t usual) {
    file_figures all;
    for_each_seed(usual, [&](std::uint64_t seed) {
        auto any = how;
        any.habits = habits_of(seed, how.faults);
        any.habits.locks_work = how.habits.locks_work;
        file_world one{seed, any};
        one.run(usual_turns);
        EXPECT_EQ(one.twice(), "");
        // A folder that lies may lose its lock file, and then looks like a copy.
        if (!any.habits.folder_lies) {
            EXPECT_EQ(one.refused_for_ever(), "");
        }
        EXPECT_EQ(one.twice(), "");
        all += one.figures();
    });
    print(all);
    return all;
}

TEST(owners_one_after_the_other, share_no_tick_and_are_never_refused_for_ever_over_kills_and_power_cuts) {
    for_each_seed(1000, [](std::uint64_t seed) {
        lone_world one{seed, habits_of(seed, false)};
        one.live_many(20, false);
        EXPECT_EQ(one.refused_for_ever(), "");
        EXPECT_EQ(one.twice(), "");
    });
}

TEST(owners_one_after_the_other, share_no_tick_where_calls_fail) {
    for_each_seed(1000, [](std::uint64_t seed) {
        lone_world one{seed, habits_of(seed, true)};
        one.live_many(20, true);
        if (seed % 3 != 0) { // see below
            EXPECT_EQ(one.refused_for_ever(), "");
        }
        EXPECT_EQ(one.twice(), "");
    });
}

TEST(owners_one_after_the_other, share_no_number_where_each_moves_the_epoch) {
    for_each_seed(500, [](std::uint64_t seed) {
        lone_world one{seed, habits_of(seed, true)};
        one.live_many(20, true, true);
        EXPECT_EQ(one.twice(), "");
    });
}

TEST(owners_at_one_time, share_no_tick_over_kills_and_power_cuts) {
    const auto all = share_no_tick({}, 40);
    EXPECT_EQ(all.lost, 0U) << "locks work";
}

TEST(owners_at_one_time, share_no_tick_where_locks_lie) {
    expect_often(share_no_tick({.habits = {.locks_work = false}, .processes = 3, .power_cuts = false}, 40).lost, 40);
}

TEST(owners_at_one_time, share_no_tick_where_locks_lie_and_calls_fail_and_power_is_cut) {
    const auto all = share_no_tick({.habits = {.locks_work = false}, .processes = 3, .faults = true}, 40);
    for (const auto times : {all.starts, all.lost, all.killed, all.cuts, all.faults})
        expect_often(times, 40);
}

TEST(owners_at_one_time, do_the_same_again_from_the_same_seed) {
    for (const std::uint64_t seed : {3U, 17U, 99U}) {
        const file_run how{.habits = {.locks_work = false}, .processes = 3, .faults = true};
        file_world one{seed, how}, other{seed, how};
        one.run(usual_turns);
        other.run(usual_turns);
        EXPECT_EQ(one.figures(), other.figures());
    }
}

} // namespace
} // namespace vesta::testing
