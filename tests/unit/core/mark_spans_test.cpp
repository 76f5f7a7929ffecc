#include "support/layouts.hpp"

#include <vesta/machine/mark_history.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

// What a mark says of two layouts in turn: each counts in its own time only.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

constexpr unix_ms turn_of_spans = new_year_2026 + 240h;
constexpr machine_id machine_seven{7};

id_pattern pattern_in_turn(unsigned time_bits, std::chrono::milliseconds earlier = 0ms) {
    return id_pattern::make(layout::make({.name = "a",
                                          .width = {.machine = 6, .time = time_bits, .seq = 8},
                                          .epoch = turn_of_spans - std::chrono::milliseconds{1LL << 36} - earlier})
                                .value(),
                            0, gen_method::embedded)
        .value();
}

class two_patterns_in_turn : public ::testing::Test {
  protected:
    result<mark_history> record(const mark_history& found, unix_ms start, unix_ms until) const {
        return record_use(found, wanted, machine_seven, start, until, spans);
    }

    // The first ends at the turn_of_spans, and the second, which goes on above it, would make the same numbers before.
    const std::vector<id_pattern> wanted{pattern_in_turn(36), pattern_in_turn(40)};
    const std::vector<pattern_use> spans{{wanted[0], {}, turn_of_spans}, {wanted[1], turn_of_spans, unix_ms::max()}};
};

TEST_F(two_patterns_in_turn, are_used_before_the_instant_and_from_it_on) {
    const unix_ms start = turn_of_spans - 1h;
    const auto before = record({}, start, turn_of_spans - 1s).value();
    EXPECT_EQ(before, (mark_history{{{wanted[0], new_year_2026, turn_of_spans - 1s}}}));
    const auto across = record(before, start, turn_of_spans + 3s).value();
    EXPECT_EQ(across, (mark_history{{{wanted[0], new_year_2026, turn_of_spans},
                                     {wanted[1], turn_of_spans, turn_of_spans + 3s}}}));
    const auto after = record(across, turn_of_spans + 3s, turn_of_spans + 1h).value();
    EXPECT_EQ(after, (mark_history{
                         {{wanted[0], new_year_2026, turn_of_spans}, {wanted[1], turn_of_spans, turn_of_spans + 1h}}}));
    EXPECT_EQ(start_for(across, turn_of_spans + 3s, wanted, machine_seven, turn_of_spans + 1s, spans).value(),
              turn_of_spans + 3s);
    const std::span alone{wanted.data() + 1, 1};
    EXPECT_EQ(record_use(across, alone, machine_seven, turn_of_spans + 3s, turn_of_spans + 1h).value(), after)
        << "the settings name it alone";
    EXPECT_EQ(
        record({}, turn_of_spans + 1h, turn_of_spans + 2h).value(),
        (mark_history{{{wanted[0], new_year_2026, turn_of_spans}, {wanted[1], turn_of_spans, turn_of_spans + 2h}}}))
        << "nothing was recorded";
}

TEST_F(two_patterns_in_turn, would_repeat_each_other_without_their_spans) {
    EXPECT_FALSE(record_use({{{wanted[0], new_year_2026, turn_of_spans - 1s}}}, wanted, machine_seven,
                            turn_of_spans - 1h, turn_of_spans - 1s));
}

TEST_F(two_patterns_in_turn, are_compared_with_other_uses_from_their_beginning_on) {
    // A layout that made the numbers of the second's first hour.
    const pattern_use other{pattern_in_turn(40, 1h), turn_of_spans - 1h, turn_of_spans};
    EXPECT_EQ(
        start_for({{other}}, turn_of_spans - 30min, wanted, machine_seven, turn_of_spans - 30min, spans).error().code,
        errc::state_unusable);
    EXPECT_TRUE(record({{other}}, turn_of_spans - 30min, turn_of_spans - 1s));
    const auto refused = record({{other}}, turn_of_spans - 30min, turn_of_spans + 1ms);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::state_unusable);
}

TEST_F(two_patterns_in_turn, keep_a_use_from_before_an_instant_that_was_moved) {
    const auto used = record({}, turn_of_spans - 1h, turn_of_spans + 3s).value();
    const std::vector<pattern_use> later{{wanted[0], {}, turn_of_spans + 1h},
                                         {wanted[1], turn_of_spans + 1h, unix_ms::max()}};
    EXPECT_EQ(
        record_use(used, wanted, machine_seven, turn_of_spans + 3s, turn_of_spans + 6s, later).value().uses.back(),
        (pattern_use{wanted[1], turn_of_spans, turn_of_spans + 3s}));
}

TEST(a_span_of_a_pattern, is_all_time_unless_it_is_given) {
    EXPECT_EQ(span_of(pattern_in_turn(36), {}), layout_span{});
    const std::vector<pattern_use> spans{{pattern_in_turn(36), turn_of_spans, turn_of_spans + 1h}};
    EXPECT_EQ(span_of(pattern_in_turn(36), spans), (layout_span{turn_of_spans, turn_of_spans + 1h}));
    EXPECT_EQ(span_of(pattern_in_turn(40), spans), layout_span{});
}

} // namespace
} // namespace vesta::testing
