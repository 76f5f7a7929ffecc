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

TEST_F(a_pool, tells_the_mildest_refusal_of_its_lanes_whichever_is_the_last) {
    for (const std::size_t ended : {0U, 1U}) {
        manual_clock back{new_year_2026};
        memory_marks stored;
        node made{stored, back, of({{8}, {9}})};
        std::vector<id> rest(2 * 1024);
        ASSERT_TRUE(made->generate(rest)) << "both machine IDs are in use";
        ASSERT_TRUE(made.source(ended).release());
        back.jump(-1h);
        grant last{1};
        while (last.made != 0) // own time is held until the reservation is used up
            last = made->try_generate(rest);
        EXPECT_EQ(last.why, errc::clock_behind) << "without the lane of machine ID " << 8 + ended;
    }
}

TEST_F(a_pool, is_closed_once_all_its_lanes_are) {
    node made{marks, clock, of({{8}, {9}})};
    ASSERT_TRUE(made.source(0).release());
    EXPECT_TRUE(made->generate());
    ASSERT_TRUE(made.source(1).release());
    EXPECT_EQ(made->generate().error().code, errc::closed);
}

TEST_F(a_pool, serves_by_the_time_that_its_reservations_follow_though_its_last_lane_is_closed) {
    manual_clock followed{new_year_2026};
    std::vector<std::shared_ptr<reservation>> held;
    for (const machine_id each : {machine_id{8}, machine_id{9}}) {
        held.push_back(std::make_shared<reservation>(marks.take(each).value(), reservation_policy{}, followed));
        ASSERT_TRUE(held.back()->renew(true));
    }
    time_generator_spec spec;
    spec.family = find_scheme("vesta");
    spec.type = spec.family->type("").value();
    const auto made = time_generator::make(spec, held, clock, {}).value();
    clock.jump(1h); // which nobody believes
    ASSERT_TRUE(held[1]->release());
    EXPECT_TRUE(made->generate());
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
