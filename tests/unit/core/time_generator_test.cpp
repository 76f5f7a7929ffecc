#include "support/node.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

class a_time_generator : public ::testing::Test {
  protected:
    memory_marks marks;
    manual_clock clock{new_year_2026};
};

TEST_F(a_time_generator, gives_greater_ids_at_each_call_one_or_many) {
    for (const auto kind : {populator_kind::cas, populator_kind::mutex, populator_kind::synchronized}) {
        node made{marks, clock, {.populator = kind, .machines = {{static_cast<std::uint32_t>(kind)}}}};
        id last{std::numeric_limits<std::int64_t>::min()};
        std::vector<id> batch(1500); // more than a tick holds
        for (int i = 0; i < 20; ++i) {
            const id next = made->generate().value();
            ASSERT_GT(next, last);
            ASSERT_TRUE(made->generate(batch));
            ASSERT_GT(batch.front(), next);
            ASSERT_TRUE(std::ranges::is_sorted(batch, std::less{}));
            ASSERT_EQ(std::ranges::adjacent_find(batch), batch.end());
            last = batch.back();
            made.renew();
        }
    }
}

TEST_F(a_time_generator, puts_time_machine_method_and_version_where_the_layout_says) {
    for (const auto& [name, type] : preset_layouts()) {
        if (type.has_ended(new_year_2026)) continue;
        const auto scheme_name = name.substr(0, name.find('/'));
        const auto machine = static_cast<std::uint32_t>(513 & type.max(field::machine));
        const node_options of{
            .scheme = scheme_name, .type = type.name(), .machines = {{machine}}, .method = gen_method::rpc};
        memory_marks own;
        node made{own, clock, of};
        const auto read = made->explain(made->generate().value()).value();
        EXPECT_EQ(read.type, type.name()) << name;
        EXPECT_EQ(read.parts.machine, machine) << name;
        EXPECT_EQ(read.parts.gen_method, type.width(field::gen_method) == 0 ? 0U : 1U) << name;
        EXPECT_EQ(read.parts.version, 0U) << name;
        EXPECT_EQ(read.parts.time, type.time_of(new_year_2026).value()) << name;
        EXPECT_EQ(read.parts.seq, 0U) << name;
    }
}

TEST_F(a_time_generator, does_not_burn_time_when_a_tick_is_used_up_but_rests_until_the_next) {
    node made{marks, clock};
    std::vector<id> tick(1024);
    ASSERT_TRUE(made->generate(tick));
    EXPECT_EQ(clock.now(), unix_ns{new_year_2026});
    const id next = made->generate().value();
    EXPECT_EQ(clock.now(), unix_ns{new_year_2026 + 1ms});
    EXPECT_EQ(made.parts(next).seq, 0U);
    EXPECT_EQ(made.parts(next).time, made.parts(tick.back()).time + 1);
    EXPECT_EQ(made.parts(made->generate().value()).seq, 1U) << "the tick waited for is not begun again";
}

TEST_F(a_time_generator, gives_what_is_in_the_tick_without_waiting_and_says_how_long_the_rest_takes) {
    node made{marks, clock};
    std::vector<id> wanted(1500);
    const grant first = made->try_generate(wanted);
    EXPECT_EQ(first.made, 1024U);
    EXPECT_EQ(first.wait, 0ns);
    const grant second = made->try_generate(wanted);
    EXPECT_EQ(second.made, 1024U);
    EXPECT_EQ(second.wait, 1ms);
    EXPECT_EQ(clock.now(), unix_ns{new_year_2026}) << "an attempt does not rest";
}

TEST_F(a_time_generator, makes_and_explains_and_tells_times) {
    node made{marks, clock};
    const id repaired = made->make({.gen_method = 2, .machine = 3, .time = 1000, .seq = 4}).value();
    EXPECT_EQ(made->explain(repaired).value().parts,
              (fields{.type = 1, .gen_method = 2, .machine = 3, .time = 1000, .seq = 4}));
    EXPECT_EQ(made->make({.seq = 1024}).error().message, "seq is 1024; layout min-granularity takes 0 to 1023");
    EXPECT_EQ(to_rfc3339(made->to_time(1000).value()), "2014-12-31T16:00:01.000Z");
    const auto beyond = made->to_time(std::uint64_t{1} << 40);
    EXPECT_EQ(beyond.error().code, errc::invalid_argument);
    EXPECT_EQ(beyond.error().message, "time is 1099511627776; layout min-granularity takes 0 to 1099511627775");
}

