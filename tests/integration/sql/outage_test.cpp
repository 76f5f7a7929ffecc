#include "support/sql_options.hpp"
#include "support/store_proxy.hpp"

#include <vesta/sql/segment_table.hpp>

#include <gmock/gmock.h>

// Servers that die, hang, or stand behind a bad line.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

/// A proxy in front of a server, and options that go through it with little patience.
class a_bad_line : public ::testing::TestWithParam<std::string> {
  protected:
    a_bad_line() {
        to.port = static_cast<std::uint16_t>(std::stoi(line.port()));
        to.connect_timeout = 2s;
        to.answer_timeout = 2s;
        to.lock_timeout = 1s;
        sql::create_segment_table({.database = options_of(GetParam()), .table = table}).value();
        run_sql(options_of(GetParam()), "INSERT INTO " + table + " (biz_tag, step) VALUES ('order', 10)");
        store = sql::open_segments({.database = to, .table = table});
        store->reserve({.tag = "order"}).value();
    }

    errc reserve() {
        const auto made = store->reserve({.tag = "order", .width = 10, .known = {10}});
        return made ? errc::internal : made.error().code;
    }
    static constexpr errc worked = errc::internal;

    store_proxy line{GetParam()};
    const std::string table = fresh_name("bad_line");
    sql::options to = options_of(GetParam());
    std::shared_ptr<segment_store> store;
};

TEST_P(a_bad_line, that_carries_nothing_any_more_is_given_up) {
    line.freeze();
    EXPECT_EQ(reserve(), errc::store_unavailable);
    EXPECT_EQ(reserve(), errc::store_unavailable) << "a new connection hangs as well";
    line.heal();
    EXPECT_EQ(reserve(), worked);
}

TEST_P(a_bad_line, that_is_cut_is_noticed_and_replaced) {
    for (int i = 0; i < 3; ++i) {
        line.drop();
        EXPECT_EQ(reserve(), errc::store_unavailable);
        EXPECT_EQ(reserve(), worked) << "on a new connection";
    }
}

TEST_P(a_bad_line, that_refuses_is_an_error_until_it_does_not) {
    line.cut();
    EXPECT_EQ(reserve(), errc::store_unavailable);
    EXPECT_EQ(reserve(), errc::store_unavailable);
    line.heal();
    EXPECT_EQ(reserve(), worked);
}

TEST_P(a_bad_line, that_is_slow_is_waited_for) {
    line.delay(100);
    EXPECT_EQ(reserve(), worked);
}

TEST_P(a_bad_line, never_lets_a_range_be_reserved_twice) {
    std::int64_t last = 0;
    for (int i = 0; i < 30; ++i) {
        if (i % 3 == 1) line.drop();
        const auto made = store->reserve({.tag = "order", .width = 10, .known = {i % 2 == 0 ? 10 : 0}});
        if (!made) continue;
        EXPECT_GE(made->first, last);
        last = made->end;
    }
}

TEST_P(a_bad_line, to_a_server_that_stands_still_is_given_up) {
    order("pause " + GetParam());
    EXPECT_EQ(reserve(), errc::store_unavailable);
    EXPECT_EQ(reserve(), errc::store_unavailable);
    order("resume " + GetParam());
    EXPECT_EQ(reserve(), worked);
}

TEST_P(a_bad_line, to_a_server_that_was_killed_works_again_after_its_start) {
    order("kill " + GetParam());
    EXPECT_EQ(reserve(), errc::store_unavailable);
    order("start " + GetParam());
    errc last = reserve();
    if (last == errc::store_unavailable) last = reserve(); // the proxy may have kept a dead connection
    EXPECT_EQ(last, worked);
}

TEST_P(a_bad_line, whose_session_the_server_has_killed_is_replaced) {
    const auto admin = sql::connection::open(options_of(GetParam())).value();
    const std::string list = to.kind == sql::dialect::mysql
                                 ? "SELECT CONCAT('KILL ', id) FROM information_schema.processlist"
                                   " WHERE user = ? AND id <> CONNECTION_ID()"
                                 : "SELECT CONCAT('SELECT pg_terminate_backend(', pid, ', 5000)') FROM pg_stat_activity"
                                   " WHERE usename = ? AND pid <> pg_backend_pid() AND backend_type = 'client backend'";
    const auto others = rows(*admin, list, {to.user}, 1).value();
    ASSERT_FALSE(others.empty());
    for (const auto& each : others)
        static_cast<void>(admin->execute(*each[0]));
    EXPECT_EQ(reserve(), errc::store_unavailable);
    EXPECT_EQ(reserve(), worked);
}

class a_line_to_mariadb : public a_bad_line {};

TEST_P(a_line_to_mariadb, to_a_server_that_has_become_read_only_says_so) {
    // A user who may do everything may write all the same, so that a lesser one is needed.
    run_sql(mariadb_options(), "CREATE OR REPLACE USER 'writer'@'127.0.0.1' IDENTIFIED BY 'pw'");
    run_sql(mariadb_options(), "GRANT SELECT, INSERT, UPDATE ON " + to.database + ".* TO 'writer'@'127.0.0.1'");
    auto writer = to;
    writer.user = "writer";
    writer.password = "pw";
    store = sql::open_segments({.database = writer, .table = table});
    run_sql(mariadb_options(), "SET GLOBAL read_only = 1");
    EXPECT_EQ(reserve(), errc::store_unavailable);
    run_sql(mariadb_options(), "SET GLOBAL read_only = 0");
    EXPECT_EQ(reserve(), worked);
}

INSTANTIATE_TEST_SUITE_P(on, a_bad_line, ::testing::Values("mariadb", "postgresql"));
INSTANTIATE_TEST_SUITE_P(on, a_line_to_mariadb, ::testing::Values("mariadb"));

} // namespace
} // namespace vesta::testing
