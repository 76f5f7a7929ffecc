// What the table holds: bad rows, columns of 0.1.0, and what a server tells of itself.
#include "lease_tables.hpp"

#include <vesta/sql/durability.hpp>

#include <gmock/gmock.h>

namespace vesta::testing {
namespace {

using ::testing::HasSubstr;
using namespace std::chrono_literals;

// A14: a bad row concerns its machine ID alone.
TEST_F(lease_tables, with_bad_rows_stop_nobody_and_are_named_when_nothing_else_is_left) {
    make_ours();
    run_as_root(
        "insert into leases.vesta_machine_lease (id, instance, token, mark_ms, version, ends_ms, noted, format) "
        "values (-3, 'x', '', 0, 0, 0, -1, 1), (0, 'x', '', -1, 0, 0, -1, 1), (1, 'x', '', 0, 4, 0, 4, 3), "
        "(2, 'x', '', 0, -7, 0, -1, 1), (3, 'x', '', 0, 0, 0, -1, 1)");
    run_as_root(
        "insert into leases.vesta_machine_lease (id, instance, token, mark_ms, version, ends_ms, noted, history) "
        "values (4, 'x', '', 0, 0, 0, 0, 'no history')");
    const auto table = seen_with("select, insert, update");
    const auto held = leased_ids{table, 5min}.acquire({.instance = "node-a", .max_id = 4});
    ASSERT_TRUE(held) << held.error().message;
    EXPECT_EQ(held->front().id, machine_id{3});
    const auto why = leased_ids{table, 5min}.acquire({.instance = "node-b", .max_id = 4}).error();
    EXPECT_EQ(why.code, errc::exhausted);
    for (const char* const part : {"0 (its version or its mark is below 0)", "1 (its format is 3", "2 (its version",
                                   "3 'node-a'", "4 (its history cannot be read"})
        EXPECT_THAT(why.message, HasSubstr(part));
}

TEST_F(lease_tables, of_0_1_0_are_read_and_get_the_columns_they_lack) {
    run_as_root(of_0_1_0);
    run_as_root("insert into leases.vesta_machine_lease values (0, 'node-a', '', 1767225600123, 41, 0)");
    const auto table = seen_with("select, insert, update, alter");
    const auto held = leased_ids{table, 5s}.acquire({.instance = "node-a", .max_id = 0}).value();
    const lease_row row = table->row({0}).value();
    EXPECT_EQ(row.version, 42);
    EXPECT_EQ(row.lead, 5s);
    EXPECT_EQ(row.server, table->store_now().value().server);
    EXPECT_GE(row.mark, unix_ms{1767225600123ms});
}

TEST_F(lease_tables, of_0_1_0_that_may_not_be_changed_say_what_to_run) {
    run_as_root(of_0_1_0);
    const auto why = refusal(seen_with("select, insert, update"));
    EXPECT_EQ(why.code, errc::invalid_settings);
    EXPECT_THAT(why.message, HasSubstr("ALTER TABLE vesta_machine_lease ADD COLUMN noted BIGINT"));
    const auto from = why.message.find("ALTER TABLE vesta");
    run_as_root(why.message.substr(from), "leases");
    EXPECT_TRUE(leased_ids(seen_with("select, insert, update"), 5min).acquire({.instance = "node-a"}));
}

TEST_F(lease_tables, that_a_program_of_0_1_0_wrote_meanwhile_tell_what_it_knew) {
    make_ours();
    const auto table = seen_with("select, insert, update");
    {
        const auto held = leased_ids{table, 5s}.acquire({.instance = "node-a", .max_id = 0}).value();
    }
    run_as_root("update leases.vesta_machine_lease set instance = 'old', token = '', mark_ms = mark_ms + 1, "
                "version = version + 1, ends_ms = 0");
    const lease_row row = table->row({0}).value();
    EXPECT_EQ(row.unusable, "");
    EXPECT_EQ(row.lead, 0ms);
    EXPECT_EQ(row.server, "");
    EXPECT_TRUE(row.history.uses.empty());
}

TEST_F(lease_tables, are_told_the_servers_time_by_every_write_of_one_statement) {
    make_ours();
    const auto table = seen_with("select, insert, update");
    std::vector<unix_ms> heard;
    lease_terms terms{5s};
    terms.hear = [&](unix_ms at) { heard.push_back(at); };
    const auto held = leased_ids{table, terms}.acquire({.instance = "node-a", .max_id = 0}).value();
    ASSERT_EQ(heard.size(), 1U) << "when it was acquired";
    const auto statements = [&] {
        std::int64_t count = 0;
        const auto link = sql::connection::open(mariadb_options()).value();
        for (const auto& row : sql::rows(*link, "SHOW GLOBAL STATUS LIKE 'Com_stmt_execute'", {}, 2).value())
            count += sql::integer(row[1], "value").value();
        return count;
    };
    const auto before = statements();
    const unix_ms now = table->store_now().value().at;
    ASSERT_TRUE(held.front().mark->advance(now + 3s));
    ASSERT_EQ(heard.size(), 2U);
    EXPECT_GE(heard.back(), now);
    EXPECT_LE(heard.back(), table->store_now().value().at);
    // store_now() twice, the count itself once, and the write.
    EXPECT_EQ(statements() - before, 4);
}

TEST_F(lease_tables, on_a_server_that_may_lose_commits_are_warned_of) {
    sql::connections on{mariadb_options()};
    run_as_root("set global innodb_flush_log_at_trx_commit = 1");
    EXPECT_THAT(sql::durability_risks(on).value(), ::testing::IsEmpty());
    run_as_root("set global innodb_flush_log_at_trx_commit = 2");
    EXPECT_THAT(sql::durability_risks(on).value(),
                ::testing::ElementsAre(HasSubstr("stores.main: innodb_flush_log_at_trx_commit is 2")));
    run_as_root("set global innodb_flush_log_at_trx_commit = 1");
}

TEST_F(lease_tables, are_not_taken_over_on_a_server_that_was_not_read) {
    make_ours();
    const auto table = seen_with("select, insert, update");
    {
        const auto held = leased_ids{table, 5s}.acquire({.instance = "node-a", .max_id = 0}).value();
    }
    lease_row row = table->row({0}).value();
    row.server = "another";
    EXPECT_FALSE(table->put(row, 5s).value());
    row.server = table->store_now().value().server;
    EXPECT_TRUE(table->put(row, 5s).value());
}

// U6: after a fail-over a replica may lack the last owner's acquisition.
TEST_F(lease_tables, of_another_server_have_each_row_wait_out_the_longest_reservation) {
    make_ours();
    const auto table = seen_with("select, insert, update");
    leased_ids ids{table, 5s};
    {
        const auto held = ids.acquire({.instance = "node-a", .max_id = 0}).value();
        ASSERT_TRUE(held.front().mark->release(table->store_now().value().at - 1h));
    }
    EXPECT_LT(ids.acquire({.instance = "node-a", .max_id = 0}).value().front().mark->value(),
              table->store_now().value().at);
    run_as_root("update leases.vesta_machine_lease set server = 'the former'");
    const unix_ms before = table->store_now().value().at;
    EXPECT_GE(ids.acquire({.instance = "node-a", .max_id = 0}).value().front().mark->value(), before + 5s);
}

} // namespace
} // namespace vesta::testing
