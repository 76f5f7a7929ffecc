#include "support/node.hpp"

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <thread>

// A pool of machine IDs: more IDs, and what order is left.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

class a_pool : public ::testing::Test {
  protected:
    static node_options of(std::vector<machine_id> machines) { return {.machines = std::move(machines)}; }

    memory_marks marks;
    manual_clock clock{new_year_2026};
};

TEST_F(a_pool, multiplies_what_one_tick_holds_by_its_machine_ids) {
    node made{marks, clock, of({{8}, {9}, {10}, {11}})};
    std::vector<id> ids(4 * 1024);
    ASSERT_TRUE(made->generate(ids));
    EXPECT_EQ(clock.now(), unix_ns{new_year_2026}) << "no waiting within four times the cap";
    std::map<std::uint64_t, int> by_machine;
    for (const id each : ids)
        ++by_machine[made.parts(each).machine];
    EXPECT_EQ(by_machine, (std::map<std::uint64_t, int>{{8, 1024}, {9, 1024}, {10, 1024}, {11, 1024}}));
    ASSERT_TRUE(made->generate());
    EXPECT_EQ(clock.now(), unix_ns{new_year_2026 + 1ms});
}

TEST_F(a_pool, tells_its_machine_ids) {
    node made{marks, clock, of({{8}, {9}})};
    EXPECT_EQ(made->machines(), (std::vector<machine_id>{{8}, {9}}));
}

TEST_F(a_pool, lets_each_waiting_caller_wait_for_the_lane_that_is_soonest) {
    node made{marks, clock, of({{8}, {9}, {10}})};
    std::vector<id> tick(3 * 1024);
    ASSERT_TRUE(made->generate(tick));
    std::vector<id> more(1024);
    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(made->try_generate(more).wait, 1ms) << i;
    EXPECT_EQ(made->try_generate(more).wait, 2ms);
}

TEST_F(a_pool, serves_from_the_others_when_one_reservation_fails) {
    node made{marks, clock, of({{8}, {9}})};
    const auto thief = marks.take_over({8});
    clock.jump(10s);
    made.renew();
    for (int i = 0; i < 100; ++i)
        EXPECT_EQ(made.parts(made->generate().value()).machine, 9U);
}

TEST_F(a_pool, refuses_only_when_every_reservation_has_failed) {
    node made{marks, clock, of({{8}, {9}})};
    const auto thieves = std::pair{marks.take_over({8}), marks.take_over({9})};
    clock.jump(10s);
    made.renew();
    EXPECT_EQ(made->generate().error().code, errc::not_ready);
    EXPECT_GT(made.hurried, 0);
}

struct seen_by_thread {
    std::vector<id> ids;
    bool per_machine_increasing = true;
};

seen_by_thread collect(node& from, int rounds) {
    seen_by_thread seen;
    std::map<std::uint64_t, id> last;
    std::vector<id> batch(7);
    for (int i = 0; i < rounds; ++i) {
        if (!from->generate(batch)) break;
        for (const id each : batch) {
            const auto machine = from.parts(each).machine;
            const auto [entry, fresh] = last.try_emplace(machine, each);
            if (!fresh && each <= entry->second) seen.per_machine_increasing = false;
            entry->second = each;
        }
        seen.ids.insert(seen.ids.end(), batch.begin(), batch.end());
    }
    return seen;
}

TEST_F(a_pool, keeps_ids_distinct_and_each_threads_order_per_machine_id) {
    auto options = of({{1}, {2}, {3}});
    options.policy.ahead = 1h; // nobody renews here
    node made{marks, clock, options};
    constexpr int threads = 4;
    constexpr int rounds = 2000;
    std::vector<seen_by_thread> seen(threads);
    std::vector<std::thread> running;
    for (seen_by_thread& own : seen)
        running.emplace_back([&own, &made] { own = collect(made, rounds); });
    for (std::thread& each : running)
        each.join();
    std::set<id> all;
    for (const seen_by_thread& own : seen) {
        EXPECT_EQ(own.ids.size(), 7U * rounds);
        EXPECT_TRUE(own.per_machine_increasing);
        all.insert(own.ids.begin(), own.ids.end());
    }
    EXPECT_EQ(all.size(), 7U * rounds * threads);
}

} // namespace
} // namespace vesta::testing
