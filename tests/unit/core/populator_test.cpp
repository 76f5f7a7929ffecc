#include "populator_rig.hpp"

#include <gtest/gtest.h>

// The contract of the populators while the clock behaves. See populator_clock_test.cpp for when it does not.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

class populator_contract : public populator_test {};
INSTANTIATE_TEST_SUITE_P(every, populator_contract, every_populator(), populator_param_name);

TEST_P(populator_contract, gives_nothing_before_a_reservation_covers_it) {
    auto rig = rig_with();
    EXPECT_EQ(rig.ask(1).why, refusal::reservation);
    EXPECT_EQ(rig.ask(1).count, 0U);
    rig.cover(1);
    EXPECT_EQ(rig.ask(1).why, refusal::none);
}

TEST_P(populator_contract, gives_positions_of_the_present_tick_one_after_the_other) {
    auto rig = rig_with();
    rig.cover(100);
    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(10, rig.line.per_tick()); ++i) {
        const claim got = rig.ask(1);
        EXPECT_EQ(got.why, refusal::none);
        EXPECT_EQ(got.first, rig.line.first_of(rig.first_tick) + i);
        EXPECT_EQ(got.count, 1U);
        EXPECT_EQ(got.ready_in, 0ns);
    }
    rig.now += 7 * rig.tick;
    EXPECT_EQ(rig.ask(1).first, rig.line.first_of(rig.first_tick + 7));
}

TEST_P(populator_contract, says_how_long_to_wait_when_the_sequence_is_used_up) {
    auto rig = rig_with();
    rig.cover(100);
    rig.use_up_tick();
    rig.now += rig.tick / 4;
    const claim next = rig.ask(1);
    EXPECT_EQ(next.why, refusal::none);
    EXPECT_EQ(next.first, rig.line.first_of(rig.first_tick + 1));
    EXPECT_EQ(next.ready_in, rig.tick - rig.tick / 4);
}

TEST_P(populator_contract, does_not_start_the_next_tick_again_after_waiting_for_it) {
    auto rig = rig_with();
    rig.cover(100);
    rig.use_up_tick();
    const claim waited = rig.ask(1);
    rig.now += waited.ready_in;
    EXPECT_EQ(rig.ask(1).first, waited.first + 1);
}

TEST_P(populator_contract, refuses_what_is_not_ready_where_only_that_is_asked_for) {
    auto rig = rig_with();
    rig.cover(100);
    rig.use_up_tick();
    EXPECT_EQ(rig.ask(1, readiness::only_ready).why, refusal::later);
    rig.now += rig.tick;
    const claim next = rig.ask(5, readiness::only_ready);
    EXPECT_EQ(next.why, refusal::none);
    EXPECT_EQ(next.ready_in, 0ns);
}

TEST_P(populator_contract, lets_a_batch_spill_over_into_the_next_tick_and_no_further) {
    auto rig = rig_with();
    rig.cover(100);
    const std::uint64_t in_tick = rig.line.per_tick();
    ASSERT_EQ(rig.ask(1).count, 1U);
    const claim batch = rig.ask(10 * in_tick);
    EXPECT_EQ(batch.count, in_tick) << "a batch holds at most one tick's worth";
    EXPECT_EQ(batch.first, rig.line.first_of(rig.first_tick) + 1);
    EXPECT_EQ(batch.ready_in, rig.tick) << "its last position lies in the next tick";
    const claim ready = rig.ask(10 * in_tick, readiness::only_ready);
    EXPECT_EQ(ready.why, refusal::later);
}

TEST_P(populator_contract, cuts_a_batch_short_at_the_tick_where_only_ready_ones_are_asked_for) {
    auto rig = rig_with();
    rig.cover(100);
    const std::uint64_t in_tick = rig.line.per_tick();
    const claim got = rig.ask(in_tick + 5, readiness::only_ready);
    EXPECT_EQ(got.count, in_tick);
    EXPECT_EQ(got.ready_in, 0ns);
}

TEST_P(populator_contract, cuts_a_batch_short_at_the_reservation_and_goes_on_when_that_is_raised) {
    auto rig = rig_with();
    const std::uint64_t start = rig.line.first_of(rig.first_tick);
    rig.give->raise_limit(start + 1);
    EXPECT_EQ(rig.ask(2).count, 1U);
    EXPECT_EQ(rig.ask(2).why, refusal::reservation);
    rig.give->raise_limit(start + 2);
    const claim got = rig.ask(2);
    EXPECT_EQ(got.first, start + 1);
    EXPECT_EQ(got.count, 1U);
}

