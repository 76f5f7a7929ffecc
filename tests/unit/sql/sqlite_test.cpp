#include "support/temp_folder.hpp"

#include <vesta/sql/connection.hpp>
#include <vesta/sql/machine_leases.hpp>
#include <vesta/sql/segment_table.hpp>

#include <Poco/Data/SQLite/Connector.h>
#include <Poco/Data/Session.h>
#include <gmock/gmock.h>

#include <thread>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using Poco::Data::Keywords::now;
using sql::cell;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class sqlite : public ::testing::Test {
  protected:
    std::unique_ptr<sql::connection> open() { return sql::connection::open(to).value(); }

    temp_folder folder;
    sql::options to{.kind = sql::dialect::sqlite,
                    .name = "stores.local",
                    .file = (folder / "vesta.db").string(),
                    .lock_timeout = 1s};
};

TEST_F(sqlite, finds_the_columns_of_a_table_that_is_named_with_its_schema) {
    open()->execute("CREATE TABLE counted (biz_tag TEXT PRIMARY KEY, max_id BIGINT, step INT)").value();
    open()->execute("INSERT INTO counted VALUES ('order', 1, 10)").value();
    const auto table = sql::open_segments({.database = to, .table = "main.counted"});
    const auto rows = table->list();
    ASSERT_TRUE(rows) << rows.error().message;
    ASSERT_EQ(rows->size(), 1U);
    EXPECT_EQ(rows->front().tag, "order");
}

// Else an owner that was paused meanwhile may meet the version that it knows.
TEST_F(sqlite, counts_the_versions_of_a_machine_id_whose_row_was_removed_from_elsewhere_on) {
    sql::machine_leases table{std::make_shared<sql::connections>(to)};
    ASSERT_TRUE(table.rows());
    lease_row paused{.id = {7}, .instance = "paused", .token = "t"};
    paused.version = table.put(paused, 1h).value().value().version;
    open()->execute("DELETE FROM vesta_machine_lease").value();
    lease_row other{.id = {7}, .instance = "other", .token = "u"};
    ASSERT_TRUE(table.put(other, 1h).value());
    EXPECT_FALSE(table.put(paused, 1h).value());
    EXPECT_EQ(table.row({7}).value().token, "u");
}

// SQLite refuses to switch a new file to its write-ahead log, without waiting, while another connection writes to it.
TEST_F(sqlite, opens_a_new_file_that_another_is_just_writing) {
    Poco::Data::SQLite::Connector::registerConnector();
    Poco::Data::Session other{"SQLite", to.file};
    other << "BEGIN IMMEDIATE", now;
    other << "CREATE TABLE t (a INT)", now;
    to.lock_timeout = 60s;
    std::jthread writer{[&] {
        std::this_thread::sleep_for(100ms);
        other << "COMMIT", now;
    }};
    const auto made = sql::connection::open(to);
    EXPECT_TRUE(made) << made.error().message;
}

TEST_F(sqlite, keeps_integers_texts_and_null_as_they_are) {
    const auto link = open();
    link->execute("CREATE TABLE t (a BIGINT, b TEXT, c INT)").value();
    const std::string text = "\xE8\xAE\xA2\xE5\x8D\x95 'x' \"y\" %s ? \xF0\x9F\x9A\x80";
    const auto least = std::numeric_limits<std::int64_t>::min();
    EXPECT_EQ(link->execute("INSERT INTO t VALUES (?, ?, ?)", {least, text, sql::parameter{}}).value(), 1U);
    link->execute("INSERT INTO t VALUES (?, ?, ?)", {std::int64_t{1}, std::string{}, std::int64_t{1} << 40}).value();
    const auto found = rows(*link, "SELECT a, b, c, a + 1 FROM t ORDER BY a", {}, 4).value();
    ASSERT_EQ(found.size(), 2U);
    EXPECT_THAT(found[0], ElementsAre(std::to_string(least), text, cell{}, std::to_string(least + 1)));
    EXPECT_THAT(found[1], ElementsAre("1", "", "1099511627776", "2"));
}

TEST_F(sqlite, counts_the_rows_that_were_changed) {
    const auto link = open();
    link->execute("CREATE TABLE t (a BIGINT)").value();
    for (std::int64_t i = 0; i < 5; ++i)
        link->execute("INSERT INTO t VALUES (?)", {i}).value();
    EXPECT_EQ(link->execute("UPDATE t SET a = a + 10 WHERE a > 1").value(), 3U);
    EXPECT_EQ(link->execute("UPDATE t SET a = 0 WHERE a = 777").value(), 0U);
    EXPECT_EQ(link->execute("DELETE FROM t").value(), 5U);
}

