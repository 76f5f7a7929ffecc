#include "lease_world.hpp"
#include "support/seeds.hpp"

#include <gtest/gtest.h>

#include <iostream>

namespace vesta::testing {
namespace {

constexpr sql_habits all_troubles{.lost = 15, .unanswered = 15, .late = 15, .twice = 10, .stale = 5, .locked = 40};

void expect_no_id_twice(const lease_run& how) {
    std::size_t made = 0;
    std::uint64_t starts = 0;
    const auto seeds = seed_range::of(100);
    for (std::uint64_t seed = seeds.first; seed <= seeds.last; ++seed) {
        lease_world one{seed, how};
        ASSERT_TRUE(one.run(300)) << "VESTA_SIM_SEED=" << seed << " repeats it";
        made += one.made();
        starts += one.takeovers();
    }
    std::cout << made << " IDs of " << starts << " owners\n";
    EXPECT_GT(made, 20 * seeds.count()) << "hardly anything happened";
    EXPECT_GT(starts, 5 * seeds.count()) << "hardly anything happened";
}

bool finds_one_twice(const lease_run& how) {
    for (std::uint64_t seed = 1; seed <= 1500; ++seed)
        if (!lease_world{seed, how}.run(300)) {
            std::cout << "seed " << seed << '\n';
            return true;
        }
    return false;
}

TEST(leases_in_sql, make_no_id_twice_for_any_seed) {
    expect_no_id_twice({.habits = all_troubles});
}

TEST(leases_in_sql, make_no_id_twice_when_servers_replace_each_other_and_forget) {
    expect_no_id_twice({.habits = all_troubles, .fails_over = true});
}

TEST(leases_in_sql, make_no_id_twice_when_servers_that_were_replaced_come_back) {
    expect_no_id_twice({.habits = all_troubles, .fails_over = true, .comes_back = true});
}

TEST(leases_in_sql, make_no_id_twice_when_rows_are_removed) {
    expect_no_id_twice({.habits = all_troubles, .dropping = true});
}

TEST(leases_in_sql, make_no_id_twice_when_servers_forget_and_rows_are_removed) {
    expect_no_id_twice({.habits = all_troubles, .fails_over = true, .dropping = true});
}

TEST(leases_in_sql, are_caught_where_servers_that_forget_cannot_be_told_apart) {
    EXPECT_TRUE(finds_one_twice({.habits = all_troubles, .fails_over = true, .apart = false}));
}

TEST(leases_in_sql, are_caught_where_owners_write_to_any_server_that_has_the_version_they_know) {
    EXPECT_TRUE(finds_one_twice({.habits = all_troubles, .fails_over = true, .in = faith::any_server}));
}

TEST(leases_in_sql, are_caught_where_owners_follow_their_token_to_another_server) {
    EXPECT_TRUE(finds_one_twice({.fails_over = true, .in = faith::following}));
}

TEST(leases_in_sql, are_caught_where_a_server_that_is_back_passes_for_the_one_it_was) {
    EXPECT_TRUE(finds_one_twice({.fails_over = true, .comes_back = true, .in = faith::same_name}));
}

TEST(leases_in_sql, are_caught_where_owners_raise_their_marks_by_their_own_clocks_alone) {
    EXPECT_TRUE(finds_one_twice({.habits = {}, .fails_over = true, .dropping = true, .in = faith::own_clock}));
}

TEST(leases_in_sql, are_caught_where_the_store_does_not_compare_versions) {
    EXPECT_TRUE(finds_one_twice({.habits = all_troubles, .comparing = false}));
}

// docs/scale.md multiplies these.
TEST(leases_in_sql, cost_as_many_statements_however_many_there_are) {
    random_source dice{1};
    manual_clock clock{new_year_2026};
    sim_database database{dice, clock};
    sql::machine_leases table{std::make_shared<sql::connections>(sim_database::options(), database.connector())};
    ASSERT_TRUE(table.rows()); // makes the table
    ASSERT_TRUE(table.store_now());
    lease_row row{.id = {0}, .instance = "node", .token = "t", .server = table.store_now().value().server};
    const auto cost_of = [&](const auto& act) {
        const auto before = database.done();
        EXPECT_TRUE(act());
        return database.done() - before;
    };
    for (std::uint32_t id = 0; id < 1000; ++id) {
        row.id = {id};
        row.version = lease_row::absent;
        ASSERT_EQ(cost_of([&] { return table.put(row, std::chrono::seconds{13}).value(); }), 1U);
        if (id != 0 && id != 999) continue;
        EXPECT_EQ(cost_of([&] { return table.store_now(); }), 3U) << "a transaction, so that a replica does not answer";
        EXPECT_EQ(cost_of([&] { return table.rows(); }), 1U);
        row = table.row(row.id).value();
        EXPECT_EQ(cost_of([&] { return table.put(row, std::chrono::seconds{13}).value(); }), 1U);
    }
}

// A proxy sends queries that are not part of a transaction to replicas.
TEST(leases_in_sql, are_had_where_all_that_is_read_comes_from_replicas) {
    random_source dice{1};
    manual_clock clock{new_year_2026};
    sim_database database{dice, clock};
    const auto table = std::make_shared<sql::machine_leases>(
        std::make_shared<sql::connections>(sim_database::options(), database.connector()));
    ASSERT_TRUE(table->rows());
    database.keep();
    database.set_habits({.stale = 1});
    const auto lease = leased_ids{table, std::chrono::seconds{13}, clock}.acquire({.instance = "node-a", .max_id = 3});
    ASSERT_TRUE(lease) << lease.error().message;
    EXPECT_TRUE(lease->front().mark->advance(lease->front().mark->value()));
    const auto here = table->store_now().value().server;
    EXPECT_EQ(here.substr(0, 16), "server-000000001");
    EXPECT_EQ(table->store_now().value().server, here) << "nobody who reads a replica ends a reign";
}

} // namespace
} // namespace vesta::testing
