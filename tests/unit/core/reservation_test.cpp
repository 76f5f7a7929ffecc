#include "support/layouts.hpp"

#include <vesta/generate/reservation.hpp>
#include <vesta/testing/manual_clock.hpp>
#include <vesta/testing/memory_marks.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

constexpr machine_id seven{7};

class a_reservation : public ::testing::Test {
  protected:
    std::shared_ptr<reservation> reserve(const reservation_policy& policy = {}) {
        return std::make_shared<reservation>(marks.take(seven).value(), policy, clock);
    }

    /// A lane of a layout of 64 positions a second, attached to @p source.
    std::shared_ptr<lane> attach(reservation& source, bool wait_at_start = true) {
        auto made = std::make_shared<lane_slot>(of, fields{.machine = 7}, populator_kind::cas,
                                                pacing{.wait_at_start = wait_at_start}, source.found());
        source.attach(made);
        return {made, &made->present()};
    }

    claim ask(lane& from, std::uint64_t wanted = 1) { return from.populate(clock.now(), wanted, readiness::may_wait); }

    /// Every write fails with @p reason from now on; none does without one.
    void break_store(const std::optional<error>& reason) {
        marks.set_fault([reason](machine_id) { return reason; });
    }

    const layout of = plain_layout(time_unit::second, 32, 6);
    memory_marks marks;
    manual_clock clock{new_year_2026};
};

TEST_F(a_reservation, covers_nothing_until_its_mark_is_durable) {
    const auto held = reserve();
    const auto way = attach(*held);
    EXPECT_EQ(held->mark(), unix_ms{});
    EXPECT_EQ(ask(*way).why, refusal::reservation);
    ASSERT_TRUE(held->renew());
    EXPECT_EQ(held->mark(), new_year_2026 + 3s);
    EXPECT_EQ(marks.stored(seven), new_year_2026 + 3s);
    EXPECT_EQ(ask(*way).why, refusal::none);
}

TEST_F(a_reservation, covers_a_lane_that_joins_later_by_the_durable_mark) {
    const auto held = reserve();
    ASSERT_TRUE(held->renew());
    EXPECT_EQ(ask(*attach(*held)).why, refusal::none);
}

TEST_F(a_reservation, is_renewed_when_a_third_of_it_has_gone_and_not_before) {
    const auto held = reserve();
    EXPECT_EQ(held->due_in(), 0ms);
    ASSERT_TRUE(held->renew());
    EXPECT_EQ(held->due_in(), 1s);
    clock.jump(999ms);
    ASSERT_TRUE(held->renew());
    EXPECT_EQ(held->mark(), new_year_2026 + 3s);
    EXPECT_EQ(held->due_in(), 1ms);
    ASSERT_TRUE(held->renew(true));
    EXPECT_EQ(held->mark(), new_year_2026 + 3999ms);
    clock.jump(1s);
    ASSERT_TRUE(held->renew());
    EXPECT_EQ(held->mark(), new_year_2026 + 4999ms);
}

TEST_F(a_reservation, keeps_serving_what_is_reserved_while_its_store_fails) {
    const auto held = reserve();
    const auto way = attach(*held);
    ASSERT_TRUE(held->renew());
    break_store(error{errc::store_unavailable, "no route to host"});
    clock.jump(2s);
    const auto failed = held->renew();
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, errc::store_unavailable);
    EXPECT_EQ(held->trouble()->message, "no route to host");
    EXPECT_EQ(held->mark(), new_year_2026 + 3s) << "what is not known to be durable does not count";
    EXPECT_EQ(ask(*way, 64).count, 64U);
    EXPECT_EQ(ask(*way).why, refusal::reservation);
    break_store({});
    ASSERT_TRUE(held->renew());
    EXPECT_FALSE(held->trouble());
    EXPECT_EQ(ask(*way).why, refusal::none);
}

TEST_F(a_reservation, does_not_move_for_a_clock_that_was_set_back) {
    const auto held = reserve();
    ASSERT_TRUE(held->renew());
    clock.jump(-1h);
    ASSERT_TRUE(held->renew(true));
    EXPECT_EQ(held->mark(), new_year_2026 + 3s);
    EXPECT_EQ(marks.stored(seven), new_year_2026 + 3s);
    EXPECT_EQ(held->due_in(), 1h + 1s);
}

TEST_F(a_reservation, is_heard_of_by_its_store_while_the_clock_is_set_back) {
    int writes = 0;
    marks.set_fault([&writes](machine_id) {
        ++writes;
        return std::optional<error>{};
    });
    const auto held = reserve();
    ASSERT_TRUE(held->renew());
    clock.jump(-1h);
    for (int seconds = 0; seconds < 9; ++seconds) {
        ASSERT_TRUE(held->renew());
        clock.rest(1s);
    }
    EXPECT_EQ(writes, 1 + 4) << "every second second: half of what is reserved, rounded up to the next look";
    EXPECT_EQ(held->mark(), new_year_2026 + 3s);
    EXPECT_EQ(marks.stored(seven), new_year_2026 + 3s);
}

