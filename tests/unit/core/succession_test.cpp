#include "support/succession.hpp"

#include <vesta/source/waiting.hpp>
#include <vesta/time/clock_guard.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <vector>

// A generator whose layout ends at an instant, and one that begins there.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

constexpr unix_ms passing = new_year_2026 + 10s + 300ms; // within a tick of the first

layout two_ways(const char* name, time_unit unit, unsigned time_bits, unsigned seq_bits,
                unix_ms epoch = new_year_2026 - 24h) {
    return layout::make({.name = name,
                         .width = {.version = 1, .gen_method = 2, .machine = 4, .time = time_bits, .seq = seq_bits},
                         .unit = unit,
                         .epoch = epoch},
                        passing)
        .value();
}

class a_succession : public ::testing::Test {
  protected:
    std::shared_ptr<reservation> hold(const wall_clock& by, reservation_policy policy = {}) {
        auto held = std::make_shared<reservation>(marks.take({1}).value(), policy, by);
        EXPECT_TRUE(held->renew(true));
        return held;
    }

    std::unique_ptr<succession> start(const std::shared_ptr<reservation>& held, const time_generator_spec& like = {}) {
        return make_succession(turns.both(), like, {held}, clock);
    }

    explanation told(id value) const { return turns.both().explain(value).value(); }

    static id one(id_source& from, const wall_clock& by) {
        id made;
        EXPECT_TRUE(generate_all(from, {&made, 1}, by));
        return made;
    }

    /// Each ID is of the layout that its time says.
    void expect_in_turn(std::span<const id> made) const {
        for (const id each : made) {
            const auto parts = told(each);
            EXPECT_EQ(parts.scheme == "second", parts.at >= passing) << to_string(each) << " " << to_rfc3339(parts.at);
        }
    }

    const two_layouts turns{two_ways("s", time_unit::second, 30, 6), 0, two_ways("ms", time_unit::millisecond, 40, 4),
                            1, passing};
    memory_marks marks;
    manual_clock clock{new_year_2026};
};

TEST_F(a_succession, makes_ids_of_the_layout_that_their_time_says_however_they_are_asked_for) {
    const auto held = hold(clock, {.ahead = 1min});
    for (const auto& rounds : {std::shared_ptr<portion_timer>{}, std::make_shared<portion_timer>(24h)}) {
        clock.set(new_year_2026 + 8s);
        const auto made = start(held, {.rounds = rounds});
        std::vector<id> all;
        for (int i = 0; i < 60; ++i) {
            all.push_back(one(*made, clock));
            std::array<id, 7> batch{};
            const grant got = made->try_generate(batch);
            all.insert(all.end(), batch.begin(), batch.begin() + static_cast<std::ptrdiff_t>(got.made));
            const range_grant some = made->try_range(9);
            for (std::uint64_t at = 0; at < some.range.count; ++at)
                all.push_back(id::from_bits(some.range.first.bits() + at * some.range.stride));
            clock.rest(100ms);
        }
        expect_in_turn(all);
        EXPECT_EQ(told(all.front()).scheme, "first");
        EXPECT_EQ(told(all.back()).scheme, "second");
        std::ranges::sort(all);
        EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
        held->renew().value();
    }
}

TEST_F(a_succession, gives_no_range_across_the_instant) {
    const auto held = hold(clock, {.ahead = 1min});
    const auto made = start(held);
    clock.set(new_year_2026 + 10s); // the last tick of the first: 64 sequences
    EXPECT_EQ(made->try_range(50).range.count, 50U);
    const range_grant last = made->try_range(50);
    EXPECT_EQ(last.range.count, 14U);
    const range_grant next = made->try_range(50);
    ASSERT_NE(next.range.count, 0U);
    EXPECT_EQ(told(next.range.first).scheme, "second");
    EXPECT_EQ(told(next.range.first).at, passing);
    EXPECT_EQ(next.wait, 300ms + (next.range.count > 16 ? std::chrono::milliseconds{(next.range.count - 1) / 16} : 0ms))
        << "it waits for its own tick";
}

TEST_F(a_succession, goes_on_with_the_second_when_the_clock_is_set_back) {
    const auto held = hold(clock, {.ahead = 1min});
    const auto made = start(held);
    clock.set(passing + 5s);
    const id before = one(*made, clock);
    EXPECT_TRUE(made->has_passed());
    clock.set(new_year_2026 + 5s);
    const id after = one(*made, clock);
    EXPECT_EQ(told(after).scheme, "second");
    EXPECT_GT(after.bits(), before.bits());
}

TEST_F(a_succession, that_made_nothing_of_the_second_goes_back_with_the_clock) {
    const auto held = hold(clock);
    const auto made = start(held);
    clock.set(passing + 1h);
    id one_id;
    EXPECT_EQ(made->try_generate({&one_id, 1}).made, 0U) << "no reservation covers it";
    EXPECT_FALSE(made->has_passed());
    clock.set(new_year_2026 + 1s);
    EXPECT_EQ(told(one(*made, clock)).scheme, "first");
}

