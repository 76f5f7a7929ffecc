#include "support/layouts.hpp"
#include "support/node.hpp"

#include <vesta/time/clock_guard.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using std::chrono::days;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr days five_years{1826};

class a_clock_guard : public ::testing::Test {
  protected:
    /// The clock runs on for @p span.
    void pass(std::chrono::nanoseconds span) { clock.rest(span); }

    clock_guard make(std::chrono::milliseconds max_forward = 10min) {
        return clock_guard{clock, max_forward, [this](severity how_bad, std::string_view line) {
                               log.emplace_back(line);
                               severities.push_back(how_bad);
                           }};
    }

    manual_clock clock{new_year_2026};
    std::vector<std::string> log;
    std::vector<severity> severities;
};

TEST_F(a_clock_guard, believes_a_clock_that_runs_and_one_that_is_set_forward_by_up_to_the_limit) {
    const clock_guard guard = make();
    pass(100h);
    EXPECT_EQ(guard.now(), clock.now());
    clock.jump(10min);
    EXPECT_EQ(guard.now(), clock.now());
    clock.jump(10min);
    EXPECT_EQ(guard.now(), clock.now()) << "what was believed is where the next step is measured from";
    EXPECT_FALSE(guard.in_doubt());
    EXPECT_THAT(log, ElementsAre());
}

TEST_F(a_clock_guard, goes_on_by_the_time_passed_while_the_clock_is_far_ahead_and_believes_it_when_it_returns) {
    const clock_guard guard = make();
    clock.jump(five_years);
    EXPECT_EQ(guard.now(), unix_ns{new_year_2026});
    pass(90s);
    EXPECT_EQ(guard.now(), unix_ns{new_year_2026 + 90s}) << "suspended or not, time passes";
    ASSERT_TRUE(guard.in_doubt());
    EXPECT_EQ(guard.in_doubt()->ahead, five_years);
    clock.jump(-five_years);
    EXPECT_EQ(guard.now(), clock.now());
    EXPECT_FALSE(guard.in_doubt());
    EXPECT_THAT(log, ElementsAre(HasSubstr("the wall clock is 1826d ahead of the time that has passed since"),
                                 HasSubstr("believed again")))
        << "once for each change";
    EXPECT_THAT(severities, ElementsAre(severity::warning, severity::info));
}

// A host without a hardware clock boots with the time of its last shutdown.
TEST_F(a_clock_guard, believes_a_clock_that_a_time_server_sets_after_the_start_but_once) {
    const clock_guard guard = make();
    pass(2s);
    EXPECT_EQ(guard.now(), clock.now());
    clock.set_by_server(new_year_2026 + five_years);
    pass(1s);
    EXPECT_EQ(guard.now(), clock.now());
    EXPECT_FALSE(guard.in_doubt());
    clock.set_by_server(new_year_2026 + 2 * five_years);
    pass(1s);
    EXPECT_EQ(guard.now(), unix_ns{new_year_2026 + five_years + 2s}) << "a server that is wrong later";
}

TEST_F(a_clock_guard, doubts_a_clock_that_was_set_by_a_time_server_before_the_start) {
    clock.set_by_server(new_year_2026);
    const clock_guard guard = make();
    clock.set_by_server(new_year_2026 + five_years);
    pass(1s);
    EXPECT_EQ(guard.now(), unix_ns{new_year_2026 + 1s});
}

TEST_F(a_clock_guard, believes_its_store_rather_than_a_time_server) {
    clock_guard guard = make();
    guard.store_says(new_year_2026);
    clock.set_by_server(new_year_2026 + five_years);
    pass(1s);
    EXPECT_EQ(guard.now(), unix_ns{new_year_2026 + 1s});
}

TEST_F(a_clock_guard, does_not_come_to_believe_an_absurd_clock_by_and_by) {
    const clock_guard guard = make();
    clock.jump(five_years);
    for (int hour = 0; hour < 100; ++hour) {
        pass(1h);
        ASSERT_EQ(guard.now(), clock.now() - five_years);
    }
}

TEST_F(a_clock_guard, believes_a_clock_that_is_behind_and_its_return) {
    const clock_guard guard = make();
    clock.jump(-30min);
    EXPECT_EQ(guard.now(), clock.now());
    pass(59min);
    clock.jump(30min);
    EXPECT_EQ(guard.now(), clock.now()) << "back where it was: not ahead of anything";
    EXPECT_THAT(log, ElementsAre());
}

TEST_F(a_clock_guard, takes_a_clock_that_stays_behind_for_an_hour_for_right) {
    const clock_guard guard = make();
    clock.jump(-five_years);
    EXPECT_EQ(guard.now(), clock.now());
    pass(1h);
    EXPECT_EQ(guard.now(), clock.now());
    clock.jump(five_years);
    EXPECT_EQ(guard.now(), clock.now() - five_years);
}

TEST_F(a_clock_guard, believes_everything_without_a_limit) {
    const clock_guard guard = make(0ms);
    clock.jump(five_years);
    EXPECT_EQ(guard.now(), clock.now());
    EXPECT_FALSE(guard.in_doubt());
}

TEST_F(a_clock_guard, starts_from_the_stores_time_where_the_clock_is_far_ahead_of_it) {
    clock.jump(five_years);
    clock_guard guard = make();
    guard.store_says(new_year_2026);
    EXPECT_EQ(guard.now(), unix_ns{new_year_2026});
    ASSERT_TRUE(guard.in_doubt());
    EXPECT_TRUE(guard.in_doubt()->by_store);
    EXPECT_THAT(guard.in_doubt()->text(), HasSubstr("ahead of the store's clock, which is more than"));
    pass(5s);
    EXPECT_EQ(guard.now(), unix_ns{new_year_2026 + 5s}) << "the store need not be asked again";
}

