#include "support/small_layouts.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

const layout& min_granularity() {
    return *find_scheme("vesta")->type("min-granularity").value();
}

id_pattern embedded(const layout& of) {
    return id_pattern::make(of, 0, gen_method::embedded).value();
}

id_reach all_of(const id_pattern& of) {
    return {of, {0}, {~std::uint32_t{0}}, 0, of.of().max(field::time) + 1};
}

std::string refusal_of(std::string_view text) {
    const auto read = id_pattern::parse(text);
    if (read) return "it was accepted";
    EXPECT_EQ(read.error().code, errc::invalid_argument);
    return read.error().message;
}

TEST(a_pattern, is_written_with_everything_that_decides_which_number_comes_out) {
    EXPECT_EQ(id_pattern::make(min_granularity(), 0, gen_method::rest).value().text(),
              "1420041600000/ms/version:1=0/type:1=1/genMethod:2=2/time:40/seq:10/machine:10");
    EXPECT_EQ(embedded(find_scheme("snowflake")->types().front()).text(), "1288834974657/ms/time:41/machine:10/seq:12");
}

TEST(a_pattern, has_no_method_where_its_layout_has_none_and_no_name) {
    layout_spec spec = find_scheme("snowflake")->types().front().spec();
    const auto one = id_pattern::make(layout::make(spec).value(), 0, gen_method::rest).value();
    spec.name = "another";
    std::swap(spec.order[0], spec.order[2]); // fields of no bits
    EXPECT_EQ(one, embedded(layout::make(spec).value()));
}

TEST(a_pattern, refuses_a_version_or_method_that_does_not_fit) {
    EXPECT_THAT(id_pattern::make(min_granularity(), 2, gen_method::rest).error().message, HasSubstr("version is 2"));
    const layout& narrow = *find_scheme("vesta-2018")->type("min-granularity").value();
    EXPECT_THAT(id_pattern::make(narrow, 0, gen_method::rest).error().message, HasSubstr("genMethod is 2"));
}

TEST(a_pattern, reads_what_it_wrote_and_is_the_same) {
    auto random = random_source::announced();
    for (int i = 0; i < 3000; ++i) {
        const id_pattern made = random_pattern(random, random_layout(random));
        const auto read = id_pattern::parse(made.text());
        ASSERT_TRUE(read) << made.text() << ": " << read.error().message;
        EXPECT_EQ(*read, made);
        EXPECT_LE(made.text().size(), 130U);
        for (const field each : all_fields) {
            ASSERT_EQ(read->of().width(each), made.of().width(each));
            if (read->of().width(each) != 0) {
                ASSERT_EQ(read->of().shift(each), made.of().shift(each));
            }
        }
    }
}

TEST(a_pattern, of_a_layout_that_has_ended_is_read) {
    const auto read = id_pattern::parse("1463673600000/s/time:28/machine:22/seq:13");
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(to_rfc3339(read->of().end()), "2024-11-20T13:24:16.000Z");
}

TEST(a_pattern, refuses_every_text_that_it_would_not_write) {
    const std::string good = "1420041600000/ms/version:1=0/type:1=1/genMethod:2=0/time:40/seq:10/machine:10";
    ASSERT_TRUE(id_pattern::parse(good));
    for (const std::string text : {"",
                                   "/",
                                   "1",
                                   "1420041600000",
                                   "1420041600000/ms",
                                   "1420041600000/ms/",
                                   "01420041600000/ms/time:40",
                                   "+1/ms/time:40",
                                   "-1/ms/time:40",
                                   "1/us/time:40",
                                   "1/ms/time:40/",
                                   "1/ms//time:40",
                                   "1/ms/time:040",
                                   "1/ms/time:40 ",
                                   " 1/ms/time:40",
                                   "1/ms/time",
                                   "1/ms/time:",
                                   "1/ms/time:40=0",
                                   "1/ms/time:-1",
                                   "1/ms/time:4294967336",
                                   "1/ms/Time:40",
                                   "1/ms/time:40/seq:0",
                                   "1/ms/version:1/time:40",
                                   "1/ms/version:1=2/time:40",
                                   "1/ms/version:1=/time:40",
                                   "1/ms/version:0=0/time:40",
                                   "1/ms/type:1=00/time:40",
                                   "1/ms/genMethod:3=4/time:40",
                                   "1/ms/time:40/time:2",
                                   "1/ms/seq:10",
                                   "1/ms/time:50/seq:13",
                                   "99999999999999999999/ms/time:40",
                                   "9223372036854775807/ms/time:1",
                                   "253402300800000/ms/time:1",
                                   "1/ms/version:1=0/type:1=1/genMethod:1=0/time:40/seq:1/machine:1/seq:1"})
        EXPECT_THAT(refusal_of(text), HasSubstr("is not a pattern of IDs: ")) << text;
    for (std::size_t i = 0; i < good.size(); ++i) {
        EXPECT_NE(refusal_of(good.substr(0, i) + "x" + good.substr(i)), "it was accepted") << i;
        EXPECT_NE(refusal_of(good.substr(0, i) + " " + good.substr(i)), "it was accepted") << i;
    }
}