TEST_F(a_succession, is_not_begun_by_a_clock_that_is_not_believed) {
    const clock_guard guard{clock, 10min};
    const auto held = hold(guard);
    const auto made = start(held);
    EXPECT_EQ(told(one(*made, clock)).scheme, "first");
    clock.jump(24h * 3650);
    for (int i = 0; i < 50; ++i) {
        clock.rest(100ms);
        held->renew().value();
        const auto parts = told(one(*made, clock));
        ASSERT_EQ(parts.scheme, "first");
        ASSERT_LT(parts.at, passing);
    }
    EXPECT_EQ(made->present().spec().type, turns.both().first.type);
    for (int i = 0; i < 80; ++i) {
        clock.rest(100ms);
        held->renew().value();
        expect_in_turn(std::array{one(*made, clock)});
    }
    EXPECT_TRUE(made->has_passed()) << "by the time it should be";
}

TEST_F(a_succession, that_waits_for_its_instant_uses_and_gives_back_no_time) {
    auto held = hold(clock, {.follow_own_time = true, .max_lead = 10h});
    const auto made = start(held);
    const auto parts = told(one(*made, clock));
    held->renew(true).value();
    EXPECT_LE(held->mark(), new_year_2026 + 5s) << "the second lane has used nothing";
    held->release().value();
    EXPECT_LE(marks.stored({1}), parts.at + 1s) << "a restart need not wait for the instant";
}

TEST_F(a_succession, gives_back_no_time_though_the_second_layout_has_not_begun_to_count) {
    for (const unix_ms epoch : {passing - 5s, passing}) {
        const two_layouts later{two_ways("s", time_unit::second, 30, 6), 0,
                                two_ways("ms", time_unit::millisecond, 40, 4, epoch), 1, passing};
        auto held = hold(clock, {.follow_own_time = true, .max_lead = 10h});
        const auto made = make_succession(later.both(), {}, {held}, clock);
        const auto parts = later.both().explain(one(*made, clock)).value();
        held->renew(true).value();
        EXPECT_LE(held->mark(), new_year_2026 + 5s) << to_rfc3339(epoch);
        held->release().value();
        EXPECT_LE(marks.stored({1}), parts.at + 1s) << to_rfc3339(epoch);
    }
}

TEST_F(a_succession, starts_with_the_second_above_a_mark_beyond_the_instant) {
    marks.take({1}).value().mark->advance(passing + 2s).value();
    const auto held = hold(clock, {.ahead = 1min});
    const auto made = start(held);
    id first;
    const grant got = made->try_generate({&first, 1});
    EXPECT_EQ(got.made, 0U) << "12 s are longer than callers wait";
    EXPECT_EQ(got.why, errc::not_ready);
    EXPECT_THAT(made->explain_refusal(got.why).message, HasSubstr("may have been used up to"));
    clock.set(passing + 1s);
    EXPECT_EQ(told(one(*made, clock)).scheme, "second");
    EXPECT_EQ(clock.now(), unix_ns{passing + 2s});
}

TEST_F(a_succession, whose_first_layout_was_counted_through_waits_for_the_instant_and_says_so) {
    const auto held = hold(clock, {.ahead = 1min});
    const auto made = start(held, {.longest_wait = 1300ms});
    clock.set(passing - 2s);
    std::vector<id> tick(64);
    ASSERT_EQ(made->try_generate(tick).made, 64U); // of second 8, and then of 9 and 10
    ASSERT_EQ(made->try_generate(tick).made, 64U);
    clock.rest(500ms);
    ASSERT_EQ(made->try_generate(tick).made, 64U);
    const grant refused = made->try_generate(tick);
    EXPECT_EQ(refused.made, 0U);
    EXPECT_EQ(refused.why, errc::not_ready);
    EXPECT_THAT(made->explain_refusal(refused.why).message,
                HasSubstr("IDs of type ms begin at " + to_rfc3339(passing)));
    EXPECT_FALSE(made->has_passed());
}

TEST_F(a_succession, with_a_pool_ends_the_first_layout_of_every_machine_id) {
    std::vector<std::shared_ptr<reservation>> held{hold(clock, {.ahead = 1min})};
    held.push_back(std::make_shared<reservation>(marks.take({2}).value(), reservation_policy{.ahead = 1min}, clock));
    held.back()->renew(true).value();
    const auto made = make_succession(turns.both(), {}, held, clock);
    clock.set(passing - 1s);
    std::vector<id> all;
    for (int i = 0; i < 300; ++i)
        all.push_back(one(*made, clock));
    expect_in_turn(all);
    EXPECT_EQ(told(all.back()).scheme, "second");
}

TEST_F(a_succession, refuses_two_generators_that_do_not_meet_at_an_instant) {
    const auto held = hold(clock);
    const auto& both = turns.both();
    const auto make = [&](const versioned_layout& by, const layout_span& within) {
        const time_generator_spec spec{.family = by.family, .type = by.type, .version = by.version, .within = within};
        return std::shared_ptr<time_generator>{time_generator::make(spec, {held}, clock, {}).value()};
    };
    EXPECT_THROW(succession(make(both.first, {}), make(both.second, {.from = passing})), failure);
}

} // namespace
} // namespace vesta::testing
