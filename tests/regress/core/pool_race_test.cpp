#include "flawed_node.hpp"
#include "support/node.hpp"

#include <gtest/gtest.h>

#include <thread>

// Vesta's answer to a clock that steps back was a pool of machine IDs: move to the next one, and start the populator
// over. The two steps were not one, and neither was reading the machine ID and populating.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using enum flawed_node::after_waiting;

TEST(moving_to_the_next_machine_id, gave_an_id_again_to_a_thread_that_had_read_the_old_one) {
    const layout& of = *find_scheme("vesta")->type("min-granularity").value();
    manual_clock clock{new_year_2026};
    flawed_node populator{of, clock, notes_the_new_tick};
    std::uint64_t machine = 8;
    std::vector<id> ids;
    ids.push_back(populator.generate(machine).value());
    clock.jump(1ms);
    ids.push_back(populator.generate(machine).value());

    const std::uint64_t read_by_first_thread = machine; // which is then put off the processor
    clock.jump(-1ms);
    ASSERT_FALSE(populator.generate(machine)) << "the second thread sees the clock behind,";
    machine = 9;       // moves on,
    populator.reset(); // and starts the populator over
    ids.push_back(populator.generate(read_by_first_thread).value());
    EXPECT_GT(duplicates(ids), 0U);
}

std::vector<id> collect(node& from, manual_clock& clock, int thread) {
    std::vector<id> ids;
    for (int i = 0; i < 20'000; ++i) {
        if (const auto made = from->generate()) ids.push_back(*made);
        if (thread == 0 && i % 50 == 0) clock.jump(i % 100 == 0 ? -3ms : 4ms);
        if (thread == 1 && i % 500 == 0) clock.jump(i % 1000 == 0 ? -1h : 1h);
    }
    return ids;
}

TEST(a_pool_on_a_clock_that_steps_back_and_forth, gives_no_id_twice_to_any_thread) {
    for (const auto kind : {populator_kind::cas, populator_kind::mutex, populator_kind::synchronized}) {
        memory_marks marks;
        manual_clock clock{new_year_2026};
        node ours{marks,
                  clock,
                  {.populator = kind, .policy = {.ahead = 24h}, .rollback_wait = 5ms, .machines = {{8}, {9}, {10}}}};
        std::vector<std::vector<id>> of_threads(4);
        std::vector<std::thread> running;
        for (int i = 0; i < 4; ++i)
            running.emplace_back([&, i] { of_threads[i] = collect(ours, clock, i); });
        for (std::thread& each : running)
            each.join();
        std::vector<id> all;
        for (const auto& own : of_threads)
            all.insert(all.end(), own.begin(), own.end());
        EXPECT_GT(all.size(), 40'000U);
        EXPECT_EQ(duplicates(all), 0U) << name(kind);
    }
}

} // namespace
} // namespace vesta::testing
