#include "support/node.hpp"
#include "support/process.hpp"

#include <gtest/gtest.h>

// Giving back what was not used, and what a process that dies or forks leaves behind.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

constexpr machine_id one{1};

class a_release : public ::testing::TestWithParam<const char*> {
  protected:
    node start() { return {marks, clock, {.type = GetParam()}}; }

    memory_marks marks;
    manual_clock clock{new_year_2026};
};

INSTANTIATE_TEST_SUITE_P(of, a_release, ::testing::Values("min-granularity", "max-peak"), [](const auto& of) {
    return std::string{of.param == std::string{"max-peak"} ? "max_peak" : "min_granularity"};
});

TEST_P(a_release, lets_the_next_owner_start_in_the_millisecond_after) {
    std::vector<id> ids(5);
    {
        node first = start();
        ASSERT_TRUE(first->generate(ids));
        first.release();
    }
    EXPECT_LE(marks.stored(one), new_year_2026 + 1ms);
    node second = start();
    EXPECT_GT(second->generate().value(), ids.back());
    EXPECT_LE(clock.now(), unix_ns{new_year_2026} + 1ms) << "nobody had to wait for a whole tick";
}

TEST_P(a_release, without_any_id_made_leaves_the_mark_as_it_was_found) {
    {
        node crashed = start();
    }
    const unix_ms found = marks.stored(one);
    EXPECT_EQ(found, new_year_2026 + 3s);
    clock.jump(1s);
    start().release();
    EXPECT_EQ(marks.stored(one), found);
}

TEST_P(a_release, is_done_once) {
    node first = start();
    ASSERT_TRUE(first->generate());
    first.release();
    const unix_ms given_back = marks.stored(one);
    clock.jump(1h);
    first.release();
    EXPECT_EQ(marks.stored(one), given_back);
    EXPECT_EQ(first.source().renew().error().code, errc::closed);
    EXPECT_TRUE(marks.take(one)) << "nobody owns it any more";
}

TEST_P(a_release, ends_the_generator) {
    node first = start();
    first.release();
    EXPECT_EQ(first->generate().error().code, errc::closed);
}

TEST_P(a_release, closes_a_generator_that_is_made_after_it) {
    node first = start();
    first.release();
    const auto late = time_generator::make(first->spec(), {first.shared_source()}, clock, {}).value();
    EXPECT_EQ(late->generate().error().code, errc::closed);
}

TEST_P(a_release, that_fails_leaves_the_mark_where_it_is_safe) {
    node first = start();
    ASSERT_TRUE(first->generate());
    const unix_ms durable = marks.stored(one);
    marks.set_fault([](machine_id) { return error{errc::store_unavailable, "gone"}; });
    EXPECT_EQ(first.source().release().error().code, errc::store_unavailable);
    EXPECT_EQ(marks.stored(one), durable);
    marks.set_fault({});
    EXPECT_TRUE(marks.take(one)) << "the ownership has ended all the same";
}

TEST_P(a_release, by_crash_makes_the_next_owner_start_at_the_mark) {
    id last;
    {
        node crashed = start();
        last = crashed->generate().value();
    }
    clock.jump(10ms);
    node next = start();
    const id first = next->generate().value();
    EXPECT_GT(first, last);
    EXPECT_GE(next->explain(first).value().at, new_year_2026 + 3s);
    EXPECT_GE(clock.now(), unix_ns{new_year_2026 + 3s}) << "it was waited for";
}

TEST_P(a_release, covers_the_lane_that_got_furthest) {
    node peak{marks, clock, {.type = "max-peak"}};
    const auto fine = time_generator::make(
        {.family = find_scheme("vesta"), .type = find_scheme("vesta")->type("min-granularity").value()},
        {peak.shared_source()}, clock, {});
    ASSERT_TRUE(peak->generate());
    clock.jump(1500ms);
    const id last = (*fine)->generate().value();
    peak.release();
    EXPECT_EQ(marks.stored(one), (*fine)->explain(last).value().at + 1ms);
}

TEST_P(a_release, in_a_forked_child_does_nothing_and_neither_does_anything_else_there) {
    node parent = start();
    ASSERT_TRUE(parent->generate());
    const unix_ms durable = marks.stored(one);
    EXPECT_TRUE(holds_in_forked_child([&] {
        clock.jump(1h);
        const bool refuses = parent->generate().error().code == errc::forked;
        const bool releases = parent.source().release().has_value();
        const bool renews = parent.source().renew(true).has_value();
        const auto late = time_generator::make(parent->spec(), {parent.shared_source()}, clock, {}).value();
        const bool late_refuses = late->generate().error().code == errc::closed;
        return refuses && releases && !renews && late_refuses && marks.stored(one) == durable;
    }));
    EXPECT_TRUE(parent->generate()) << "the parent goes on";
}

TEST_P(a_release, is_not_brought_about_by_destroying_the_reservation_in_a_forked_child) {
    auto held = std::make_unique<reservation>(marks.take(one).value(), reservation_policy{}, clock);
    EXPECT_TRUE(holds_in_forked_child([&] {
        held.reset();
        return marks.take(one).error().code == errc::in_use; // a shared store would have heard of it
    }));
}

} // namespace
} // namespace vesta::testing