TEST_P(populator_contract, ignores_a_reservation_lower_than_before) {
    auto rig = rig_with();
    rig.cover(3);
    rig.cover(1);
    rig.now += 2 * rig.tick;
    EXPECT_EQ(rig.ask(1).why, refusal::none);
}

TEST_P(populator_contract, uses_up_older_ticks_when_a_waiting_caller_woke_late) {
    auto rig = rig_with({.catch_up = 10 * rig_with().tick});
    rig.cover(100);
    rig.use_up_tick();
    const claim waited = rig.ask(1);
    rig.now += waited.ready_in + 8 * rig.tick;
    EXPECT_EQ(rig.ask(1).first, waited.first + 1) << "the ticks slept through are not lost";
    rig.now += 3 * rig.tick;
    EXPECT_EQ(rig.ask(1).first, rig.line.first_of(rig.first_tick + 12)) << "but older ones are";
}

TEST_P(populator_contract, does_not_reach_back_where_nobody_had_to_wait) {
    auto rig = rig_with();
    rig.cover(100);
    ASSERT_EQ(rig.ask(1).why, refusal::none);
    rig.now += 2 * rig.tick;
    EXPECT_EQ(rig.ask(1).first, rig.line.first_of(rig.first_tick + 2));
}

TEST_P(populator_contract, asks_for_patience_rather_than_blaming_the_clock_when_too_many_wait) {
    auto rig = rig_with({.longest_wait = 3 * rig_with().tick});
    rig.cover(100);
    for (int i = 0; i < 4; ++i) // this tick and the next three
        EXPECT_EQ(rig.ask(rig.line.per_tick()).count, rig.line.per_tick());
    EXPECT_EQ(rig.ask(1).why, refusal::later);
    rig.now += rig.tick;
    EXPECT_EQ(rig.ask(1).ready_in, 3 * rig.tick);
}

TEST_P(populator_contract, ends_with_the_layout) {
    auto rig = rig_with();
    rig.give->raise_limit(rig.line.end());
    const std::int64_t last = rig.line.tick_of(rig.line.end() - 1);
    rig.now = rig.line.start_of(last);
    const claim got = rig.ask(rig.line.per_tick() + 1);
    EXPECT_EQ(got.first, rig.line.first_of(last));
    EXPECT_EQ(got.count, rig.line.per_tick());
    EXPECT_EQ(rig.ask(1).why, refusal::end);
    EXPECT_EQ(rig.ask(1, readiness::only_ready).why, refusal::end);
    rig.now += 1000h;
    EXPECT_EQ(rig.ask(1).why, refusal::end);
}

TEST_P(populator_contract, ends_when_the_clock_leaps_over_the_layouts_end) {
    for (const auto beyond : {0h, 1h, 24h * 365, 24h * 365 * 100}) {
        auto rig = rig_with();
        rig.give->raise_limit(rig.line.end());
        rig.now = unix_ns{rig.of.end()} + beyond;
        EXPECT_EQ(rig.ask(1).why, refusal::end) << beyond.count() << " hours after its end";
    }
}

TEST_P(populator_contract, is_closed_for_good_and_says_where_it_ended) {
    auto rig = rig_with();
    rig.cover(100);
    ASSERT_EQ(rig.ask(1).why, refusal::none);
    const claim last = rig.ask(1);
    EXPECT_EQ(rig.give->next(), last.first + 1);
    EXPECT_EQ(rig.give->close(), last.first + 1);
    EXPECT_EQ(rig.ask(1).why, refusal::closed);
    rig.cover(200);
    rig.now += 100 * rig.tick;
    EXPECT_EQ(rig.ask(1).why, refusal::closed);
    EXPECT_EQ(rig.ask(1, readiness::only_ready).why, refusal::closed);
    EXPECT_EQ(rig.give->close(), last.first + 1);
    EXPECT_EQ(rig.give->next(), last.first + 1);
}

TEST_P(populator_contract, closed_before_any_claim_has_given_nothing) {
    auto rig = rig_with();
    EXPECT_EQ(rig.give->close(), rig.line.first_of(rig.first_tick));
}

TEST(populator_names, are_those_of_the_settings) {
    EXPECT_EQ(name(populator_kind::cas), "cas");
    EXPECT_EQ(name(populator_kind::mutex), "mutex");
    EXPECT_EQ(name(populator_kind::synchronized), "synchronized");
}

} // namespace
} // namespace vesta::testing
