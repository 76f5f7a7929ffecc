#include "support/replaying.hpp"
#include "support/sql_options.hpp"
#include "support/temp_folder.hpp"

#include <vesta/sql/segment_table.hpp>
#include <vesta/sql/sharded_tables.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

using ::testing::HasSubstr;

class a_statement_executed_twice : public ::testing::Test {
  protected:
    temp_folder folder;
    const sql::options database{.kind = sql::dialect::sqlite, .file = (folder.path() / "v.db").string()};
    replaying_proxy proxy;
};

// U13: what was given back is reserved by another, up to the same end; then the giving back is executed again.
TEST_F(a_statement_executed_twice, gives_no_range_of_a_tag_back_that_another_has_reserved_since) {
    const auto ours = sql::open_segments({.database = database}, proxy.connector());
    ASSERT_TRUE(ours->create("order", 100));
    const segment made = ours->reserve({.tag = "order"}).value();
    ASSERT_TRUE(ours->give_back("order", made, made.first).value());
    const auto theirs = sql::open_segments({.database = database});
    const segment now = theirs->reserve({.tag = "order"}).value();
    ASSERT_EQ(now.end, made.end);
    proxy.replay(database);
    EXPECT_GT(proxy.seen(), 0U) << "reservations commit by themselves, and may be executed again";
    EXPECT_GE(theirs->reserve({.tag = "order"}).value().first, now.end);
}

TEST_F(a_statement_executed_twice, gives_no_range_of_a_shard_back_that_another_has_reserved_since) {
    const auto ours = sql::open_sharded_tables(database, proxy.connector()).store;
    const shard_key key{make_app(1).value(), make_shard(2).value()};
    ASSERT_TRUE(ours->init(key.app, "orders"));
    const shard_range made = ours->reserve({.of = key}).value();
    ASSERT_TRUE(ours->give_back(made, made.low).value());
    const auto theirs = sql::open_sharded_tables(database).store;
    const shard_range now = theirs->reserve({.of = key}).value();
    ASSERT_EQ(now.high, made.high);
    proxy.replay(database);
    EXPECT_GE(theirs->reserve({.of = key}).value().low, now.high);
}

class a_table_of_inclusive_ends : public a_statement_executed_twice {};

// U12: their ranges include their upper end, ours do not.
TEST_F(a_table_of_inclusive_ends, is_refused_behind_a_view) {
    run_sql(database, "CREATE TABLE tiny_id_info (biz_type TEXT PRIMARY KEY, max_id BIGINT, step INTEGER)");
    run_sql(database, "CREATE VIEW leaf_alloc AS SELECT biz_type AS biz_tag, max_id, step FROM tiny_id_info");
    const auto refused = sql::open_segments({.database = database})->reserve({.tag = "order"});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::invalid_settings);
    EXPECT_THAT(refused.error().message, HasSubstr("it is a view"));
    EXPECT_THAT(refused.error().message, HasSubstr("copy each row with max_id + 1"));
}

TEST_F(a_table_of_inclusive_ends, is_refused_under_other_names) {
    for (const std::string column : {"begin_id", "last_max_id", "last_fetch_time"}) {
        run_sql(database, "CREATE TABLE t_" + column + " (biz_tag TEXT PRIMARY KEY, max_id BIGINT, step INTEGER, " +
                              column + " BIGINT)");
        const auto refused = sql::open_segments({.database = database, .table = "t_" + column})->list();
        ASSERT_FALSE(refused);
        EXPECT_THAT(refused.error().message, HasSubstr("it has the column " + column));
    }
}

} // namespace
} // namespace vesta::testing
