#include "support/node.hpp"
#include "support/process.hpp"

#include <vesta/generate/portion_timer.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <thread>

// `order: strict` under high demand: one reading of the clock serves all callers for a round.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

class readings_of_the_clock : public ::testing::Test {
  protected:
    static constexpr int many = 256; // readings in a millisecond

    node start(node_options with = {.type = "max-peak"}) {
        with.readings = readings;
        if (with.policy.ahead == reservation_policy{}.ahead) with.policy.ahead = 24h;
        return node{marks, clock, with};
    }

    /// Asks so often that the tick is open afterwards.
    static id hurry(node& from) {
        id last;
        for (int i = 0; i < many + 2; ++i) // the first begins the count, and the last opens
            last = from->generate().value();
        return last;
    }

    static auto time_of(node& from) { return from.parts(from->generate().value()).time; }

    memory_marks marks;
    manual_clock clock{new_year_2026};
    // Rounds that no test outlasts, but for those that it ends.
    std::shared_ptr<portion_timer> readings = std::make_shared<portion_timer>(1min);
};

TEST_F(readings_of_the_clock, are_shared_by_many_callers_until_the_round_ends) {
    node made = start();
    const auto then = made.parts(hurry(made)).time;
    clock.jump(3s);
    EXPECT_EQ(time_of(made), then);
    std::array<id, 3> batch;
    ASSERT_TRUE(made->generate(batch));
    EXPECT_EQ(made.parts(batch.back()).time, then);
    readings->end_round();
    EXPECT_EQ(time_of(made), then + 3);
    clock.jump(2s);
    EXPECT_EQ(time_of(made), then + 3) << "the next reading is shared, too";
}

TEST_F(readings_of_the_clock, end_with_a_round_that_ends_by_itself) {
    readings = std::make_shared<portion_timer>(1ms);
    node made = start();
    const auto then = made.parts(hurry(made)).time;
    clock.jump(3s);
    while (time_of(made) == then)
        std::this_thread::yield();
    EXPECT_EQ(time_of(made), then + 3);
}

TEST_F(readings_of_the_clock, are_those_of_each_of_few_callers) {
    node made = start();
    for (int i = 0; i < 2 * many; ++i) {
        const auto before = time_of(made);
        clock.jump(1s);
        ASSERT_EQ(time_of(made), before + 1);
    }
}

TEST_F(readings_of_the_clock, are_those_of_each_again_where_callers_have_become_few) {
    node made = start();
    hurry(made);
    clock.jump(64ms);
    readings->end_round();
    hurry(made); // the first reading finds that the time of many is over
    readings->end_round();
    clock.jump(64ms);
    const auto then = time_of(made);
    clock.jump(3s);
    EXPECT_EQ(time_of(made), then + 3);
}

TEST_F(readings_of_the_clock, give_increasing_ids_whatever_the_clock_does) {
    node made = start();
    id last = hurry(made);
    std::array<id, 7> batch;
    for (int i = 0; i < 3000; ++i) {
        if (i % 50 == 0) clock.jump(i % 100 == 0 ? -2ms : 3ms);
        if (i % 70 == 0) readings->end_round();
        const id one = made->generate().value();
        ASSERT_GT(one, last);
        ASSERT_TRUE(made->generate(batch));
        ASSERT_GT(batch.front(), one);
        ASSERT_EQ(std::ranges::adjacent_find(batch, std::greater_equal{}), batch.end());
        const range_grant some = made->try_range(3);
        ASSERT_GT(some.range.first, batch.back());
        last = {some.range.first.value + 2 * static_cast<std::int64_t>(some.range.stride)};
    }
}

TEST_F(readings_of_the_clock, are_taken_anew_when_the_tick_is_used_up) {
    node made = start({.type = "min-granularity"});
    const auto then = made.parts(hurry(made)).time;
    for (int left = 1024 - many - 2; left > 0; --left)
        ASSERT_EQ(time_of(made), then);
    EXPECT_EQ(time_of(made), then + 1);
}

TEST_F(readings_of_the_clock, open_nothing_beyond_the_reservation) {
    // Ticks of a second, and a mark within the second one.
    node made = start({.type = "max-peak", .policy = {.ahead = 1100ms}});
    clock.jump(1050ms);
    hurry(made);
    const unix_ms durable = marks.stored({1});
    std::array<id, 1000> out;
    std::uint64_t last = 0;
    grant got;
    while ((got = made->try_generate(out)).made != 0)
        last = made.parts(out[got.made - 1]).seq;
    EXPECT_EQ(got.why, errc::not_ready);
    const timeline line{made.type()};
    EXPECT_LE(last, line.covered_by(durable) % line.per_tick());
}

TEST_F(readings_of_the_clock, open_nothing_after_a_clean_end_whose_mark_covers_all) {
    node made = start();
    const id last = hurry(made);
    made.release();
    EXPECT_EQ(made->generate().error().code, errc::closed);
    EXPECT_LT(made->explain(last).value().at, marks.stored({1}));
}

TEST_F(readings_of_the_clock, are_of_no_use_to_a_forked_child) {
    node made = start();
    hurry(made);
    EXPECT_TRUE(holds_in_forked_child([&] {
        std::array<id, 1> out;
        return made->generate().error().code == errc::forked && made->try_generate(out).why == errc::forked;
    }));
    EXPECT_TRUE(made->generate());
}

TEST_F(readings_of_the_clock, are_those_of_each_call_with_locks_and_of_several_machine_ids) {
    for (const node_options& with : {node_options{.type = "max-peak", .populator = populator_kind::mutex},
                                     node_options{.type = "max-peak", .machines = {{2}, {3}}}}) {
        node made = start(with);
        const auto then = made.parts(hurry(made)).time;
        clock.jump(3s);
        EXPECT_EQ(time_of(made), then + 3);
    }
}

} // namespace
} // namespace vesta::testing
