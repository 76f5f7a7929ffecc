#include "fleet_world.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

// A fleet as large as its machine IDs allow, on one store: what starts and restarts cost, for each node.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

constexpr std::uint64_t seed = 1;

/// As many machine IDs as there are: 1,024 where VESTA_SIM_MACHINE_IDS says so.
std::uint32_t most_machine_ids() {
    const char* const given = std::getenv("VESTA_SIM_MACHINE_IDS");
    return given != nullptr ? static_cast<std::uint32_t>(std::strtoul(given, nullptr, 10)) : 256;
}

/// All but one in 43: 1,000 of 1,024.
std::size_t nodes_for(std::uint32_t machine_ids) {
    return machine_ids - machine_ids / 43 - 1;
}

/// Of fleets that are up to eight times smaller, too: what a node costs must not grow with their number.
std::vector<std::uint32_t> sizes() {
    const std::uint32_t most = most_machine_ids();
    return {most / 8, most / 4, most / 2, most};
}

class a_fleet : public ::testing::TestWithParam<std::uint32_t> {
  protected:
    /// Nobody sends more than that in one attempt: two lists of candidates, and what tells them.
    static constexpr std::uint64_t two_lists = 140;

    std::size_t count() const { return nodes_for(GetParam()); }

    /// Whether every node that ought to serve does, with nothing wrong, ten seconds on.
    void expect_service(std::size_t nodes) {
        world.live(10s);
        EXPECT_EQ(world.serving(), nodes);
        EXPECT_EQ(world.wrong(), "");
    }

    void expect_at_most(double statements, const bill& cost, std::size_t nodes) {
        const auto each = [nodes](std::uint64_t total) {
            return static_cast<double>(total) / static_cast<double>(nodes);
        };
        std::cout << nodes << " nodes: " << each(cost.statements) << " statements each, " << cost.most << " at most, "
                  << each(cost.rows) << " rows read each\n";
        EXPECT_LE(each(cost.statements), statements);
    }

    fleet_world world{seed, GetParam()};
};

INSTANTIATE_TEST_SUITE_P(of, a_fleet, ::testing::ValuesIn(sizes()),
                         [](const auto& one) { return std::to_string(nodes_for(one.param)) + "_nodes"; });

TEST_P(a_fleet, starts_at_once_on_an_empty_store) {
    const bill cost = world.start(world.add(count()));
    expect_at_most(8, cost, count());
    EXPECT_LE(cost.most, two_lists);
    expect_service(count());
}

TEST_P(a_fleet, starts_at_once_with_new_names_for_used_machine_ids) {
    const auto former = world.add(count());
    world.start(former);
    world.live(10s);
    expect_at_most(1, world.stop(former), count());
    const bill cost = world.start(world.add(count()));
    expect_at_most(10, cost, count());
    EXPECT_LE(cost.most, two_lists);
    expect_service(count());
}

TEST_P(a_fleet, comes_back_at_once_after_a_power_cut) {
    const auto all = world.add(count());
    world.start(all);
    world.live(10s);
    world.kill(all);
    // Everybody tries what is to spare, asks by two calls a second until the leases end, and starts.
    const auto spare = std::min<std::size_t>(GetParam() - count(), 64);
    expect_at_most(static_cast<double>(spare) + 2 * 14 + 8, world.start(all), count());
    expect_service(count());
}

TEST_P(a_fleet, restarts_node_by_node_under_its_names) {
    const auto all = world.add(count());
    world.start(all);
    world.live(10s);
    bill cost;
    for (const std::size_t each : all) {
        cost += world.stop({each});
        cost += world.start({each}, 1);
    }
    expect_at_most(6, cost, count());
    expect_service(count());
}

TEST_P(a_fleet, is_replaced_by_surges_with_new_names) {
    const auto former = world.add(count());
    world.start(former);
    world.live(10s);
    const std::size_t surge = GetParam() - count(); // as many as there is room for
    bill cost;
    for (std::size_t done = 0; done < count(); done += surge) {
        const std::size_t now = std::min(surge, count() - done);
        cost += world.start(world.add(now), 1);
        const auto first = former.begin() + static_cast<std::ptrdiff_t>(done);
        world.stop({first, first + static_cast<std::ptrdiff_t>(now)});
    }
    expect_at_most(10, cost, count());
    expect_service(count());
}

TEST_P(a_fleet, serves_with_all_machine_ids_in_use_while_others_wait_for_one) {
    const auto all = world.add(GetParam());
    world.start(all);
    const auto late = world.add(4);
    const bill refused = world.start(late, 3);
    expect_at_most(2 * 3, refused, late.size());
    expect_service(all.size());
    world.stop({all.begin(), all.begin() + 4});
    world.start(late, 3);
    expect_service(all.size());
}

TEST_P(a_fleet, renews_with_one_statement_a_second_for_each_node) {
    world.start(world.add(count()));
    world.live(10s);
    const bill cost = world.live(30s);
    expect_at_most(30 * 1.1, cost, count());
    EXPECT_EQ(cost.rows, 0U);
    EXPECT_GE(cost.statements, 30 * count() / 2) << "leases would end";
}

TEST_P(a_fleet, is_caught_where_the_store_forgets_to_compare) {
    world.table().forget_to_compare();
    world.start(world.add(count()));
    EXPECT_NE(world.wrong(), "");
}

} // namespace
} // namespace vesta::testing
