#include "flawed_node.hpp"
#include "support/node.hpp"

#include <gtest/gtest.h>

// After a tick's sequence was used up, Vesta's lock populators waited for the next tick, gave its first ID, and did not
// note that tick. So its first ID came twice, and a clock that stepped back by one tick was not noticed.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using enum flawed_node::after_waiting;

constexpr populator_kind kinds[] = {populator_kind::cas, populator_kind::mutex, populator_kind::synchronized};

/// More IDs than five ticks hold, as fast as they come.
template <class Node>
std::vector<id> five_ticks(Node&& generate) {
    std::vector<id> ids;
    for (int i = 0; i < 5 * 1024 + 1; ++i)
        ids.push_back(generate());
    return ids;
}

TEST(an_id_after_a_used_up_tick, came_twice) {
    manual_clock clock{new_year_2026};
    flawed_node flawed{milliseconds_of_vesta(), clock, forgets_the_new_tick};
    EXPECT_GE(duplicates(five_ticks([&] { return flawed.generate().value(); })), 4U) << "one a tick";
}

TEST(an_id_after_a_used_up_tick, comes_once) {
    for (const auto kind : kinds) {
        memory_marks marks;
        manual_clock clock{new_year_2026};
        node ours{marks, clock, {.populator = kind}};
        EXPECT_EQ(duplicates(five_ticks([&] { return ours->generate().value(); })), 0U) << name(kind);
    }
}

/// Uses a tick up, has the clock step back by one tick each time after the wait, and goes on.
template <class Node>
std::vector<id> with_steps_back(manual_clock& clock, Node&& generate) {
    std::vector<id> ids;
    for (int round = 0; round < 3; ++round) {
        for (int i = 0; i < 1024 + 1; ++i)
            if (const std::optional<id> got = generate()) ids.push_back(*got);
        clock.jump(-1ms);
    }
    return ids;
}

TEST(a_step_back_after_a_used_up_tick, went_unnoticed_and_replayed_the_tick) {
    manual_clock clock{new_year_2026};
    flawed_node flawed{milliseconds_of_vesta(), clock, forgets_the_new_tick};
    EXPECT_GT(duplicates(with_steps_back(clock, [&] { return flawed.generate(); })), 0U);
}

TEST(a_step_back_after_a_used_up_tick, is_waited_for) {
    for (const auto kind : kinds) {
        memory_marks marks;
        manual_clock clock{new_year_2026};
        node ours{marks, clock, {.populator = kind}};
        const auto ids = with_steps_back(clock, [&] { return std::optional{ours->generate().value()}; });
        EXPECT_EQ(ids.size(), 3U * 1025U) << "nothing was refused either";
        EXPECT_EQ(duplicates(ids), 0U) << name(kind);
        EXPECT_TRUE(std::ranges::is_sorted(ids));
    }
}

} // namespace
} // namespace vesta::testing
