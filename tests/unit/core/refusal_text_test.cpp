#include "support/node.hpp"
#include "support/process.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// What a caller is told when there is no ID: by how much, for how long, and what to do.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

class a_refusal : public ::testing::Test {
  protected:
    /// Claims until there is nothing left, and gives the refusal.
    static error use_up(node& from) {
        std::vector<id> batch(1024);
        for (;;) {
            const grant got = from->try_generate(batch);
            if (got.made == 0) return from->explain_refusal(got.why);
        }
    }

    memory_marks marks;
    manual_clock clock{new_year_2026};
};

TEST_F(a_refusal, for_a_clock_set_back_says_by_how_much_and_for_how_long) {
    node made{marks, clock};
    clock.jump(5ms);
    ASSERT_TRUE(made->generate());
    clock.jump(-10min);
    const error refused = use_up(made);
    EXPECT_EQ(refused.code, errc::clock_behind);
    // The mark is three seconds ahead of midnight; it moves again once the clock is within two seconds of it.
    EXPECT_EQ(refused.message, "the wall clock is 602.995s behind own time, and the reservation ends at "
                               "2026-01-01T00:00:03.000Z; IDs again in 600.995s, or when the clock is right");
    EXPECT_EQ(refused.retry_after, 600'995ms);
}

struct clock_case {
    const char* name;
    node_options with;
    bool after_a_crash;
    std::chrono::milliseconds step_back;
};

const clock_case clock_cases[] = {
    {"running", {}, false, 1h},
    {"running_by_seconds", {.type = "max-peak"}, false, 1h},
    {"running_far_ahead", {.policy = {.ahead = 1min}}, false, 1h},
    {"running_on_own_time", {.policy = {.follow_own_time = true, .max_lead = 30s}}, false, 1h},
    {"started", {}, true, 1h},
    {"started_by_seconds", {.type = "max-peak"}, true, 1h},
    {"started_far_ahead", {.policy = {.ahead = 1min}}, true, 20s},
    {"started_on_own_time", {.policy = {.follow_own_time = true}, .wait_at_start = false}, true, 1h},
};

class a_clock_refusal : public ::testing::TestWithParam<clock_case> {};
INSTANTIATE_TEST_SUITE_P(when, a_clock_refusal, ::testing::ValuesIn(clock_cases),
                         [](const auto& of) { return std::string{of.param.name}; });

error refuse(node& from) {
    std::vector<id> batch(1024);
    for (;;) {
        from.renew();
        const grant got = from->try_generate(batch);
        if (got.made == 0) return from->explain_refusal(got.why);
    }
}

TEST_P(a_clock_refusal, ends_when_it_said_and_not_before) {
    memory_marks marks;
    manual_clock clock{new_year_2026};
    auto made = std::make_unique<node>(marks, clock, GetParam().with);
    clock.jump(1100ms);
    ASSERT_TRUE((*made)->generate());
    made->renew(true);
    clock.jump(-GetParam().step_back);
    if (GetParam().after_a_crash) {
        made.reset();
        made = std::make_unique<node>(marks, clock, GetParam().with);
    }
    const error refused = refuse(*made);
    ASSERT_EQ(refused.code, errc::clock_behind) << refused.message;
    ASSERT_TRUE(refused.retry_after) << refused.message;
    id one;
    clock.jump(*refused.retry_after - 2ms);
    made->renew();
    EXPECT_EQ((*made)->try_generate({&one, 1}).made, 0U) << "earlier than was said: " << refused.message;
    clock.jump(2ms);
    made->renew();
    EXPECT_EQ((*made)->try_generate({&one, 1}).made, 1U) << "not when it was said: " << refused.message;
}

TEST_F(a_refusal, for_a_store_that_fails_passes_its_words_on) {
    node made{marks, clock};
    marks.set_fault([](machine_id) { return error{errc::store_unavailable, "db.example:3306 does not answer"}; });
    clock.jump(10s);
    made.renew();
    const auto refused = made->generate();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::not_ready);
    EXPECT_THAT(
        refused.error().message,
        HasSubstr("machine ID 1 is reserved only up to 2026-01-01T00:00:03.000Z, and it is 2026-01-01T00:00:1"));
    EXPECT_THAT(refused.error().message, HasSubstr(": db.example:3306 does not answer"));
    EXPECT_EQ(refused.error().retry_after, 1s);
    EXPECT_GT(made.hurried, 0);
}

TEST_F(a_refusal, while_the_renewal_is_under_way_asks_for_a_moment) {
    node made{marks, clock};
    clock.jump(10s);
    id one;
    const grant got = made->try_generate({&one, 1});
    EXPECT_EQ(got.why, errc::not_ready);
    EXPECT_EQ(got.wait, 1ms);
    EXPECT_EQ(made.hurried, 1);
    EXPECT_EQ(made->explain_refusal(got.why).message, "the reservation is being renewed");
    made.renew();
    EXPECT_EQ(made->try_generate({&one, 1}).made, 1U);
}

TEST_F(a_refusal, for_a_crowd_says_what_the_layout_gives) {
    node made{marks, clock, {.scheme = "vesta-2018", .type = "short"}};
    const error refused = use_up(made);
    EXPECT_EQ(refused.code, errc::not_ready);
    EXPECT_EQ(refused.message, "more IDs are asked for than type short has: 1024 a second for each of 1 machine IDs, "
                               "and those of the next 3s are given away");
    EXPECT_EQ(refused.retry_after, 3s);
}

TEST_F(a_refusal, at_the_end_of_the_layout_says_when_that_was) {
    clock.set(parse_rfc3339("2049-01-09T05:37:03.999Z").value());
    node made{marks, clock, {.type = "max-peak"}};
    EXPECT_TRUE(made->generate());
    clock.jump(1ms);
    const auto refused = made->generate();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::exhausted);
    EXPECT_THAT(refused.error().message, HasSubstr("type max-peak of vesta ended at 2049-01-09T05:37:04.000Z; choose a "
                                                   "layout with a later epoch or more bits of time"));
    EXPECT_FALSE(refused.error().retry_after) << "trying again does not help";
}

TEST_F(a_refusal, before_the_epoch_counts_as_a_clock_that_is_behind) {
    clock.set(parse_rfc3339("2014-12-31T00:00:00Z").value());
    node made{marks, clock};
    const auto refused = made->generate();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::clock_behind);
    EXPECT_THAT(refused.error().message, HasSubstr("the wall clock is 16h behind own time"));
}

TEST_F(a_refusal, in_a_forked_child_says_what_to_do) {
    node made{marks, clock};
    EXPECT_TRUE(holds_in_forked_child([&] {
        const auto refused = made->generate();
        std::vector<id> batch(3);
        return refused.error().code == errc::forked &&
               refused.error().message.find("open a generator after the fork") != std::string::npos &&
               made->generate(batch).error().code == errc::forked && made->try_range(3).why == errc::forked;
    }));
    made.release();
    EXPECT_EQ(made->generate().error().message, "the generator was closed");
}

} // namespace
} // namespace vesta::testing