TEST(two_reaches, of_one_pattern_meet_where_ticks_and_machines_do) {
    const id_pattern of = embedded(min_granularity());
    const id_reach here{of, {3}, {5}, 100, 200};
    EXPECT_TRUE(can_meet(here, {of, {5}, {9}, 199, 300}));
    EXPECT_FALSE(can_meet(here, {of, {5}, {9}, 200, 300}));
    EXPECT_FALSE(can_meet(here, {of, {6}, {9}, 100, 200}));
    EXPECT_FALSE(can_meet(here, {of, {3}, {5}, 150, 150}));
    EXPECT_FALSE(can_meet(here, {of, {5}, {3}, 100, 200}));
    EXPECT_FALSE(can_meet(here, {of, {1024}, {2000}, 100, 200})) << "no such machine ID fits, and none is masked";
    EXPECT_FALSE(can_meet({of, {3}, {5}, 0, 0}, here));
}

TEST(two_reaches, meet_in_the_smallest_number_of_both) {
    const id_pattern seconds = embedded(layout::make({.width = {.machine = 4, .time = 10, .seq = 6}}).value());
    const id_pattern above = embedded(layout::make({.width = {.machine = 4, .time = 10, .seq = 6},
                                                    .order = {field::version, field::type, field::gen_method,
                                                              field::machine, field::time, field::seq}})
                                          .value());
    // machine 1 of the second sets bit 16: tick 64 of the first, whose machine ID 2 are the low bits of the other's seq
    EXPECT_EQ(meeting({seconds, {2}, {2}, 0, 1024}, {above, {1}, {1}, 3, 9}), id{(64 << 10) | (3 << 6) | 2});
}

TEST(two_reaches, are_told_apart_by_every_bit_also_the_highest) {
    const auto rest = id_pattern::make(min_granularity(), 0, gen_method::rest).value();
    const auto next = id_pattern::make(min_granularity(), 1, gen_method::rest).value();
    EXPECT_FALSE(can_meet(all_of(rest), all_of(next)));
    EXPECT_FALSE(can_meet(all_of(rest), all_of(embedded(min_granularity()))));
    EXPECT_TRUE(can_meet(all_of(next), all_of(next)));
    EXPECT_LT(meeting(all_of(next), all_of(next))->value, 0);
}

// The search against the definition: list both sets, and compare.
TEST(two_reaches, meet_exactly_where_their_lists_of_numbers_do) {
    auto random = random_source::announced();
    const auto any_reach = [&] {
        const layout of = small_layout(random, 12, 1s);
        id_reach reach{random_pattern(random, of), {}, {}};
        reach.first.value = static_cast<std::uint32_t>(random.below(of.max(field::machine) + 2));
        reach.last.value = reach.first.value + static_cast<std::uint32_t>(random.below(of.max(field::machine) + 2));
        reach.first_tick = random.below(of.max(field::time) + 2);
        reach.end_tick = reach.first_tick + random.below(of.max(field::time) + 3);
        return reach;
    };
    int met = 0;
    constexpr int rounds = 30'000;
    for (int i = 0; i < rounds; ++i) {
        const id_reach a = any_reach();
        const id_reach b = any_reach();
        const auto of_b = numbers_of(b);
        std::optional<id> expected;
        for (const std::uint64_t each : numbers_of(a))
            if (!expected && of_b.contains(each)) expected = id::from_bits(each);
        ASSERT_EQ(meeting(a, b), expected) << a.of.text() << " and " << b.of.text();
        ASSERT_EQ(meeting(b, a), expected) << a.of.text() << " and " << b.of.text();
        met += expected ? 1 : 0;
    }
    EXPECT_GT(met, rounds / 50);
}

} // namespace
} // namespace vesta::testing
