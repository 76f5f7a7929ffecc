#include "support/small_layouts.hpp"
#include "support/succession.hpp"

#include <vesta/catalogue/making.hpp>
#include <vesta/id/pattern.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// What two layouts have to do with each other, of which one ends where the other begins.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr unix_ms turn_at = new_year_2026 + 24h * 365;

layout_spec turn_spec(unsigned version_bits, unsigned time_bits, unix_ms epoch) {
    return {.name = "plain",
            .width = {.version = version_bits, .machine = 5, .time = time_bits, .seq = 10},
            .epoch = epoch};
}

/// 64 bits, the version on top.
layout_spec all_bits() {
    layout_spec of = turn_spec(1, 43, new_year_2026);
    of.width.seq = 15;
    return of;
}

layout turn_layout(const layout_spec& of) {
    return layout::make(of).value();
}

const scheme& vesta_scheme() {
    return *find_scheme("vesta");
}

layouts_in_turn after_vesta(const two_layouts& other) {
    const auto& vesta = vesta_scheme();
    return {{&vesta, vesta.type("min-granularity").value(), 0}, other.both().second, turn_at};
}

TEST(layouts_in_turn, that_a_version_bit_tells_apart_never_repeat_a_number) {
    const two_layouts turns{turn_layout(turn_spec(1, 40, new_year_2026)), 0,
                            turn_layout(turn_spec(1, 41, new_year_2026)), 1, turn_at};
    EXPECT_FALSE(turns.both().find_repetition());
    EXPECT_TRUE(turns.both().second_is_larger());
}

TEST(layouts_in_turn, of_which_the_second_goes_on_above_the_end_of_the_first_never_repeat_a_number) {
    const auto former = turn_layout(turn_spec(0, 36, new_year_2026 - 24h * 400));
    const two_layouts turns{former, 0, turn_layout(turn_spec(0, 40, former.epoch())), 0, former.end()};
    EXPECT_FALSE(turns.both().find_repetition());
    EXPECT_TRUE(turns.both().second_is_larger());
    const two_layouts early{former, 0, turn_layout(turn_spec(0, 40, former.epoch())), 0, former.end() - 1ms};
    EXPECT_TRUE(early.both().find_repetition());
}

// The twin of `find_repetition`, which would compare the first until the instant only, finds nothing here.
TEST(layouts_in_turn, of_one_shape_and_another_epoch_repeat_a_number_of_a_node_that_knows_no_successor) {
    const two_layouts turns{turn_layout(turn_spec(0, 41, new_year_2026)), 0,
                            turn_layout(turn_spec(0, 41, new_year_2026 - 24h * 30)), 0, turn_at};
    const auto& [first, second, instant] = turns.both();
    const auto pattern = [](const versioned_layout& of) {
        return id_pattern::make(*of.type, of.version, gen_method::embedded).value();
    };
    EXPECT_FALSE(can_meet({pattern(first), {}, {31}, 0, first.type->tick_from(instant)},
                          {pattern(second), {}, {31}, second.type->tick_from(instant), std::uint64_t{1} << 41}));
    const auto found = turns.both().find_repetition();
    ASSERT_TRUE(found);
    EXPECT_EQ(found->second_at, instant);
    EXPECT_EQ(found->first_at, instant + 24h * 30);
}

TEST(layouts_in_turn, whose_second_has_the_sign_bit_are_smaller_as_signed_numbers) {
    layout_spec wide = turn_spec(1, 43, new_year_2026);
    wide.width.machine = 10;
    const two_layouts turns{turn_layout(turn_spec(1, 40, new_year_2026)), 0, turn_layout(wide), 1, turn_at};
    EXPECT_EQ(turn_layout(wide).total_width(), 64U);
    EXPECT_FALSE(turns.both().find_repetition());
    EXPECT_FALSE(turns.both().second_is_larger());
}

TEST(layouts_in_turn, find_a_repetition_wherever_there_is_one) {
    random_source random = random_source::announced();
    int found = 0;
    for (int i = 0; i < 300; ++i) {
        const layout first = small_layout(random, 10, 20s);
        const layout second = small_layout(random, 10, 20s);
        const unix_ms instant = new_year_2026 + std::chrono::milliseconds{random.between(-20'000, 20'000)};
        const std::uint64_t one = random.below(first.max(field::version) + 1);
        const std::uint64_t other = random.below(second.max(field::version) + 1);
        const two_layouts turns{first, one, second, other, instant};
        std::set<std::uint64_t> former, next;
        for (unsigned method = 0; method < 4; ++method) {
            const auto as = static_cast<gen_method>(method);
            if (const auto of = id_pattern::make(first, one, as))
                former.merge(numbers_of({*of, {}, {31}, 0, first.max(field::time) + 1}));
            if (const auto of = id_pattern::make(second, other, as))
                next.merge(numbers_of({*of, {}, {31}, second.tick_from(instant), second.max(field::time) + 1}));
        }
        const bool meets = std::ranges::any_of(next, [&](std::uint64_t each) { return former.contains(each); });
        ASSERT_EQ(turns.both().find_repetition().has_value(), meets) << i;
        found += meets ? 1 : 0;
        if (meets) continue;
        for (const std::uint64_t each : next)
            ASSERT_EQ(turns.both().explain(id::from_bits(each)).value().scheme, "second");
        for (const std::uint64_t each : former)
            ASSERT_EQ(turns.both().explain(id::from_bits(each)).value().scheme, "first");
    }
    EXPECT_GT(found, 20);
    EXPECT_LT(found, 280);
}

