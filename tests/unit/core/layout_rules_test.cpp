#include "support/layouts.hpp"

#include <vesta/id/layout.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// Every rule a layout is checked by when it is made, with the words a person gets to see.
namespace vesta {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using vesta::testing::new_year_2026;

layout_spec good() {
    return {.name = "mine",
            .width = {.version = 1, .type = 1, .gen_method = 2, .machine = 10, .time = 40, .seq = 10},
            .epoch = new_year_2026 - 24h};
}

std::string refusal_of(const layout_spec& spec) {
    const auto made = layout::make(spec, new_year_2026);
    if (made) return "it was accepted";
    EXPECT_EQ(made.error().code, errc::invalid_settings);
    EXPECT_THAT(made.error().message, HasSubstr("layout 'mine': "));
    return made.error().message;
}

TEST(layout_rules, accept_what_is_right) {
    const layout made = layout::make(good(), new_year_2026).value();
    EXPECT_EQ(made.total_width(), 64U);
    EXPECT_EQ(made.name(), "mine");
    EXPECT_EQ(made.width(field::time), 40U);
    EXPECT_EQ(made.shift(field::version), 63U);
    EXPECT_EQ(made.shift(field::machine), 0U);
}

TEST(layout_rules, refuse_a_width_above_63) {
    auto spec = good();
    spec.width.machine = 64;
    EXPECT_THAT(refusal_of(spec), HasSubstr("width of machine is 64; it may be 0 to 63"));
    spec = good();
    spec.width.seq = 4'000'000'000;
    EXPECT_THAT(refusal_of(spec), HasSubstr("width of seq is 4000000000; it may be 0 to 63"));
}

TEST(layout_rules, refuse_no_time_and_more_positions_than_a_word_counts) {
    auto spec = good();
    spec.width = {.time = 0, .seq = 10};
    EXPECT_THAT(refusal_of(spec), HasSubstr("time has 0 bits and seq 10; time needs at least 1, and both together may "
                                            "have at most 62"));
    spec.width = {.time = 42, .seq = 21};
    EXPECT_THAT(refusal_of(spec), HasSubstr("time has 42 bits and seq 21;"));
}

TEST(layout_rules, refuse_a_machine_id_wider_than_32_bits) {
    auto spec = good();
    spec.width = {.machine = 33, .time = 30};
    EXPECT_THAT(refusal_of(spec), HasSubstr("machine has 33 bits; it may have 0 to 32"));
}

TEST(layout_rules, refuse_more_than_63_bits_without_a_version_bit_on_top) {
    auto spec = good();
    spec.width = {.version = 2, .type = 1, .gen_method = 1, .machine = 10, .time = 40, .seq = 10};
    EXPECT_THAT(refusal_of(spec), HasSubstr("the widths add up to 64; they may add up to 63, or to 64 with a version "
                                            "of 1 bit on top"));
    spec = good();
    std::swap(spec.order[0], spec.order[1]);
    EXPECT_THAT(refusal_of(spec), HasSubstr("the widths add up to 64;"));
    spec = good();
    spec.width.gen_method = 3;
    EXPECT_THAT(refusal_of(spec), HasSubstr("the widths add up to 65;"));
}

TEST(layout_rules, refuse_an_order_that_names_a_field_twice) {
    auto spec = good();
    spec.order[2] = field::time;
    EXPECT_THAT(refusal_of(spec), HasSubstr("order must name each of version, type, gen-method, machine, time and seq "
                                            "once"));
}

TEST(layout_rules, refuse_a_type_that_does_not_fit_its_field) {
    auto spec = good();
    spec.type = 2;
    EXPECT_THAT(refusal_of(spec), HasSubstr("type 2 does not fit its field of 1 bits"));
    spec.width.type = 0;
    spec.type = 1;
    EXPECT_THAT(refusal_of(spec), HasSubstr("type 1 does not fit its field of 0 bits"));
}

TEST(layout_rules, refuse_an_epoch_after_now_or_before_unix_time) {
    auto spec = good();
    spec.epoch = new_year_2026 + 1ms;
    EXPECT_THAT(refusal_of(spec), HasSubstr("epoch 2026-01-01T00:00:00.001Z is in the future; it must not be after "
                                            "now, 2026-01-01T00:00:00.000Z"));
    spec.epoch = unix_ms{-1ms};
    EXPECT_THAT(refusal_of(spec), HasSubstr("epoch 1969-12-31T23:59:59.999Z is before 1970-01-01T00:00:00.000Z"));
    spec.epoch = unix_ms::min();
    EXPECT_THAT(refusal_of(spec), HasSubstr("is before 1970-01-01T00:00:00.000Z"));
    spec.epoch = unix_ms{};
    spec.width = {.time = 41, .seq = 10};
    EXPECT_TRUE(layout::make(spec, new_year_2026));
}

TEST(layout_rules, refuse_a_last_instant_that_no_calendar_writes) {
    auto spec = good();
    spec.width = {.time = 48};
    EXPECT_THAT(refusal_of(spec), HasSubstr("time of 48 bits in units of ms ends after the year 9999; use fewer bits "
                                            "or a smaller unit"));
    spec.width = {.time = 62};
    spec.unit = time_unit::second;
    EXPECT_THAT(refusal_of(spec), HasSubstr("time of 62 bits in units of s ends after the year 9999"));
    spec.width.time = 1;
    spec.epoch = unix_ms::max();
    EXPECT_THAT(layout::make(spec).error().message, HasSubstr("ends after the year 9999"));
}

TEST(layout_rules, accept_a_layout_that_has_ended_and_know_that_it_has) {
    auto spec = good();
    spec.width.time = 26; // 18.6 hours
    const layout made = layout::make(spec, new_year_2026).value();
    EXPECT_EQ(to_rfc3339(made.end()), "2025-12-31T18:38:28.864Z");
    EXPECT_TRUE(made.has_ended(new_year_2026));
    EXPECT_TRUE(made.has_ended(made.end()));
    EXPECT_FALSE(made.has_ended(made.end() - 1ms));
}

TEST(layout_rules, find_the_tick_of_an_instant_or_the_nearest_there_is) {
    auto spec = good();
    spec.width.time = 3;
    spec.unit = time_unit::centisecond;
    const layout made = layout::make(spec).value();
    const unix_ms third = made.epoch() + 30ms;
    EXPECT_EQ(made.tick_at(third), 3U);
    EXPECT_EQ(made.tick_at(third + 9ms), 3U);
    EXPECT_EQ(made.tick_from(third), 3U);
    EXPECT_EQ(made.tick_from(third + 1ms), 4U);
    EXPECT_EQ(made.tick_from(made.epoch() + 71ms), 8U) << "one past the last";
    for (const unix_ms before : {unix_ms::min(), made.epoch() - 1ms, made.epoch()}) {
        EXPECT_EQ(made.tick_at(before), 0U);
        EXPECT_EQ(made.tick_from(before), 0U);
    }
    for (const unix_ms after : {made.end(), unix_ms::max()}) {
        EXPECT_EQ(made.tick_at(after), 8U);
        EXPECT_EQ(made.tick_from(after), 8U);
    }
}

} // namespace
} // namespace vesta
