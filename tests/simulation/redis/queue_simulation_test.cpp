#include "redis_world.hpp"
#include "support/seeds.hpp"

#include <gtest/gtest.h>

#include <iostream>

namespace vesta::testing {
namespace {

constexpr redis_habits all_troubles{
    .lost = 25, .unanswered = 25, .late = 25, .slow = 25, .twice = 15, .cut = 25, .refused = 40};
constexpr redis_run everything{.habits = all_troubles,
                               .tables = {.lost = 40, .unanswered = 40, .late = 40, .twice = 30, .locked = 60},
                               .fails_over = true,
                               .empties = true,
                               .freezes = true};

void expect_no_number_twice(const redis_run& how) {
    std::int64_t served = 0;
    std::uint64_t popped = 0;
    const auto seeds = seed_range::of(100);
    for (std::uint64_t seed = seeds.first; seed <= seeds.last; ++seed) {
        redis_world one{seed, how};
        ASSERT_TRUE(one.run(150) && one.drain()) << "VESTA_SIM_SEED=" << seed << " repeats it";
        served += one.served();
        popped += one.popped();
    }
    std::cout << served << " numbers, " << popped << " parts from the queue\n";
    EXPECT_GT(served, 200 * static_cast<std::int64_t>(seeds.count())) << "hardly anything happened";
    EXPECT_GT(popped, 20 * seeds.count()) << "hardly anything came through the queue";
}

bool finds_one_twice(redis_run how) {
    how.fenced = false;
    for (std::uint64_t seed = 1; seed <= 400; ++seed)
        if (!redis_world{seed, how}.run(150)) {
            std::cout << "seed " << seed << '\n';
            return true;
        }
    return false;
}

TEST(a_queue_in_redis, makes_no_number_twice_for_any_seed) {
    expect_no_number_twice(everything);
}

TEST(a_queue_in_redis, makes_no_number_twice_where_a_replica_lacks_pops_that_were_acknowledged) {
    expect_no_number_twice({.habits = {}, .fails_over = true});
}

TEST(a_queue_in_redis, is_caught_without_its_fence_where_a_replica_lacks_pops) {
    EXPECT_TRUE(finds_one_twice({.habits = {}, .fails_over = true}));
}

TEST(a_queue_in_redis, is_caught_without_its_fence_where_scripts_are_done_twice) {
    EXPECT_TRUE(finds_one_twice({.habits = {.twice = 10}}));
}

TEST(a_queue_in_redis, is_caught_without_its_fence_where_scripts_are_done_late) {
    EXPECT_TRUE(finds_one_twice({.habits = {.late = 10}}));
}

TEST(a_queue_in_redis, is_caught_without_its_fence_where_everything_happens) {
    EXPECT_TRUE(finds_one_twice(everything));
}

} // namespace
} // namespace vesta::testing