TEST(layouts_in_turn, explain_ids_of_both_and_of_other_types_of_their_schemes) {
    const two_layouts other{turn_layout(turn_spec(1, 40, new_year_2026)), 0, turn_layout(all_bits()), 1, turn_at};
    const layouts_in_turn both = after_vesta(other);
    const auto id_of = [](const layout& of, unix_ms when, std::uint64_t version) {
        return of.encode({.version = version, .type = of.type(), .machine = 3, .time = of.time_of(when).value()})
            .value();
    };
    const layout& own = *both.first.type;
    const layout& peak = *vesta_scheme().type("max-peak").value();
    EXPECT_EQ(both.explain(id_of(own, turn_at - 1ms, 0)).value().scheme, "vesta");
    EXPECT_EQ(both.explain(id_of(own, turn_at + 24h, 0)).value().scheme, "vesta")
        << "of a node that knows no successor";
    EXPECT_EQ(both.explain(id_of(*both.second.type, turn_at, 1)).value().scheme, "second");
    EXPECT_EQ(both.explain(id_of(peak, turn_at - 24h, 0)).value().type, "max-peak");
    const auto refused = both.explain(id_of(*both.second.type, turn_at - 1ms, 1));
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, AllOf(HasSubstr("was made neither by vesta (min-granularity) before " +
                                                         to_rfc3339(turn_at) + " nor by second (plain) from then on")));
}

class made_by_parts : public ::testing::Test {
  protected:
    making_in_turn turns(unix_ms now) const {
        const auto defaults = [](const versioned_layout& of) {
            return making_defaults{
                .family = *of.family, .type = *of.type, .version = of.version, .machine = machine_id{3}};
        };
        return {defaults(layouts.first), defaults(layouts.second), turn_at, now};
    }

    static std::string called(field which) { return std::string{name(which)}; }

    static making parts(std::uint64_t time, std::optional<std::string> version = {}) {
        making given;
        given[field::time] = std::to_string(time);
        given[field::seq] = "0";
        given[field::version] = std::move(version);
        return given;
    }

    const two_layouts other{turn_layout(turn_spec(1, 40, new_year_2026)), 0, turn_layout(all_bits()), 1, turn_at};
    const layouts_in_turn layouts = after_vesta(other);
};

TEST_F(made_by_parts, an_id_is_of_the_layout_that_its_time_belongs_to) {
    const std::uint64_t only_first = 1000; // the second has had it before the instant
    const std::uint64_t only_second = layouts.first.type->tick_from(turn_at);
    const std::uint64_t of_both = layouts.second.type->tick_from(turn_at) + 5;
    for (const unix_ms now : {turn_at - 1h, turn_at + 1h}) {
        const auto told = [&](const making& given) {
            return layouts.explain(make_id(turns(now), given, called).value()).value();
        };
        EXPECT_EQ(told(parts(only_first)).scheme, "vesta");
        EXPECT_EQ(told(parts(only_second)).scheme, "second");
        EXPECT_EQ(told(parts(of_both, "0")).scheme, "vesta");
        EXPECT_EQ(told(parts(of_both, "1")).scheme, "second");
        EXPECT_EQ(turns(now).choose(5, "max-peak", {}).value().of->family.name(), "vesta");
        EXPECT_EQ(turns(now).choose(of_both, "plain", {}).value().of->family.name(), "second");
    }
}

TEST_F(made_by_parts, a_time_of_both_is_of_the_one_in_which_it_is_no_time_to_come) {
    const std::uint64_t of_now = layouts.first.type->time_of(turn_at - 1h).value(); // and of ten years later
    const auto chosen = [&](std::uint64_t time, unix_ms now) -> result<std::string> {
        const making_in_turn both = turns(now); // which the choice points into
        return both.choose(time, {}, {}).transform([](const auto& of) { return of.of->family.name(); });
    };
    EXPECT_EQ(chosen(of_now, turn_at + 1h).value(), "vesta");
    const std::uint64_t of_both = layouts.second.type->tick_from(turn_at) + 5;
    EXPECT_EQ(chosen(of_both, turn_at - 1h).value(), "vesta") << "no ID of the second is there";
    const auto refused = chosen(of_both, turn_at + 1h);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message,
                AllOf(HasSubstr("could be of vesta (min-granularity), where it is 2015-12-31T16:00:00.005Z"),
                      HasSubstr("give the type, or version 0 or 1")));
}

TEST_F(made_by_parts, a_time_or_type_of_neither_is_refused) {
    const auto refused = turns(turn_at).choose(std::uint64_t{1} << 50, {}, {});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("is neither before " + to_rfc3339(turn_at) + " in vesta"));
    EXPECT_FALSE(turns(turn_at).choose(5, "short", {}));
}

} // namespace
} // namespace vesta::testing
