// Rows that no program of ours wrote.
#include "support/sql_options.hpp"
#include "support/temp_folder.hpp"

#include <vesta/sql/sharded_tables.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::SizeIs;

class a_ledger_of_ranges : public ::testing::Test {
  protected:
    a_ledger_of_ranges() { EXPECT_TRUE(tables.store->init(key.app, "makes the tables")); }

    /// What the ledger says of one row with these values.
    result<std::vector<range_part>> says_of(const sql::parameter& low, const sql::parameter& high,
                                            const sql::parameter& unclaimed) {
        run_sql(database, "DELETE FROM id_alloc_range");
        run_sql(database, "INSERT INTO id_alloc_range (app_id, shard_id, low, high, unclaimed) VALUES (1, 2, ?, ?, ?)",
                {low, high, unclaimed});
        return tables.ledger->unclaimed(key);
    }

    void expect_refused(const result<std::vector<range_part>>& said) {
        ASSERT_FALSE(said);
        EXPECT_EQ(said.error().code, errc::state_unusable);
        EXPECT_THAT(said.error().message, HasSubstr("id_alloc_range holds invalid data for " + to_string(key)));
    }

    const shard_key key{make_app(1).value(), make_shard(2).value()};
    temp_folder folder;
    const sql::options database{.kind = sql::dialect::sqlite, .file = (folder / "v.db").string()};
    const sql::sharded_tables tables = sql::open_sharded_tables(database);
};

TEST_F(a_ledger_of_ranges, refuses_a_row_that_is_no_range) {
    EXPECT_THAT(says_of(0, 64, 1).value(), SizeIs(1));
    expect_refused(says_of(-1, 64, 1));
    expect_refused(says_of(65, 64, 1));
    expect_refused(says_of(64, 64, 1));
}

TEST_F(a_ledger_of_ranges, refuses_a_row_that_holds_no_numbers) {
    expect_refused(says_of("low", 64, 1));
    expect_refused(says_of(0, "high", 1));
    expect_refused(says_of(0, 64, "unclaimed"));
}

} // namespace
} // namespace vesta::testing
