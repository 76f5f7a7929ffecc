#include "support/layouts.hpp"

#include <vesta/generate/lane_slot.hpp>

#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

/// A slot of machine ID 1 that was used up to a second after the mark it was found at.
class a_lane_slot : public ::testing::TestWithParam<populator_kind> {
  protected:
    a_lane_slot() {
        slot.present().cover(found + 10s);
        const claim got = slot.present().populate(unix_ns{found + 1s}, 3, readiness::may_wait);
        EXPECT_EQ(got.why, refusal::none);
        used = got.first + got.count;
    }

    const unix_ms found = new_year_2026;
    const layout of = plain_layout(time_unit::millisecond, 36, 10);
    lane_slot slot{of, {.machine = 1}, GetParam(), {.rollback_wait = 5ms, .wait_at_start = false}, found};
    std::uint64_t used = 0;
};

INSTANTIATE_TEST_SUITE_P(every, a_lane_slot,
                         ::testing::Values(populator_kind::cas, populator_kind::mutex, populator_kind::synchronized),
                         [](const auto& of) { return std::string{name(of.param)}; });

TEST_P(a_lane_slot, goes_on_above_all_it_gave_out_whatever_the_next_machine_id_was_found_at) {
    lane& before = slot.present();
    slot.replace({2}, found - 1h, found + 10s);
    EXPECT_EQ(before.populate(unix_ns{found + 1s}, 1, readiness::may_wait).why, refusal::closed);
    // The clock was set back: only own time knows how far the first lane was.
    const claim got = slot.present().populate(unix_ns{found}, 1, readiness::may_wait);
    ASSERT_EQ(got.why, refusal::none);
    EXPECT_GE(got.first, used);
    EXPECT_EQ(slot.present().machine(), machine_id{2});
}

TEST_P(a_lane_slot, starts_above_the_mark_of_the_next_machine_id_and_stays_below_the_new_one) {
    slot.replace({2}, found + 5s, found + 6s);
    const timeline& line = slot.present().line();
    const claim first = slot.present().populate(unix_ns{found + 1s}, 1, readiness::may_wait);
    ASSERT_EQ(first.why, refusal::none);
    EXPECT_EQ(first.first, line.first_from(found + 5s));
    EXPECT_EQ(slot.present().populate(unix_ns{found + 6s}, 1, readiness::may_wait).why, refusal::reservation);
}

} // namespace
} // namespace vesta::testing
