#include "support/layouts.hpp"

#include <vesta/generate/timeline.hpp>

#include <gtest/gtest.h>

#include <vector>

namespace vesta {
namespace {

using namespace std::chrono_literals;
using vesta::testing::plain_layout;
using vesta::testing::preset_layouts;
using vesta::testing::random_layout;
using vesta::testing::random_source;

/// A mark anywhere from a little before the layout's epoch to a little after its end, often near one of the two.
unix_ms random_mark(random_source& random, const layout& of) {
    const auto length = (of.end() - of.epoch()).count();
    switch (random.below(4)) {
    case 0:
        return of.epoch() + std::chrono::milliseconds{random.between(-3000, 3000)};
    case 1:
        return of.end() + std::chrono::milliseconds{random.between(-3000, 3000)};
    default:
        return of.epoch() + std::chrono::milliseconds{random.between(0, length)};
    }
}

void check_marks(random_source& random, const layout& of) {
    const timeline line{of};
    const unix_ms mark = random_mark(random, of);
    ASSERT_LE(line.covered_by(mark), line.first_from(mark)) << "an heir would start below what the owner may use";
    ASSERT_LE(line.first_from(mark), line.end());
    // Both are monotone, and neither runs ahead of the other's next millisecond.
    ASSERT_LE(line.covered_by(mark), line.covered_by(mark + 1ms));
    ASSERT_LE(line.first_from(mark), line.first_from(mark + 1ms));
    ASSERT_LE(line.first_from(mark) - line.covered_by(mark), 1U);
    // What a mark covers begins before the mark, in every layout.
    if (const auto covered = line.covered_by(mark); covered != 0) {
        ASSERT_LE(of.instant_of(static_cast<std::uint64_t>(line.tick_of(covered - 1))), mark);
    }
}

void check_covering(random_source& random, const layout& of) {
    const timeline line{of};
    const std::uint64_t any[] = {0,
                                 1,
                                 line.end(),
                                 line.end() - 1,
                                 random.bits() % (line.end() + 1),
                                 line.first_of(line.tick_of(random.bits() % line.end()))};
    const std::uint64_t position = random.pick(any);
    const unix_ms mark = line.mark_covering(position);
    ASSERT_GE(line.covered_by(mark), position);
    ASSERT_GE(line.first_from(mark), position) << "an heir that finds this mark would repeat a position";
    if (position != 0) {
        ASSERT_LT(line.covered_by(mark - 1ms), position) << "a lower mark would have done";
    }
}

TEST(timeline_marks, never_let_an_heir_start_below_what_they_cover) {
    auto random = random_source::announced();
    for (const auto& [name, of] : preset_layouts())
        for (int i = 0; i < 20'000; ++i)
            ASSERT_NO_FATAL_FAILURE(check_marks(random, of)) << name;
    for (int i = 0; i < 20'000; ++i) {
        const layout of = random_layout(random);
        for (int j = 0; j < 5; ++j)
            ASSERT_NO_FATAL_FAILURE(check_marks(random, of));
    }
}

TEST(timeline_marks, covering_a_position_are_the_least_that_do) {
    auto random = random_source::announced();
    for (const auto& [name, of] : preset_layouts())
        for (int i = 0; i < 20'000; ++i)
            ASSERT_NO_FATAL_FAILURE(check_covering(random, of)) << name;
    for (int i = 0; i < 20'000; ++i) {
        const layout of = random_layout(random);
        for (int j = 0; j < 5; ++j)
            ASSERT_NO_FATAL_FAILURE(check_covering(random, of));
    }
}

TEST(timeline_marks, share_a_long_tick_out_over_its_milliseconds) {
    const layout of = plain_layout(time_unit::second, 30, 20);
    const timeline line{of};
    const unix_ms tenth = of.instant_of(10);
    EXPECT_EQ(line.first_from(tenth), line.first_of(10));
    EXPECT_EQ(line.covered_by(tenth), line.first_of(10));
    EXPECT_EQ(line.covered_by(tenth + 500ms), line.first_of(10) + (1U << 19));
    EXPECT_EQ(line.covered_by(tenth + 1ms), line.first_of(10) + 1048);
    EXPECT_EQ(line.first_from(tenth + 1ms), line.first_of(10) + 1049);
    EXPECT_EQ(line.first_from(tenth + 1000ms), line.first_of(11));
}

TEST(timeline_marks, cover_nothing_before_the_epoch_and_everything_after_the_end) {
    const layout of = plain_layout(time_unit::centisecond, 32, 6);
    const timeline line{of};
    for (const unix_ms early : {of.epoch(), of.epoch() - 1ms, unix_ms{}, unix_ms{-5000h}}) {
        EXPECT_EQ(line.covered_by(early), 0U);
        EXPECT_EQ(line.first_from(early), 0U);
    }
    for (const unix_ms late : {of.end(), of.end() + 1ms, unix_ms::max()}) {
        EXPECT_EQ(line.covered_by(late), line.end());
        EXPECT_EQ(line.first_from(late), line.end());
    }
    EXPECT_EQ(line.mark_covering(line.end()), of.end());
    EXPECT_EQ(line.mark_covering(0), of.epoch());
}

TEST(timeline_marks, work_without_a_sequence) {
    const layout of = plain_layout(time_unit::second, 30, 0);
    const timeline line{of};
    EXPECT_EQ(line.per_tick(), 1U);
    EXPECT_EQ(line.covered_by(of.instant_of(5) + 999ms), 5U);
    EXPECT_EQ(line.first_from(of.instant_of(5) + 1ms), 6U);
    EXPECT_EQ(line.mark_covering(6), of.instant_of(6));
}

TEST(timeline_ticks, are_floored_on_both_sides_of_the_epoch) {
    for (const auto unit : {time_unit::millisecond, time_unit::centisecond, time_unit::second}) {
        const layout of = plain_layout(unit, 36, 10);
        const timeline line{of};
        const std::chrono::nanoseconds tick = std::chrono::milliseconds{static_cast<int>(unit)};
        const unix_ns epoch{of.epoch()};
        EXPECT_EQ(line.tick_at(epoch), 0);
        EXPECT_EQ(line.tick_at(epoch - 1ns), -1);
        EXPECT_EQ(line.tick_at(epoch - tick), -1);
        EXPECT_EQ(line.tick_at(epoch - tick - 1ns), -2);
        EXPECT_EQ(line.tick_at(epoch + tick - 1ns), 0);
        EXPECT_EQ(line.tick_at(epoch + tick), 1);
        EXPECT_EQ(line.tick_at(line.start_of(123456789)), 123456789);
    }
}

TEST(timeline_ticks, stop_at_the_end_so_that_no_clock_leads_past_it) {
    const layout of = plain_layout(time_unit::millisecond, 36, 22); // ends after 2.2 years
    const timeline line{of};
    EXPECT_EQ(line.tick_at(unix_ns{of.end() - 1ms}), (std::int64_t{1} << 36) - 1);
    for (const unix_ms late : {of.end(), of.end() + 24h, of.epoch() + 24h * 365 * 200})
        EXPECT_EQ(line.first_of(line.tick_at(unix_ns{late})), line.end()) << to_rfc3339(late);
}

TEST(timeline_waits, are_exact_and_do_not_overflow) {
    const layout of = plain_layout(time_unit::second, 37, 10); // ends in the year 6380
    const timeline line{of};
    const unix_ns now = line.start_of(100);
    EXPECT_EQ(line.until(103, now), 3s);
    EXPECT_EQ(line.until(103, now + 1ns), 3s - 1ns);
    EXPECT_EQ(line.until(97, now), -3s);
    EXPECT_GT(line.until(std::int64_t{1} << 37, now), 24h * 365 * 200);
    EXPECT_GT(line.until(std::int64_t{1} << 37, unix_ns{-24h * 365 * 200}), 24h * 365 * 200);
}

} // namespace
} // namespace vesta
