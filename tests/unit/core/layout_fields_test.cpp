#include "support/layouts.hpp"

#include <vesta/id/layout.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace vesta {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using vesta::testing::new_year_2026;
using vesta::testing::plain_layout;
using vesta::testing::preset_layouts;
using vesta::testing::random_fields;
using vesta::testing::random_layout;
using vesta::testing::random_source;

const layout& min_granularity() {
    return *find_scheme("vesta")->type("min-granularity").value();
}

TEST(layout_fields, read_back_as_written_in_every_preset) {
    auto random = random_source::announced();
    for (const auto& [name, of] : preset_layouts()) {
        for (int i = 0; i < 20'000; ++i) {
            const fields parts = random_fields(random, of);
            const id made = of.encode(parts).value();
            ASSERT_EQ(of.decode(made), parts) << name << " " << to_string(made);
            ASSERT_TRUE(of.owns(made)) << name << " " << to_string(made);
        }
    }
}

TEST(layout_fields, read_back_as_written_in_layouts_of_any_widths_and_order) {
    auto random = random_source::announced();
    for (int i = 0; i < 5000; ++i) {
        const layout of = random_layout(random);
        for (int j = 0; j < 20; ++j) {
            const fields parts = random_fields(random, of);
            const id made = of.encode(parts).value();
            ASSERT_EQ(of.decode(made), parts);
            ASSERT_TRUE(of.owns(made));
        }
    }
}

TEST(layout_fields, lie_side_by_side_and_fill_the_layout) {
    auto random = random_source::announced();
    for (int i = 0; i < 2000; ++i) {
        const layout of = random_layout(random);
        std::uint64_t used = 0;
        for (const field which : all_fields) {
            if (of.width(which) == 0) continue;
            const std::uint64_t mask = of.max(which) << of.shift(which);
            ASSERT_EQ(used & mask, 0U) << name(which);
            used |= mask;
        }
        const auto all = of.total_width() == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << of.total_width()) - 1;
        ASSERT_EQ(used, all);
    }
}

TEST(layout_fields, out_of_range_are_refused_by_name_value_and_range) {
    auto random = random_source::announced();
    for (int i = 0; i < 2000; ++i) {
        const layout of = random_layout(random);
        const field which = random.pick(all_fields);
        fields parts = random_fields(random, of);
        parts[which] = random.one_in(2) ? of.max(which) + 1 : std::numeric_limits<std::uint64_t>::max();
        const auto made = of.encode(parts);
        ASSERT_FALSE(made);
        ASSERT_EQ(made.error().code, errc::invalid_argument);
        ASSERT_EQ(made.error().message, std::string{name(which)} + " is " + std::to_string(parts[which]) +
                                            "; layout random takes 0 to " + std::to_string(of.max(which)));
    }
}

TEST(layout_fields, out_of_range_are_refused_in_plain_words) {
    const auto made = min_granularity().encode({.type = 1, .gen_method = 4});
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().message, "genMethod is 4; layout min-granularity takes 0 to 3");
}

TEST(layout_ownership, ends_where_bits_are_set_above_or_the_type_is_another) {
    const layout of = plain_layout(time_unit::millisecond, 41, 12); // 57 bits
    EXPECT_TRUE(of.owns(id::from_bits((std::uint64_t{1} << 57) - 1)));
    EXPECT_FALSE(of.owns(id::from_bits(std::uint64_t{1} << 57)));
    EXPECT_FALSE(of.owns(id{-1}));
    EXPECT_TRUE(min_granularity().owns(id{-1}));
    EXPECT_FALSE(min_granularity().owns(id{0}));
}

TEST(layout_time, counts_units_from_the_epoch_and_back) {
    for (const auto unit : {time_unit::millisecond, time_unit::centisecond, time_unit::second}) {
        const layout of = plain_layout(unit, 36, 10);
        const std::chrono::milliseconds one{static_cast<int>(unit)};
        EXPECT_EQ(of.time_of(of.epoch()).value(), 0U);
        EXPECT_EQ(of.time_of(of.epoch() + one).value(), 1U);
        EXPECT_EQ(of.time_of(of.epoch() + 7 * one - 1ms).value(), 6U);
        EXPECT_EQ(of.instant_of(7), of.epoch() + 7 * one);
    }
}

TEST(layout_time, is_refused_before_the_epoch_and_from_the_end_on) {
    const layout of = plain_layout(time_unit::second, 30, 20);
    EXPECT_EQ(of.time_of(of.end() - 1ms).value(), of.max(field::time));
    const auto early = of.time_of(of.epoch() - 1ms);
    EXPECT_EQ(early.error().code, errc::invalid_argument);
    EXPECT_THAT(early.error().message, HasSubstr("2024-12-31T23:59:59.999Z is before the epoch of plain, "
                                                 "2025-01-01T00:00:00.000Z"));
    const auto late = of.time_of(of.end());
    EXPECT_EQ(late.error().code, errc::exhausted);
    EXPECT_THAT(late.error().message, HasSubstr("2059-01-10T13:37:04.000Z is not before the end of plain, "
                                                "2059-01-10T13:37:04.000Z"));
}

TEST(layout_capacity, is_what_the_sequence_and_the_unit_allow) {
    EXPECT_EQ(min_granularity().per_second(), 1'024'000U);
    EXPECT_EQ(find_scheme("vesta")->type("max-peak").value()->per_second(), 1'048'576U);
    EXPECT_EQ(find_scheme("snowflake")->type("").value()->per_second(), 4'096'000U);
    EXPECT_EQ(plain_layout(time_unit::centisecond, 40, 8).per_second(), 25'600U);
    EXPECT_EQ(plain_layout(time_unit::second, 30, 0).per_second(), 1U);
}

TEST(layout_capacity, does_not_wrap_where_a_tick_holds_more_than_can_be_counted_a_second) {
    const layout wide =
        layout::make({.name = "wide", .width = {.time = 2, .seq = 60}, .epoch = new_year_2026}, new_year_2026).value();
    EXPECT_EQ(wide.per_second(), std::numeric_limits<std::uint64_t>::max());
}

TEST(unit_names, are_those_of_the_settings) {
    EXPECT_EQ(name(time_unit::millisecond), "ms");
    EXPECT_EQ(name(time_unit::centisecond), "10ms");
    EXPECT_EQ(name(time_unit::second), "s");
}

} // namespace
} // namespace vesta
