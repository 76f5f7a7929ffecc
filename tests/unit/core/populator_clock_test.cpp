#include "populator_rig.hpp"

#include <gtest/gtest.h>

// The contract of the populators whatever the clock does.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

class populator_clock : public populator_test {};
INSTANTIATE_TEST_SUITE_P(every, populator_clock, every_populator(), populator_param_name);

TEST_P(populator_clock, set_back_a_little_is_waited_for) {
    auto rig = rig_with({.rollback_wait = 2 * rig_with().tick});
    rig.cover(100);
    ASSERT_EQ(rig.ask(1).why, refusal::none);
    const std::uint64_t next = rig.give->next();
    rig.now -= 2 * rig.tick;
    const claim got = rig.ask(1);
    EXPECT_EQ(got.why, refusal::none);
    EXPECT_EQ(got.first, next);
    EXPECT_EQ(got.ready_in, rig.line.start_of(rig.line.tick_of(next)) - rig.now);
    EXPECT_EQ(rig.ask(1, readiness::only_ready).why, refusal::later);
}

TEST_P(populator_clock, set_back_further_leaves_own_time_where_it_is) {
    auto rig = rig_with({.rollback_wait = 2 * rig_with().tick});
    rig.cover(5);
    rig.now += rig.tick;
    ASSERT_EQ(rig.ask(1).why, refusal::none);
    rig.now -= 1h;
    std::uint64_t expected = rig.give->next();
    const std::uint64_t end = rig.line.first_of(rig.first_tick + 5);
    while (expected < end) { // everything reserved is served at once, tick after tick
        const claim got = rig.ask(rig.line.per_tick() / 2 + 1);
        ASSERT_EQ(got.why, refusal::none);
        ASSERT_EQ(got.first, expected);
        ASSERT_EQ(got.ready_in, 0ns);
        expected += got.count;
    }
    EXPECT_EQ(expected, end);
    EXPECT_EQ(rig.ask(1).why, refusal::clock) << "the limit is the clock's doing";
    EXPECT_EQ(rig.ask(1, readiness::only_ready).why, refusal::clock);
}

TEST_P(populator_clock, put_right_again_pulls_own_time_forward) {
    auto rig = rig_with();
    rig.cover(100);
    rig.now += rig.tick;
    ASSERT_EQ(rig.ask(1).why, refusal::none);
    rig.now -= 1h;
    ASSERT_EQ(rig.ask(1).why, refusal::none);
    rig.now += 1h + 50 * rig.tick;
    EXPECT_EQ(rig.ask(1).first, rig.line.first_of(rig.first_tick + 51));
}