TEST_F(a_time_generator, refuses_a_machine_id_method_or_version_that_does_not_fit) {
    const auto make = [this](const char* family, machine_id machine, gen_method method, std::uint64_t version) {
        const scheme* of = find_scheme(family);
        auto held = std::make_shared<reservation>(marks.take_over(machine), reservation_policy{}, clock);
        return time_generator::make({.family = of, .type = of->type("").value(), .method = method, .version = version},
                                    {held}, clock, {});
    };
    EXPECT_TRUE(make("vesta", {1023}, gen_method::rest, 1));
    EXPECT_EQ(make("vesta", {1024}, gen_method::rest, 0).error().message,
              "machine is 1024; layout min-granularity takes 0 to 1023");
    EXPECT_EQ(make("vesta", {1}, gen_method::rest, 2).error().message,
              "version is 2; layout min-granularity takes 0 to 1");
    EXPECT_EQ(make("vesta-2018", {1}, gen_method::rest, 0).error().message,
              "genMethod is 2; layout min-granularity takes 0 to 1");
    EXPECT_TRUE(make("snowflake", {1}, gen_method::rest, 0)) << "it has no such field";
}

TEST_F(a_time_generator, gives_a_range_in_one_piece_with_its_stride) {
    node vesta{marks, clock};
    const range_grant across = vesta->try_range(1500);
    EXPECT_EQ(across.range.count, 1024U);
    EXPECT_EQ(across.range.stride, 1024U) << "the machine ID lies below the sequence";
    std::vector<id> next(1);
    ASSERT_TRUE(vesta->generate(next));
    EXPECT_EQ(next[0].bits(), across.range.first.bits() + 1024 * 1024) << "counting on from the range leads there";

    node leaf{marks, clock, {.scheme = "snowflake", .machines = {{2}}}};
    ASSERT_TRUE(leaf->generate(next));
    const range_grant in_tick = leaf->try_range(5000);
    EXPECT_EQ(in_tick.range.count, 4095U) << "the machine ID lies between: a range ends with its tick";
    EXPECT_EQ(in_tick.range.stride, 1U);
}

TEST_F(a_time_generator, never_gives_a_range_that_meets_another_or_any_id) {
    auto random = random_source::announced();
    for (const char* family : {"vesta", "vesta-2018", "vesta-2015", "snowflake"}) {
        memory_marks own;
        node made{own, clock, {.scheme = family}};
        std::set<id> seen;
        for (int i = 0; i < 200; ++i) {
            clock.jump(std::chrono::microseconds{random.between(0, 2000)});
            made.renew();
            if (random.one_in(2)) {
                ASSERT_TRUE(seen.insert(made->generate().value()).second) << family;
                continue;
            }
            const id_range got = made->try_range(1 + random.below(100)).range;
            for (std::uint64_t n = 0; n < got.count; ++n)
                ASSERT_TRUE(seen.insert(id::from_bits(got.first.bits() + n * got.stride)).second) << family;
        }
    }
}

TEST_F(a_time_generator, says_by_how_much_it_leads_or_lags) {
    node made{marks, clock, {.type = "max-peak"}};
    ASSERT_TRUE(made->generate());
    clock.jump(2500ms);
    EXPECT_EQ(made->lead(), -2500ms);
    clock.jump(-1h);
    EXPECT_EQ(made->lead(), 1h - 2500ms);
}

// See short_type in scheme_test.cpp: numbers that two types could both make are made by neither.
TEST_F(a_time_generator, gives_no_id_that_reads_as_another_type_even_when_the_clock_says_2018) {
    clock.set(parse_rfc3339("2018-03-01T00:00:00Z").value());
    node peak{marks, clock, {.scheme = "vesta-2018", .type = "max-peak"}};
    const auto refused = peak->generate();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::clock_behind);
    clock.set(parse_rfc3339("2018-04-09T00:00:00Z").value());
    peak.renew();
    const id made = peak->generate().value();
    EXPECT_EQ(peak->explain(made).value().type, "max-peak");
}

} // namespace
} // namespace vesta::testing
