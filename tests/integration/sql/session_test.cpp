#include "support/sql_options.hpp"

#include <gmock/gmock.h>

#include <thread>

// Sessions with a real MariaDB, a real PostgreSQL, and a pool in front of that.
namespace vesta::testing {
namespace {

using sql::cell;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class a_session : public ::testing::TestWithParam<std::string> {
  protected:
    const sql::options to = GetParam() == "pgbouncer" ? pooled_options() : options_of(GetParam());
    std::unique_ptr<sql::connection> open() const { return sql::connection::open(to).value(); }

    /// A table with the columns (a BIGINT, b VARCHAR(20), c INT UNSIGNED), or more of an integer.
    std::string table() {
        const std::string name = fresh_name("session");
        const bool mysql = to.kind == sql::dialect::mysql;
        run_sql(to, "CREATE TABLE " + name + " (a BIGINT, b VARCHAR(20), c " +
                        (mysql ? "INT UNSIGNED) CHARACTER SET utf8mb4" : "BIGINT)"));
        return name;
    }
    static std::string count(sql::connection& in, const std::string& table) {
        return *rows(in, "SELECT COUNT(*) FROM " + table, {}, 1).value()[0][0];
    }
};

TEST_P(a_session, keeps_integers_texts_and_null_as_they_are) {
    const auto link = open();
    const auto t = table();
    const auto least = std::numeric_limits<std::int64_t>::min();
    const std::string text = "\xE8\xAE\xA2 'x' \"?\" \\ \xF0\x9F\x9A\x80";
    EXPECT_EQ(link->execute("INSERT INTO " + t + " VALUES (?, ?, ?)", {least, text, sql::parameter{}}).value(), 1U);
    link->execute("INSERT INTO " + t + " VALUES (?, ?, ?)", {std::int64_t{1}, std::string{}, std::int64_t{4294967295}})
        .value();
    const auto found = rows(*link, "SELECT a, b, c, CONCAT(a, '') FROM " + t + " ORDER BY a", {}, 4).value();
    ASSERT_EQ(found.size(), 2U);
    EXPECT_THAT(found[0], ElementsAre(std::to_string(least), text, cell{}, std::to_string(least)));
    EXPECT_THAT(found[1], ElementsAre("1", "", "4294967295", "1"));
}

TEST_P(a_session, counts_the_rows_that_were_changed) {
    const auto link = open();
    const auto t = table();
    for (std::int64_t i = 0; i < 5; ++i)
        link->execute("INSERT INTO " + t + " (a) VALUES (?)", {i}).value();
    EXPECT_EQ(link->execute("UPDATE " + t + " SET a = a + 10 WHERE a > 1").value(), 3U);
    EXPECT_EQ(link->execute("UPDATE " + t + " SET a = 0 WHERE a = 777").value(), 0U);
}

TEST_P(a_session, commits_each_statement_and_sees_what_others_commit_also_after_a_transaction) {
    const auto link = open();
    const auto other = open();
    const auto t = table();
    const auto insert = [&](sql::connection& in) { return in.execute("INSERT INTO " + t + " (a) VALUES (1)"); };
    ASSERT_TRUE(transact(*link, insert));
    EXPECT_EQ(count(*link, t), "1");
    ASSERT_TRUE(insert(*other));
    EXPECT_EQ(count(*link, t), "2") << "and not what it saw before";
    ASSERT_TRUE(insert(*link));
    EXPECT_EQ(count(*other, t), "3") << "committed at once";
}

TEST_P(a_session, undoes_what_was_not_committed) {
    const auto link = open();
    const auto t = table();
    const auto refused = transact(*link, [&](sql::connection& in) -> result<std::uint64_t> {
        in.execute("INSERT INTO " + t + " (a) VALUES (1)").value();
        return error{errc::internal, "changed its mind"};
    });
    EXPECT_FALSE(refused);
    EXPECT_EQ(count(*link, t), "0");
    EXPECT_FALSE(link->broken());
}

TEST_P(a_session, refuses_what_would_have_to_be_cut) {
    const auto refused =
        open()->execute("INSERT INTO " + table() + " (b) VALUES (?)", {std::string{"more than twenty characters"}});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::state_unusable);
    EXPECT_THAT(refused.error().message, HasSubstr("too long"));
}

TEST_P(a_session, goes_on_after_a_statement_that_failed) {
    const auto link = open();
    const auto t = table();
    EXPECT_FALSE(link->execute("SELECT nonsense"));
    EXPECT_FALSE(link->execute("UPDATE " + t + " SET nothing = 1"));
    EXPECT_FALSE(link->broken());
    EXPECT_EQ(count(*link, t), "0");
}

TEST_P(a_session, stops_reading_where_it_is_told_to_and_goes_on_with_the_next_query) {
    const auto link = open();
    const auto t = table();
    for (std::int64_t i = 0; i < 50; ++i)
        link->execute("INSERT INTO " + t + " (a) VALUES (?)", {i}).value();
    int seen = 0;
    const auto three = [&](std::span<const cell>) -> result<void> {
        if (++seen == 3) return error{errc::internal, "enough"};
        return {};
    };
    EXPECT_EQ(link->query("SELECT a FROM " + t, {}, 1, three).error().message, "enough");
    EXPECT_EQ(seen, 3);
    EXPECT_EQ(count(*link, t), "50");
}

TEST_P(a_session, waits_for_a_locked_row_for_a_while_and_says_so) {
    const auto holder = open();
    auto hasty = to;
    hasty.lock_timeout = std::chrono::seconds{1};
    const auto other = sql::connection::open(hasty).value();
    const auto t = table();
    holder->execute("INSERT INTO " + t + " (a) VALUES (1)").value();
    ASSERT_TRUE(holder->begin());
    holder->execute("UPDATE " + t + " SET a = 2").value();
    const auto refused = other->execute("UPDATE " + t + " SET a = 3");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::in_use);
    EXPECT_FALSE(other->broken());
    ASSERT_TRUE(holder->commit());
    EXPECT_TRUE(other->execute("UPDATE " + t + " SET a = 3"));
}

