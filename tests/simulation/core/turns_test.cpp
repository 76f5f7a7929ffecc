#include "sim_run.hpp"
#include "support/seeds.hpp"
#include "turn_node.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <iostream>
#include <optional>

// Nodes that pass from one layout to the next at an instant, with clocks up to an hour off, crashes and take-overs at
// it, and some nodes whose settings were forgotten. VESTA_SIM_SEED=n repeats the run of one seed.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

constexpr unix_ms instant =
    new_year_2026 + 4s + 300ms; // within a tick of a second, and of 10 ms where the epoch says so

layout small(time_unit unit, unsigned version_bits, unsigned time_bits, unsigned seq_bits, unix_ms epoch) {
    return layout::make({.name = "small",
                         .width = {.version = version_bits, .machine = 5, .time = time_bits, .seq = seq_bits},
                         .unit = unit,
                         .epoch = epoch})
        .value();
}

/// The second is told apart by a version bit; or it goes on above the end of the first, which is the instant.
std::unique_ptr<two_layouts> any_layouts(random_source& random, turn_flaw with) {
    const unix_ms epoch = new_year_2026 - 24h;
    const auto plain = small(time_unit::millisecond, 0, 40, 3, epoch);
    if (with == turn_flaw::compared_short) // two seconds before is what the first makes two seconds later
        return std::make_unique<two_layouts>(plain, 0, small(time_unit::millisecond, 0, 40, 3, epoch - 2s), 0, instant);
    switch (random.below(3)) {
    case 0:
        return std::make_unique<two_layouts>(small(time_unit::second, 1, 30, 8, epoch), 0,
                                             small(time_unit::millisecond, 1, 41, 2, epoch + 3ms), 1, instant);
    case 1:
        return std::make_unique<two_layouts>(small(time_unit::millisecond, 1, 40, 3, epoch), 0,
                                             small(time_unit::centisecond, 1, 36, 7, instant - 7ms), 1, instant);
    default: {
        const unix_ms early = instant - std::chrono::milliseconds{std::int64_t{1} << 36};
        return std::make_unique<two_layouts>(small(time_unit::millisecond, 0, 36, 3, early), 0,
                                             small(time_unit::millisecond, 0, 40, 3, early), 0, instant);
    }
    }
}

turn_record run(std::uint64_t seed, turn_flaw with = turn_flaw::none) {
    world in{seed};
    memory_marks marks;
    auto& random = in.random;
    const auto layouts = any_layouts(random, with);
    EXPECT_EQ(layouts->both().find_repetition().has_value(), with == turn_flaw::compared_short) << seed;
    const turn_setting setting{.in = in,
                               .marks = marks,
                               .layouts = layouts->both(),
                               .store = {.fails_one_in = 2 + random.below(50), .slow_one_in = 2 + random.below(10)},
                               .machines = static_cast<std::uint32_t>(random.between(2, 6)),
                               .with = with};
    turn_record record;
    std::deque<turn_node> nodes;
    for (std::int64_t i = random.between(2, 5); i > 0; --i)
        nodes.emplace_back(setting, record, i > 1 || random.one_in(2)).start(); // the last may be forgotten
    in.pass(8s);
    return record;
}

void add(turn_record& total, const turn_record& one) {
    total.passed += one.passed;
    total.first += one.first;
    total.second += one.second;
    total.beyond += one.beyond;
    total.crashes += one.crashes;
    total.releases += one.releases;
    total.takeovers += one.takeovers;
    total.hours += one.hours;
    total.near += one.near;
}

constexpr std::uint64_t usual = 300;

TEST(a_simulated_succession, makes_no_id_twice_and_each_of_the_layout_that_its_time_says) {
    turn_record total;
    const auto seeds = seed_range::of(usual);
    for (std::uint64_t seed = seeds.first; seed <= seeds.last; ++seed) {
        const turn_record record = run(seed);
        ASSERT_EQ(count_duplicates(record.made), 0U) << "VESTA_SIM_SEED=" << seed << " repeats it";
        ASSERT_EQ(record.out_of_turn, 0U) << "VESTA_SIM_SEED=" << seed << " repeats it";
        ASSERT_EQ(record.went_back, 0U) << "VESTA_SIM_SEED=" << seed << " repeats it";
        add(total, record);
    }
    std::cout << total.first << " IDs of the first layout, " << total.beyond << " of them by forgotten nodes after it, "
              << total.second << " of the second; " << total.passed << " processes made both; " << total.crashes
              << " crashes, " << total.releases << " releases, " << total.takeovers << " machine IDs taken over, "
              << total.hours << " clocks set by up to an hour, " << total.near << " disturbances near the instant\n";
    for (const std::uint64_t often : {total.first / 100, total.second / 100, total.beyond, total.passed, total.crashes,
                                      total.releases, total.takeovers, total.hours, total.near})
        expect_often(often, usual);
}

TEST(a_simulated_succession, finds_ids_out_of_turn_when_the_clock_decides_and_lanes_are_not_cut) {
    for (std::uint64_t seed = 1; seed <= 100; ++seed)
        if (run(seed, turn_flaw::uncut).out_of_turn != 0) return;
    FAIL() << "no seed finds it";
}

TEST(a_simulated_succession, finds_duplicates_when_layouts_are_compared_until_the_instant_only) {
    for (std::uint64_t seed = 1; seed <= 300; ++seed)
        if (count_duplicates(run(seed, turn_flaw::compared_short).made) != 0) return;
    FAIL() << "no seed finds it";
}

} // namespace
} // namespace vesta::testing
