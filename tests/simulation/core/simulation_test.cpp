#include "sim_run.hpp"

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <optional>

// Many generators, one store, hostile clocks, crashes and pauses, in one thread and repeatable: VESTA_SIM_SEED=n
// repeats the run of one seed, VESTA_SIM_SEEDS=n runs seeds 1 to n.
// A call that blocks is a loop within the call here, so that one thread holds the locks of several nodes, in any order.
// The thread sanitizer takes that for a deadlock of many threads.
extern "C" const char* __tsan_default_options() { // NOLINT: the sanitizer's name for it
    return "detect_deadlocks=0";
}

namespace vesta::testing {
namespace {

std::optional<std::uint64_t> number_from(const char* variable) {
    const char* const text = std::getenv(variable);
    if (text == nullptr) return {};
    return std::strtoull(text, nullptr, 10);
}

struct seed_numbers {
    std::uint64_t first;
    std::uint64_t last;
};

seed_numbers seeds(std::uint64_t usual) {
    if (const auto one = number_from("VESTA_SIM_SEED")) return {*one, *one};
    return {1, number_from("VESTA_SIM_SEEDS").value_or(usual)};
}

void add(sim_record& total, const sim_record& one) {
    total.crashes += one.crashes;
    total.releases += one.releases;
    total.pauses += one.pauses;
    total.takeovers += one.takeovers;
    total.leases_lost += one.leases_lost;
    total.replacements += one.replacements;
    total.waits += one.waits;
    total.clock_refusals += one.clock_refusals;
    total.reservation_refusals += one.reservation_refusals;
}

void print(const sim_record& total, std::uint64_t ids) {
    std::cout << ids << " IDs, " << total.crashes << " crashes, " << total.releases << " releases, " << total.pauses
              << " pauses, " << total.takeovers << " machine IDs taken over, " << total.leases_lost
              << " leases lost and " << total.replacements << " replaced, " << total.waits << " waits, "
              << total.clock_refusals << " refusals for the clock and " << total.reservation_refusals
              << " for the reservation\n";
}

TEST(a_simulation, of_many_nodes_makes_no_id_twice) {
    sim_record total;
    std::uint64_t ids = 0;
    const auto [first, last] = seeds(1000);
    for (std::uint64_t seed = first; seed <= last; ++seed) {
        const sim_record record = run_simulation(seed);
        ASSERT_EQ(count_duplicates(record.made), 0U) << "VESTA_SIM_SEED=" << seed << " repeats it";
        ASSERT_EQ(record.went_back, 0U) << "VESTA_SIM_SEED=" << seed << " repeats it";
        ASSERT_EQ(record.uncovered, 0U) << "VESTA_SIM_SEED=" << seed << " repeats it";
        ids += record.made.size();
        add(total, record);
    }
    print(total, ids);
    // What never happens proves nothing.
    const std::uint64_t runs = last - first + 1;
    if (runs < 100) return;
    for (const std::uint64_t often :
         {ids / 100, total.crashes, total.releases, total.pauses, total.takeovers, total.leases_lost,
          total.replacements, total.waits, total.clock_refusals, total.reservation_refusals})
        EXPECT_GT(often, runs);
}

TEST(a_simulation, repeats_itself_from_its_seed) {
    for (const std::uint64_t seed : {3U, 17U, 99U})
        EXPECT_EQ(run_simulation(seed).made, run_simulation(seed).made) << seed;
}

/// The first seed with which the simulation finds @p with, and how many duplicates it finds; nothing where none does.
std::optional<std::uint64_t> first_seed_to_find(flaw with) {
    for (std::uint64_t seed = 1; seed <= 1000; ++seed)
        if (const auto found = count_duplicates(run_simulation(seed, with).made); found != 0) {
            std::cout << "seed " << seed << " finds " << found << " duplicates\n";
            return seed;
        }
    return {};
}

TEST(a_simulation, finds_the_duplicates_when_a_mark_is_served_from_before_it_is_durable) {
    EXPECT_TRUE(first_seed_to_find(flaw::acknowledges_early));
}

TEST(a_simulation, finds_the_duplicates_when_a_new_owner_reads_the_mark_from_a_lagging_replica) {
    EXPECT_TRUE(first_seed_to_find(flaw::reads_late));
}

} // namespace
} // namespace vesta::testing
