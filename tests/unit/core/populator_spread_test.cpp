#include "populator_rig.hpp"

#include <gtest/gtest.h>

#include <set>

// Where an idle tick begins at random: seq-start.
namespace vesta::testing {
namespace {

class populator_spread : public populator_test {
  protected:
    static constexpr std::uint64_t seed = 20260101;

    /// The places within their ticks of the first positions of @p ticks idle ones.
    std::vector<std::uint64_t> starts(std::int64_t ticks, std::uint64_t with) const {
        auto rig = rig_with({.spread = with});
        rig.cover(ticks + 2);
        std::vector<std::uint64_t> all;
        for (std::int64_t i = 1; i <= ticks; ++i) {
            rig.now += rig.tick;
            all.push_back(rig.ask(1).first - rig.line.first_of(rig.first_tick + i));
        }
        return all;
    }
};
INSTANTIATE_TEST_SUITE_P(every, populator_spread, every_populator(), populator_param_name);

TEST_P(populator_spread, begins_idle_ticks_all_over_their_first_eighth) {
    const auto rig = rig_with();
    const std::uint64_t room = std::max<std::uint64_t>(rig.line.per_tick() / 8, 1);
    const std::uint64_t parts = std::min<std::uint64_t>(room, 16);
    std::map<std::uint64_t, int> of_part;
    for (const std::uint64_t each : starts(1600, seed)) {
        EXPECT_LT(each, room);
        ++of_part[each % parts];
    }
    for (std::uint64_t part = 0; part < parts; ++part)
        EXPECT_NEAR(of_part[part], 1600.0 / static_cast<double>(parts), 60) << part << " of " << parts;
}

TEST_P(populator_spread, repeats_with_its_seed_and_not_with_another) {
    EXPECT_EQ(starts(50, seed), starts(50, seed));
    if (rig_with().line.per_tick() / 8 > 1) {
        EXPECT_NE(starts(50, seed), starts(50, seed + 1));
    }
}

TEST_P(populator_spread, counts_on_in_a_tick_that_has_begun) {
    auto rig = rig_with({.spread = seed});
    rig.cover(100);
    rig.now += rig.tick;
    const claim first = rig.ask(1);
    if (rig.line.per_tick() > 1) {
        EXPECT_EQ(rig.ask(1).first, first.first + 1);
    }
}

TEST_P(populator_spread, loses_at_most_an_eighth_of_a_tick_and_begins_the_next_where_that_ends) {
    auto rig = rig_with({.spread = seed});
    rig.cover(100);
    rig.now += rig.tick;
    const std::uint64_t begin = rig.ask(1).first;
    rig.use_up_tick();
    const std::uint64_t end = rig.line.first_of(rig.first_tick + 2);
    EXPECT_GE(end - begin, rig.line.per_tick() - rig.line.per_tick() / 8);
    const claim waited = rig.ask(1);
    EXPECT_EQ(waited.first, end) << "a tick that was waited for is not idle";
    rig.now += waited.ready_in;
    if (rig.line.per_tick() > 1) {
        EXPECT_EQ(rig.ask(1).first, end + 1);
    }
}

} // namespace
} // namespace vesta::testing