TEST_P(populator_clock, ahead_for_a_moment_leaves_own_time_ahead) {
    auto rig = rig_with({.rollback_wait = 2 * rig_with().tick});
    rig.cover(100'000);
    rig.now += 50'000 * rig.tick;
    ASSERT_EQ(rig.ask(1).why, refusal::none);
    const std::uint64_t next = rig.give->next();
    rig.now -= 49'000 * rig.tick;
    const claim got = rig.ask(1);
    EXPECT_EQ(got.first, next);
    EXPECT_EQ(got.ready_in, 0ns);
}

TEST_P(populator_clock, before_the_epoch_gives_nothing_by_itself) {
    auto rig = rig_with();
    const auto give = make_populator(std::get<0>(GetParam()), rig.line, {}, 0);
    give->raise_limit(0); // what a reservation by that clock covers
    EXPECT_EQ(give->populate(unix_ns{rig.of.epoch()} - 1h, 1).why, refusal::clock);
    EXPECT_EQ(give->populate(unix_ns{rig.of.epoch()} - 1h, 1, readiness::only_ready).why, refusal::clock);
    EXPECT_EQ(give->populate(unix_ns{-1000h}, 1).why, refusal::clock);
}

TEST_P(populator_clock, just_before_the_epoch_is_waited_for) {
    auto rig = rig_with();
    const auto give = make_populator(std::get<0>(GetParam()), rig.line, {}, 0);
    give->raise_limit(1);
    const claim got = give->populate(unix_ns{rig.of.epoch()} - 3ms, 1);
    EXPECT_EQ(got.why, refusal::none);
    EXPECT_EQ(got.first, 0U);
    EXPECT_EQ(got.ready_in, 3ms);
}

TEST_P(populator_clock, behind_the_mark_at_the_start_is_waited_for_unless_the_policy_says_otherwise) {
    auto rig = rig_with({.longest_wait = 100 * rig_with().tick});
    rig.cover(100);
    rig.now -= 90 * rig.tick;
    const claim got = rig.ask(1);
    EXPECT_EQ(got.why, refusal::none);
    EXPECT_EQ(got.first, rig.line.first_of(rig.first_tick));
    EXPECT_EQ(got.ready_in, 90 * rig.tick);
    rig.now -= 20 * rig.tick;
    EXPECT_EQ(rig.ask(1).why, refusal::clock) << "longer than anybody may be made to wait";
}

TEST_P(populator_clock, behind_the_mark_at_the_start_is_no_matter_where_own_time_serves) {
    auto rig = rig_with({.rollback_wait = 2 * rig_with().tick, .wait_at_start = false});
    rig.cover(100);
    rig.now -= 90 * rig.tick;
    const claim got = rig.ask(1);
    EXPECT_EQ(got.why, refusal::none);
    EXPECT_EQ(got.first, rig.line.first_of(rig.first_tick));
    EXPECT_EQ(got.ready_in, 0ns);
}

/// One claim from a populator in any state at any time, against everything the contract says of claims.
struct checked_walk {
    populator_rig& rig;
    std::uint64_t limit;
    std::uint64_t end_of_last = 0;

    void check(const claim& got, std::uint64_t wanted, readiness mode) {
        if (got.why != refusal::none) {
            ASSERT_EQ(got.count, 0U);
            return;
        }
        ASSERT_GE(got.count, 1U);
        ASSERT_LE(got.count, std::min(wanted, rig.line.per_tick()));
        ASSERT_GE(got.first, end_of_last) << "a position was given twice, or own time went back";
        ASSERT_LE(got.first + got.count, limit) << "beyond the reservation";
        ASSERT_GE(got.ready_in, 0ns);
        if (mode == readiness::only_ready) {
            ASSERT_EQ(got.ready_in, 0ns);
        }
        const auto last = rig.line.tick_of(got.first + got.count - 1);
        if (got.ready_in > 0ns) {
            ASSERT_EQ(rig.line.start_of(last), rig.now + got.ready_in);
        }
        end_of_last = got.first + got.count;
    }
};

std::chrono::nanoseconds any_step(random_source& random, const populator_rig& rig) {
    switch (random.below(8)) {
    case 0:
        return std::chrono::milliseconds{random.between(-3'600'000, 3'600'000)};
    case 1:
        return std::chrono::milliseconds{random.between(-20, 20)};
    case 2:
    case 3:
        return 0ns;
    default:
        return std::chrono::nanoseconds{random.between(0, 3 * rig.tick.count())};
    }
}

TEST_P(populator_clock, never_makes_it_repeat_go_back_or_pass_the_reservation) {
    auto random = random_source::announced();
    for (int round = 0; round < 60; ++round) {
        auto rig = rig_with({.rollback_wait = std::chrono::milliseconds{random.between(0, 50)},
                             .catch_up = std::chrono::milliseconds{random.between(0, 50)},
                             .longest_wait = std::chrono::milliseconds{random.between(0, 5000)},
                             .wait_at_start = random.one_in(2)});
        checked_walk walk{rig, 0};
        for (int i = 0; i < 1000; ++i) {
            rig.now += any_step(random, rig);
            if (random.one_in(10)) {
                const auto reach = rig.line.tick_at(rig.now) + static_cast<std::int64_t>(random.below(100));
                const auto to = rig.line.first_of(std::max<std::int64_t>(0, reach)) + random.below(5);
                walk.limit = std::max(walk.limit, to);
                rig.give->raise_limit(to);
            }
            const std::uint64_t wanted = random.one_in(3) ? 1 + random.below(3 * rig.line.per_tick()) : 1;
            const auto mode = random.one_in(4) ? readiness::only_ready : readiness::may_wait;
            ASSERT_NO_FATAL_FAILURE(walk.check(rig.ask(wanted, mode), wanted, mode)) << "round " << round;
        }
        EXPECT_EQ(rig.give->close(), rig.give->next());
    }
}

} // namespace
} // namespace vesta::testing