TEST_P(a_session, many_can_be_opened_at_once_from_the_first_on) {
    std::vector<std::thread> threads;
    for (int i = 0; i < 8; ++i)
        threads.emplace_back([this] { EXPECT_TRUE(sql::connection::open(to)); });
    for (auto& each : threads)
        each.join();
}

INSTANTIATE_TEST_SUITE_P(with, a_session, ::testing::Values("mariadb", "postgresql", "pgbouncer"));

class a_session_with_postgresql : public a_session {
  protected:
    static std::string shown(sql::connection& in, const std::string& query) {
        return rows(in, query, {}, 1).value().at(0)[0].value_or("");
    }
};

TEST_P(a_session_with_postgresql, leaves_nothing_behind_for_whoever_has_it_next) {
    const auto link = open();
    const auto t = table();
    link->execute("INSERT INTO " + t + " (a) VALUES (?)", {std::int64_t{1}}).value();
    ASSERT_TRUE(transact(*link, [&](sql::connection& in) { return in.execute("UPDATE " + t + " SET a = 2"); }));
    EXPECT_EQ(shown(*link, "SELECT COUNT(*) FROM pg_prepared_statements"), "0");
    EXPECT_EQ(shown(*link, "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory'"), "0");
    run_sql(to,
            "CREATE FUNCTION f_" + t + "() RETURNS TEXT LANGUAGE SQL AS 'SELECT current_setting(''lock_timeout'')'");
    EXPECT_EQ(shown(*link, "SELECT f_" + t + "()"), "3s") << "within a statement there is a limit";
    const std::string next = "[ \"$(PGPASSWORD=" + to.password + " psql -qtA -h " + to.host + " -p " +
                             std::to_string(to.port) + " -U " + to.user + " -d " + to.database +
                             " -c 'show lock_timeout')\" = 0 ]";
    EXPECT_EQ(std::system(next.c_str()), 0) << "and none for the next";
}

TEST_P(a_session_with_postgresql, does_not_count_as_committed_what_was_rolled_back) {
    const auto link = open();
    const auto t = table();
    const auto refused = transact(*link, [&](sql::connection& in) -> result<void> {
        in.execute("INSERT INTO " + t + " (a) VALUES (1)").value();
        EXPECT_FALSE(in.execute("UPDATE " + t + " SET nothing = 1"));
        return {};
    });
    ASSERT_FALSE(refused) << "COMMIT is answered with ROLLBACK";
    EXPECT_EQ(count(*link, t), "0");
    EXPECT_FALSE(link->broken());
}

TEST_P(a_session_with_postgresql, refuses_a_text_that_it_cannot_keep_rather_than_to_cut_it) {
    const auto refused = open()->execute("INSERT INTO " + table() + " (b) VALUES (?)", {std::string{"a\0b", 3}});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::invalid_argument);
}

INSTANTIATE_TEST_SUITE_P(with, a_session_with_postgresql, ::testing::Values("postgresql", "pgbouncer"));

} // namespace
} // namespace vesta::testing
