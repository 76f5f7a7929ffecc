// Another program's tables, looked at and copied. Those on servers are in tests/integration/cli/migrate_test.py.
#include "support/sql_options.hpp"
#include "support/temp_folder.hpp"

#include <vesta/sql/machine_assignments.hpp>
#include <vesta/sql/old_tables.hpp>

#include <gmock/gmock.h>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

class old_tables : public ::testing::Test {
  protected:
    sql::segment_table table(sql::table_format format = sql::table_format::leaf) const {
        return {.database = database,
                .table = format == sql::table_format::leaf ? "leaf_alloc" : "tiny_id_info",
                .format = format};
    }

    temp_folder folder;
    const sql::options database{.kind = sql::dialect::sqlite, .name = "ids", .file = (folder / "v.db").string()};
};

TEST_F(old_tables, are_copied_row_by_row_in_either_format) {
    const std::vector<tag_row> rows{{.tag = "order", .max_id = 70001, .step = 2000},
                                    {.tag = "it's", .max_id = 5, .step = 10, .limit = 99, .delta = 4, .remainder = 1}};
    for (const auto format : {sql::table_format::leaf, sql::table_format::tinyid}) {
        ASSERT_TRUE(sql::copy_tags(table(format), rows));
        const auto seen = sql::look_at_tags(table(format)).value();
        ASSERT_EQ(seen.tags.size(), 2);
        EXPECT_EQ(seen.tags[0].row->max_id, 70001) << "the first number that is free, whichever the column has";
        EXPECT_EQ(seen.tags[1].row->delta, 4);
        EXPECT_EQ(seen.tags[1].row->remainder, 1);
        EXPECT_EQ(seen.tags[1].row->limit, format == sql::table_format::leaf ? 99 : largest_number);
        EXPECT_EQ(sql::copy_tags(table(format), rows).error().code, errc::in_use) << "a table that has rows";
    }
}

TEST_F(old_tables, are_looked_at_with_the_rows_that_cannot_be_used) {
    run_sql(database, "CREATE TABLE leaf_alloc (biz_tag TEXT, max_id BIGINT, step INT)");
    run_sql(database, "INSERT INTO leaf_alloc VALUES ('a', 1, NULL), ('b', 9223372036854775807, 1), ('c', 7, 0)");
    const auto seen = sql::look_at_tags(table()).value();
    EXPECT_THAT(seen.tags[0].unreadable, HasSubstr("step"));
    EXPECT_EQ(seen.tags[1].row->max_id, std::numeric_limits<std::int64_t>::max());
    EXPECT_EQ(seen.tags[2].row->step, 0);
    EXPECT_EQ(seen.columns.at("max_id"), "BIGINT");
}

TEST_F(old_tables, are_neither_made_nor_changed_by_looking) {
    EXPECT_FALSE(sql::look_at_tags(table()));
    EXPECT_FALSE(std::filesystem::exists(database.file));
    run_sql(database, "CREATE TABLE other (a INT)");
    EXPECT_EQ(sql::look_at_tags(table()).error().code, errc::invalid_settings);
    run_sql(database, "CREATE TABLE theirs (biz_tag TEXT, max_id BIGINT, step INT)");
    run_sql(database, "CREATE VIEW leaf_alloc AS SELECT * FROM theirs");
    EXPECT_THAT(sql::look_at_tags(table()).error().message, HasSubstr("it is a view"));
}

TEST_F(old_tables, of_machine_ids_are_copied_and_listed_in_either_mode) {
    const auto on = std::make_shared<sql::connections>(database);
    const std::vector<id_assignment::entry> entries{
        {.instance = "10.0.0.1:8080", .id = machine_id{3}, .last = unix_ms{1767225600123ms}},
        {.instance = "odd", .unusable = "it cannot be read"}};
    ASSERT_TRUE(sql::copy_assignments(database, "leaf-mysql", entries));
    const auto workers = sql::leaf_table{on}.list().value();
    ASSERT_EQ(workers.size(), 1);
    EXPECT_EQ(workers[0].instance, "10.0.0.1:8080");
    EXPECT_EQ(workers[0].id, machine_id{3});
    EXPECT_EQ(workers[0].last, unix_ms{1767225600123ms});
    ASSERT_TRUE(sql::copy_assignments(
        database, "vesta-table",
        std::vector<id_assignment::entry>{{.instance = "10.0.0.7", .id = machine_id{0}}, {.id = machine_id{1}}}));
    const auto hosts = sql::vesta_table{on}.list().value();
    ASSERT_EQ(hosts.size(), 2);
    EXPECT_EQ(hosts[0].instance, "10.0.0.7");
    EXPECT_EQ(hosts[1].instance, "") << "free";
    EXPECT_FALSE(hosts[0].last) << "a table that tells no times";
    EXPECT_EQ(sql::copy_assignments(database, "vesta-table", {}).error().code, errc::in_use);
}

TEST_F(old_tables, of_machine_ids_are_listed_with_numbers_that_are_none) {
    run_sql(database, "CREATE TABLE DB_MACHINE_ID_PROVIDER (ID BIGINT, IP TEXT)");
    run_sql(database, "INSERT INTO DB_MACHINE_ID_PROVIDER VALUES (-1, '10.0.0.7')");
    const auto hosts = sql::vesta_table{std::make_shared<sql::connections>(database)}.list().value();
    EXPECT_FALSE(hosts[0].id);
    EXPECT_THAT(hosts[0].unusable, HasSubstr("-1"));
}

} // namespace
} // namespace vesta::testing