TEST_F(a_reservation, follows_own_time_up_to_the_lead_it_is_allowed) {
    const auto held = reserve({.follow_own_time = true, .max_lead = 10s});
    const auto way = attach(*held);
    ASSERT_TRUE(held->renew());
    ASSERT_EQ(ask(*way).why, refusal::none);
    clock.jump(-5s);
    for (int i = 0; i < 20; ++i) { // own time runs away; the mark follows it
        while (ask(*way, 64).why == refusal::none) {
        }
        ASSERT_TRUE(held->renew());
        ASSERT_LE(held->mark(), new_year_2026 + 5s);
    }
    EXPECT_EQ(held->mark(), new_year_2026 + 5s) << "ten seconds ahead of the wall clock";
    EXPECT_EQ(ask(*way).why, refusal::clock);
}

TEST_F(a_reservation, follows_the_mark_it_found_after_a_crash) {
    {
        const auto crashed = reserve();
        ASSERT_TRUE(crashed->renew());
    }
    const auto held = reserve({.follow_own_time = true});
    const auto way = attach(*held, false);
    EXPECT_EQ(held->found(), new_year_2026 + 3s);
    ASSERT_TRUE(held->renew());
    EXPECT_EQ(held->mark(), new_year_2026 + 6s);
    const claim got = ask(*way);
    EXPECT_EQ(got.first, way->line().first_from(new_year_2026 + 3s));
    EXPECT_EQ(got.ready_in, 0ns);
}

TEST_F(a_reservation, does_not_follow_own_time_unless_it_is_told_to) {
    {
        const auto crashed = reserve();
        ASSERT_TRUE(crashed->renew());
    }
    const auto held = reserve();
    clock.jump(-1h);
    ASSERT_TRUE(held->renew(true));
    EXPECT_EQ(held->mark(), new_year_2026 + 3s);
    EXPECT_EQ(ask(*attach(*held, false)).why, refusal::clock);
}

TEST_F(a_reservation, says_that_its_machine_id_was_taken_over_and_never_gets_it_back) {
    const auto held = reserve();
    const auto way = attach(*held);
    ASSERT_TRUE(held->renew());
    auto thief = marks.take_over(seven);
    EXPECT_EQ(thief.mark->value(), held->mark()) << "the new owner starts above all that the old one may still serve";
    EXPECT_EQ(ask(*way).why, refusal::none);
    clock.jump(10s);
    EXPECT_EQ(held->renew().error().code, errc::lease_lost);
    EXPECT_EQ(held->trouble()->code, errc::lease_lost);
    EXPECT_EQ(held->mark(), new_year_2026 + 3s);
    EXPECT_EQ(held->release().error().code, errc::lease_lost);
    EXPECT_EQ(marks.stored(seven), new_year_2026 + 3s);
    EXPECT_TRUE(thief.mark->advance(new_year_2026 + 20s));
}

/// A reservation whose machine ID is replaced by @p another at the next renewal.
TEST_F(a_reservation, reports_the_loss_of_its_machine_id_once_and_as_an_error) {
    std::vector<std::string> errors;
    reservation held{marks.take(seven).value(), {}, clock, {}, [&errors](severity how_bad, std::string_view line) {
                         if (how_bad == severity::error) errors.emplace_back(line);
                     }};
    break_store(error{errc::store_unavailable, "away"});
    EXPECT_FALSE(held.renew(true));
    EXPECT_TRUE(errors.empty()) << "it may come back";
    break_store({});
    const auto thief = marks.take_over(seven);
    for (int i = 0; i < 3; ++i)
        EXPECT_FALSE(held.renew(true));
    EXPECT_EQ(errors, std::vector<std::string>{"machine ID 7 belongs to another owner now"});
}

class a_reservation_being_replaced : public a_reservation {
  protected:
    std::shared_ptr<reservation> lose_to(machine_id another) {
        auto held = std::make_shared<reservation>(marks.take(seven).value(), reservation_policy{}, clock,
                                                  [this, another] { return marks.take_over(another); });
        held->renew().value();
        thief = marks.take_over(seven);
        clock.jump(2s);
        return held;
    }

    std::shared_ptr<lane_slot> slot(const reservation& held) const {
        return std::make_shared<lane_slot>(of, fields{.machine = held.machine().value}, populator_kind::cas, pacing{},
                                           held.found());
    }

    std::optional<machine_lease> thief;
};

TEST_F(a_reservation_being_replaced, gives_a_lane_that_was_made_before_its_new_machine_id) {
    const auto held = lose_to({9});
    const auto late = slot(*held);
    ASSERT_TRUE(held->renew());
    held->attach(late);
    EXPECT_EQ(held->machine(), machine_id{9});
    EXPECT_EQ(late->present().machine(), machine_id{9});
    EXPECT_EQ(ask(late->present()).why, refusal::none);
}

TEST_F(a_reservation_being_replaced, moves_a_lane_that_was_made_before_above_what_another_owner_used) {
    const auto held = lose_to(seven);
    const auto late = slot(*held);
    ASSERT_TRUE(thief->mark->advance(new_year_2026 + 10s));
    ASSERT_TRUE(held->renew()); // and has the same machine ID again
    clock.set(held->mark());    // until which it was served as before
    ASSERT_TRUE(held->renew());
    held->attach(late);
    EXPECT_GE(late->present().next(), late->present().line().first_from(new_year_2026 + 10s));
}

TEST_F(a_reservation_being_replaced, closes_a_lane_that_cannot_hold_its_new_machine_id) {
    const auto held = lose_to({16}); // four bits hold 0 to 15
    const auto late = slot(*held);
    ASSERT_TRUE(held->renew());
    held->attach(late);
    EXPECT_EQ(ask(late->present()).why, refusal::closed);
}

} // namespace
} // namespace vesta::testing
