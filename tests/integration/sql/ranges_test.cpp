// What must not happen to ranges of numbers on a real server.
#include "support/replaying.hpp"
#include "support/sql_options.hpp"

#include <vesta/sql/segment_table.hpp>
#include <vesta/sql/sharded_tables.hpp>

#include <gmock/gmock.h>

namespace vesta::testing {
namespace {

using ::testing::HasSubstr;

class ranges_on_a_server : public ::testing::TestWithParam<std::string> {
  protected:
    const sql::options database = options_of(GetParam());
    replaying_proxy proxy{true};
};

// U13: the condition on the connection holds even where a statement is torn out of its transaction.
TEST_P(ranges_on_a_server, of_a_tag_are_given_back_once_by_whichever_session) {
    const sql::segment_table where{.database = database, .table = fresh_name("leaf")};
    ASSERT_TRUE(sql::create_segment_table(where));
    const auto ours = sql::open_segments(where, proxy.connector());
    ASSERT_TRUE(ours->create("order", 100));
    const segment made = ours->reserve({.tag = "order"}).value();
    ASSERT_TRUE(ours->give_back("order", made, made.first).value());
    const auto theirs = sql::open_segments(where);
    const segment now = theirs->reserve({.tag = "order"}).value();
    ASSERT_EQ(now.end, made.end);
    ASSERT_EQ(proxy.seen(), 2U) << "the reservation and the giving back";
    proxy.replay(database);
    EXPECT_GE(theirs->reserve({.tag = "order"}).value().first, now.end);
}

TEST_P(ranges_on_a_server, of_a_shard_are_given_back_once_by_whichever_session) {
    const auto ours = sql::open_sharded_tables(database, proxy.connector()).store;
    const shard_key key{make_app(91).value(), make_shard(2).value()};
    ASSERT_TRUE(ours->init(key.app, "orders"));
    const shard_range made = ours->reserve({.of = key}).value();
    ASSERT_TRUE(ours->give_back(made, made.low).value());
    const auto theirs = sql::open_sharded_tables(database).store;
    const shard_range now = theirs->reserve({.of = key}).value();
    ASSERT_EQ(now.high, made.high);
    proxy.replay(database);
    EXPECT_GE(theirs->reserve({.of = key}).value().low, now.high);
}

// U12: TinyId's ranges include their upper end, ours do not.
TEST_P(ranges_on_a_server, are_not_taken_from_a_view_over_a_table_of_inclusive_ends) {
    const std::string table = fresh_name("tiny"), view = fresh_name("view");
    run_sql(database, "CREATE TABLE " + table + " (biz_type VARCHAR(63) PRIMARY KEY, max_id BIGINT, step INT)");
    run_sql(database, "CREATE VIEW " + view + " AS SELECT biz_type AS biz_tag, max_id, step FROM " + table);
    const auto refused = sql::open_segments({.database = database, .table = view})->reserve({.tag = "order"});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::invalid_settings);
    EXPECT_THAT(refused.error().message, HasSubstr("it is a view"));
    EXPECT_THAT(refused.error().message, HasSubstr("copy each row with max_id + 1"));
}

/// A table whose triggers insert rows with numbers of their own, as those of an audit do: MariaDB's answer to an update
/// then brings no LAST_INSERT_ID along.
void audit(const sql::options& in, const std::string& table) {
    const std::string log = fresh_name("audit");
    run_sql(in,
            "CREATE TABLE " + log + " (id BIGINT AUTO_INCREMENT PRIMARY KEY, why VARCHAR(8)) AUTO_INCREMENT = 70000");
    for (const std::string when : {"BEFORE", "AFTER"})
        run_sql(in, "CREATE TRIGGER " + fresh_name("trigger") + " " + when + " UPDATE ON " + table +
                        " FOR EACH ROW INSERT INTO " + log + " (why) VALUES ('update')");
}

TEST(ranges_of_an_audited_table, follow_each_other) {
    for (const auto format : {sql::table_format::leaf, sql::table_format::tinyid}) {
        const sql::segment_table where{
            .database = options_of("mariadb"), .table = fresh_name("audited"), .format = format};
        ASSERT_TRUE(sql::create_segment_table(where));
        audit(where.database, where.table);
        const auto from = sql::open_segments(where);
        ASSERT_TRUE(from->create("order", 100).value());
        segment made = from->reserve({.tag = "order"}).value();
        EXPECT_EQ(made.first, 1);
        for (int i = 0; i < 3; ++i) {
            const std::int64_t end = made.end;
            made = from->reserve({.tag = "order", .not_below = end, .known = made.facts}).value();
            EXPECT_EQ(made.first, end);
            EXPECT_EQ(made.end, end + 100);
        }
        EXPECT_TRUE(from->give_back("order", made, made.first).value());
    }
}

INSTANTIATE_TEST_SUITE_P(on, ranges_on_a_server, ::testing::Values("mariadb", "postgresql"));

} // namespace
} // namespace vesta::testing
