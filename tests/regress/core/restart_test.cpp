#include "flawed_node.hpp"
#include "support/node.hpp"

#include <gtest/gtest.h>

// Nothing was kept over a restart, and nothing kept two processes apart: a restart within the tick, a restart after the
// clock was set back, and a second process with the same machine ID all gave the same IDs again. While a clock was
// behind, be it by a millisecond, every call failed.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using enum flawed_node::after_waiting;

constexpr std::chrono::nanoseconds steps_between_runs[] = {0ns, 1us, -1ms, -1h, 1h, -2h, 500us};

std::vector<id> all_runs_of_flawed() {
    manual_clock clock{new_year_2026};
    std::vector<id> ids;
    for (const auto step : steps_between_runs) {
        flawed_node flawed{milliseconds_of_vesta(), clock, notes_the_new_tick};
        for (int i = 0; i < 3; ++i)
            ids.push_back(flawed.generate().value());
        clock.jump(step);
    }
    return ids;
}

/// The same life of a machine ID with ours; each run ends by a crash or by a release.
std::vector<id> all_runs_of_ours(const char* type, bool crashes, bool follows) {
    memory_marks marks;
    manual_clock clock{new_year_2026};
    std::vector<id> ids;
    for (const auto step : steps_between_runs) {
        node ours{marks, clock, {.type = type, .policy = {.follow_own_time = follows}, .wait_at_start = !follows}};
        for (int i = 0; i < 3; ++i)
            if (const auto made = ours->generate()) ids.push_back(*made);
        if (!crashes) ours.release();
        clock.jump(step);
    }
    return ids;
}

TEST(a_restart, gave_the_same_ids_again) {
    EXPECT_GT(duplicates(all_runs_of_flawed()), 0U);
}

TEST(a_restart, gives_no_id_again) {
    for (const char* type : {"min-granularity", "max-peak"})
        for (const bool crashes : {true, false})
            for (const bool follows : {true, false}) {
                const auto ids = all_runs_of_ours(type, crashes, follows);
                EXPECT_GE(ids.size(), 3U);
                EXPECT_EQ(duplicates(ids), 0U) << type << (crashes ? " crashing" : " released");
            }
}

TEST(a_second_process_with_the_same_machine_id, gave_the_same_ids) {
    manual_clock clock{new_year_2026};
    flawed_node one{milliseconds_of_vesta(), clock, notes_the_new_tick};
    flawed_node other{milliseconds_of_vesta(), clock, notes_the_new_tick};
    EXPECT_EQ(one.generate(), other.generate());
}

TEST(a_second_process_with_the_same_machine_id, is_refused) {
    memory_marks marks;
    manual_clock clock{new_year_2026};
    const node one{marks, clock};
    EXPECT_EQ(marks.take({1}).error().code, errc::in_use);
}

TEST(a_clock_one_millisecond_behind, failed_every_call) {
    manual_clock clock{new_year_2026};
    flawed_node flawed{milliseconds_of_vesta(), clock, notes_the_new_tick};
    ASSERT_TRUE(flawed.generate());
    clock.jump(-1ms);
    EXPECT_FALSE(flawed.generate());
}

TEST(a_clock_one_millisecond_behind, costs_a_millisecond) {
    memory_marks marks;
    manual_clock clock{new_year_2026};
    node ours{marks, clock};
    const id before = ours->generate().value();
    clock.jump(-1ms);
    EXPECT_GT(ours->generate().value(), before);
    EXPECT_EQ(clock.now(), unix_ns{new_year_2026});
}

} // namespace
} // namespace vesta::testing
