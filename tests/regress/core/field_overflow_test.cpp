#include "support/node.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// Fields that were put into an ID without a look at their range ran over into their neighbours.
namespace vesta::testing {
namespace {

using ::testing::HasSubstr;

/// The encoder as it was: shift and combine.
id unchecked_encode(const layout& of, const fields& parts) {
    std::uint64_t bits = 0;
    for (const field which : all_fields)
        if (of.width(which) != 0) bits |= parts[which] << of.shift(which);
    return id::from_bits(bits);
}

const layout& type_2018(const char* name) {
    return *find_scheme("vesta-2018")->type(name).value();
}

// In 2018 genMethod shrank to one bit, while the REST server went on to say 2.
TEST(a_method_that_does_not_fit, became_another_type) {
    const layout& seconds = type_2018("max-peak");
    const fields read = seconds.decode(unchecked_encode(seconds, {.gen_method = 2, .machine = 1, .time = 1000}));
    EXPECT_EQ(read.type, 1U);
    EXPECT_EQ(read.gen_method, 0U);

    const layout& fine = type_2018("min-granularity");
    const fields rest{.type = 1, .gen_method = 2, .machine = 1, .time = 1000};
    fields embedded = rest;
    embedded.gen_method = 0;
    EXPECT_EQ(unchecked_encode(fine, rest), unchecked_encode(fine, embedded)) << "two servers, one ID";
}

TEST(a_method_that_does_not_fit, is_refused_before_the_first_id) {
    memory_marks marks;
    manual_clock clock{new_year_2026};
    for (const layout& each : find_scheme("vesta-2018")->types()) {
        const auto held = std::make_shared<reservation>(marks.take_over({1}), reservation_policy{}, clock);
        const auto made = time_generator::make(
            {.family = find_scheme("vesta-2018"), .type = &each, .method = gen_method::rest}, {held}, clock, {});
        ASSERT_FALSE(made) << each.name();
        EXPECT_THAT(made.error().message, HasSubstr("genMethod is 2"));
        EXPECT_THAT(made.error().message, HasSubstr("takes 0 to 1"));
    }
}

// The short type had the value 2 in a field of one bit.
TEST(the_short_type, read_back_as_version_1_and_type_0) {
    const layout one_bit =
        layout::make({.name = "short",
                      .width = {.version = 1, .type = 1, .gen_method = 1, .machine = 10, .time = 30, .seq = 10},
                      .unit = time_unit::second,
                      .epoch = type_2018("short").epoch()},
                     new_year_2026)
            .value();
    const fields read = one_bit.decode(unchecked_encode(one_bit, {.type = 2, .machine = 1, .time = 1000}));
    EXPECT_EQ(read.version, 1U);
    EXPECT_EQ(read.type, 0U);
}

TEST(the_short_type, reads_back_as_itself_with_the_same_bits) {
    const scheme& family = *find_scheme("vesta-2018");
    const id made = family.make(type_2018("short"), {.machine = 1022, .time = 280467827}).value();
    EXPECT_EQ(made.value, 4797691459535870);
    const auto read = family.explain(made).value();
    EXPECT_EQ(read.type, "short");
    EXPECT_EQ(read.parts.type, 2U);
    EXPECT_EQ(read.parts.version, 0U);
}

TEST(a_type_that_does_not_fit, is_refused_when_the_layout_is_made) {
    const auto made = layout::make({.name = "short", .type = 2, .width = {.type = 1, .time = 41}}, new_year_2026);
    EXPECT_EQ(made.error().message, "layout 'short': type 2 does not fit its field of 1 bits");
}

// A clock before the epoch made a negative time, which set every bit above it.
TEST(a_clock_before_the_epoch, set_every_bit_above_the_time) {
    const layout& fine = *find_scheme("vesta")->type("min-granularity").value();
    const auto time = static_cast<std::uint64_t>(std::int64_t{-1000});
    const fields read = fine.decode(unchecked_encode(fine, {.type = 1, .machine = 1, .time = time}));
    EXPECT_EQ(read.version, 1U);
    EXPECT_EQ(read.gen_method, 3U);
    EXPECT_GT(fine.instant_of(read.time), new_year_2026) << "and looked like a time long after";
}

TEST(a_clock_before_the_epoch, is_refused_and_harmless_later) {
    for (const char* family : {"vesta", "vesta-2018", "vesta-2015", "snowflake"}) {
        memory_marks marks;
        manual_clock clock{unix_ms{std::chrono::seconds{1}}}; // what a board without a battery wakes up with
        node ours{marks, clock, {.scheme = family}};
        const auto early = ours->generate();
        ASSERT_FALSE(early) << family;
        EXPECT_EQ(early.error().code, errc::clock_behind) << family;
        EXPECT_EQ(ours->make({.time = static_cast<std::uint64_t>(std::int64_t{-1000})}).error().code,
                  errc::invalid_argument);
        clock.set(new_year_2026);
        ours.renew();
        const id made = ours->generate().value();
        EXPECT_EQ(ours->explain(made).value().at, new_year_2026) << family;
    }
}

} // namespace
} // namespace vesta::testing