TEST_F(sqlite, tells_long_answers_row_by_row_and_stops_where_it_is_told_to) {
    const auto link = open();
    link->execute("CREATE TABLE t (a BIGINT)").value();
    link->execute("WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)"
                  " INSERT INTO t SELECT i FROM n")
        .value();
    std::int64_t sum = 0;
    const auto add = [&](std::span<const cell> row) -> result<void> {
        sum += sql::integer(row[0], "a").value();
        return {};
    };
    ASSERT_TRUE(link->query("SELECT a FROM t", {}, 1, add));
    EXPECT_EQ(sum, 2500 * 2501 / 2);
    const auto stop = [&](std::span<const cell>) -> result<void> { return error{errc::internal, "enough"}; };
    EXPECT_EQ(link->query("SELECT a FROM t", {}, 1, stop).error().message, "enough");
    EXPECT_TRUE(link->query("SELECT a FROM t WHERE a < 0", {}, 1, stop)) << "no row, no call";
}

TEST_F(sqlite, undoes_what_was_not_committed) {
    const auto link = open();
    link->execute("CREATE TABLE t (a BIGINT)").value();
    const auto insert = [](sql::connection& in) { return in.execute("INSERT INTO t VALUES (1)"); };
    EXPECT_TRUE(transact(*link, insert));
    const auto refused = transact(*link, [&](sql::connection& in) -> result<std::uint64_t> {
        insert(in).value();
        return error{errc::internal, "changed its mind"};
    });
    EXPECT_EQ(refused.error().message, "changed its mind");
    EXPECT_THROW(static_cast<void>(transact(*link,
                                            [&](sql::connection& in) -> result<std::uint64_t> {
                                                insert(in).value();
                                                throw std::runtime_error{"thrown"};
                                            })),
                 std::runtime_error);
    EXPECT_EQ(rows(*open(), "SELECT a FROM t", {}, 1).value().size(), 1U);
    EXPECT_TRUE(transact(*link, insert)) << "and it works as before";
}

TEST_F(sqlite, says_that_it_is_locked_rather_than_waiting_for_ever) {
    const auto holder = open();
    holder->execute("CREATE TABLE t (a BIGINT)").value();
    ASSERT_TRUE(holder->begin());
    const auto other = open();
    const auto refused = other->execute("INSERT INTO t VALUES (1)");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::in_use);
    EXPECT_THAT(refused.error().message, HasSubstr("stores.local"));
    EXPECT_TRUE(rows(*other, "SELECT a FROM t", {}, 1)) << "readers do not wait";
    holder->rollback();
    EXPECT_TRUE(other->execute("INSERT INTO t VALUES (1)"));
}

TEST_F(sqlite, says_what_is_wrong_with_a_file_that_is_no_database) {
    write_all(folder / "vesta.db", std::string(4096, 'x'));
    const auto refused = sql::connection::open(to);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::state_unusable);
    EXPECT_THAT(refused.error().message, HasSubstr("vesta.db"));
}

TEST_F(sqlite, says_what_is_wrong_with_a_place_that_cannot_be_written) {
    to.file = (folder / "vesta.db" / "below-a-file.db").string();
    write_all(folder / "vesta.db", "x");
    const auto refused = sql::connection::open(to);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::store_unavailable);
    to.file = folder.path().string();
    EXPECT_EQ(sql::connection::open(to).error().code, errc::store_unavailable) << "a folder is no file";
}

TEST_F(sqlite, says_that_a_table_or_column_is_not_there) {
    const auto link = open();
    EXPECT_EQ(link->execute("UPDATE nowhere SET a = 1").error().code, errc::invalid_settings);
    link->execute("CREATE TABLE t (a BIGINT)").value();
    EXPECT_EQ(link->execute("UPDATE t SET b = 1").error().code, errc::invalid_settings);
    EXPECT_EQ(link->execute("UPDATE UPDATE").error().code, errc::state_unusable);
}

TEST_F(sqlite, makes_the_table_of_segments_by_itself) {
    const auto store = sql::open_segments({.database = to});
    EXPECT_TRUE(store->list().value().empty());
    ASSERT_TRUE(store->create("order", 10));
    EXPECT_EQ(store->reserve({.tag = "order"}).value().first, 1);
    EXPECT_FALSE(store->list().value().front().updated.empty());
}

TEST_F(sqlite, works_with_a_table_that_has_leafs_columns_only) {
    open()->execute("CREATE TABLE leaf_alloc (biz_tag TEXT PRIMARY KEY, max_id BIGINT, step INT)").value();
    const auto store = sql::open_segments({.database = to});
    ASSERT_TRUE(store->create("order", 10));
    const auto made = store->reserve({.tag = "order", .width = 100}).value();
    EXPECT_EQ(made.end, 101);
    EXPECT_EQ(store->reserve({.tag = "order", .width = 100, .known = made.facts}).value().end, 201);
    EXPECT_EQ(store->list().value().front().limit, largest_number);
}

TEST_F(sqlite, shows_sound_rows_beside_rows_that_hold_nonsense) {
    const auto store = sql::open_segments({.database = to});
    store->create("order", 10).value();
    open()->execute("INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('bad', 'much', 10)").value();
    EXPECT_EQ(store->list().value().size(), 1U);
    EXPECT_EQ(store->reserve({.tag = "bad"}).error().code, errc::state_unusable);
    EXPECT_TRUE(store->reserve({.tag = "order"}));
}

} // namespace
} // namespace vesta::testing