TEST_F(a_clock_guard, believes_a_clock_that_the_store_confirms_although_the_boot_clock_stood_still) {
    clock_guard guard = make();
    guard.store_says(new_year_2026);
    EXPECT_EQ(guard.now(), clock.now());
    clock.jump(8h); // a hypervisor paused the host over night, and the time was set afterwards
    EXPECT_EQ(guard.now(), unix_ns{new_year_2026});
    guard.store_says(new_year_2026 + 8h);
    EXPECT_EQ(guard.now(), clock.now());
}

TEST_F(a_clock_guard, goes_on_with_a_steady_clock_where_it_is_the_stores_that_jumps) {
    clock_guard guard = make();
    guard.store_says(new_year_2026);
    EXPECT_EQ(guard.now(), clock.now());
    guard.store_says(new_year_2026 - five_years);
    EXPECT_EQ(guard.now(), clock.now()) << "the two agreed before, and this one runs on";
    guard.store_says(new_year_2026 + five_years);
    EXPECT_EQ(guard.now(), clock.now()) << "nothing pulls it forward";
}

TEST_F(a_clock_guard, continues_from_what_an_earlier_process_of_this_boot_believed) {
    pass(1h);
    const auto before = clock.steady();
    const auto believed = std::chrono::floor<std::chrono::milliseconds>(clock.now());
    pass(5s);
    clock.jump(five_years);
    clock_guard guard = make();
    guard.continue_from(believed, before);
    EXPECT_EQ(guard.now(), unix_ns{believed + 5s});
}

TEST_F(a_clock_guard, takes_nothing_from_an_earlier_process_that_was_deceived) {
    pass(1h);
    clock_guard guard = make();
    guard.continue_from(new_year_2026 + five_years, clock.steady());
    EXPECT_EQ(guard.now(), clock.now());
    clock.jump(five_years);
    EXPECT_EQ(guard.now(), clock.now() - five_years);
}

TEST_F(a_clock_guard, takes_of_several_earlier_processes_the_last_in_whatever_order_they_are_told) {
    pass(1h);
    const auto wrong = std::chrono::floor<std::chrono::milliseconds>(clock.now());
    const auto before = clock.steady();
    clock.jump(24h); // the time was set right
    pass(1h);
    const auto right = std::chrono::floor<std::chrono::milliseconds>(clock.now());
    const auto later = clock.steady();
    pass(1h);
    for (const bool in_order : {true, false}) {
        clock_guard guard = make();
        if (in_order) guard.continue_from(wrong, before);
        guard.continue_from(right, later);
        if (!in_order) guard.continue_from(wrong, before);
        EXPECT_EQ(guard.now(), clock.now()) << in_order;
    }
}

TEST_F(a_clock_guard, takes_nothing_from_a_process_of_another_boot) {
    pass(1h);
    clock.jump(24h);
    clock_guard guard = make();
    guard.continue_from(std::chrono::floor<std::chrono::milliseconds>(clock.now() - 24h), clock.steady() + 1s);
    EXPECT_EQ(guard.now(), clock.now());
}

// U8: a server under a clock that is ten years ahead for a while.
TEST(a_generator_under_a_clock_far_ahead, goes_on_and_its_mark_does_not_follow) {
    for (const auto kind : {populator_kind::cas, populator_kind::mutex, populator_kind::synchronized}) {
        memory_marks marks;
        manual_clock clock{new_year_2026};
        const clock_guard guard{clock, 10min};
        auto held = std::make_shared<reservation>(marks.take({1}).value(), reservation_policy{}, guard);
        ASSERT_TRUE(held->renew(true));
        const scheme* family = find_scheme("vesta");
        const auto made = time_generator::make({.family = family, .type = family->type("").value(), .populator = kind},
                                               {held}, clock, {});
        id last = (*made)->generate().value();
        clock.jump(2 * five_years);
        for (int i = 0; i < 5000; ++i) {
            clock.rest(1ms);
            static_cast<void>(held->renew());
            const auto next = (*made)->generate();
            ASSERT_TRUE(next) << next.error().message;
            ASSERT_GT(*next, last);
            last = *next;
        }
        EXPECT_LE(held->mark(), new_year_2026 + 5s + 3s + 1ms);
        EXPECT_EQ((*made)->explain(last).value().at, new_year_2026 + 5s) << "by the time it should be";
        clock.jump(-2 * five_years);
        EXPECT_EQ((*made)->explain((*made)->generate().value()).value().at, new_year_2026 + 5s);
        EXPECT_EQ(clock.now(), unix_ns{new_year_2026 + 5s}) << "nobody waited";
    }
}

// A16: own time has used the reservation up, and the next is a millisecond away.
TEST(a_caller_on_own_time, rests_for_a_millisecond_rather_than_be_refused) {
    memory_marks marks;
    manual_clock clock{new_year_2026};
    node made{marks, clock, {.policy = {.follow_own_time = true}, .wait_at_start = false}};
    ASSERT_TRUE(made->generate());
    clock.jump(-30s);
    std::vector<id> batch(1024);
    grant got = made->try_generate(batch);
    while (got.made != 0)
        got = made->try_generate(batch);
    EXPECT_EQ(got.why, errc::clock_behind);
    EXPECT_EQ(got.wait, 1ms) << "what the error says";
    EXPECT_EQ(made->explain_refusal(got.why).retry_after, 1ms);
    EXPECT_GT(made.hurried, 0) << "the keeper is told";
    made.renew();
    EXPECT_TRUE(made->generate());
}

} // namespace
} // namespace vesta::testing
