#include <vesta/sql/segment_table.hpp>

#include <gmock/gmock.h>

#include <segment_sql.hpp>

namespace vesta::testing {
namespace {

using sql::dialect;
using ::testing::HasSubstr;

TEST(a_tables_name, is_put_in_quotes) {
    EXPECT_EQ(sql::quoted_table(dialect::mysql, "leaf_alloc", {}).value(), "`leaf_alloc`");
    EXPECT_EQ(sql::quoted_table(dialect::mysql, "ids.leaf_alloc", {}).value(), "`ids`.`leaf_alloc`");
    EXPECT_EQ(sql::quoted_table(dialect::sqlite, "leaf_alloc", {}).value(), "\"leaf_alloc\"");
    EXPECT_EQ(sql::quoted_table(dialect::postgresql, "ids.leaf_alloc", {}).value(), "\"ids\".\"leaf_alloc\"");
}

TEST(a_tables_name, is_refused_where_it_could_be_more_than_a_name) {
    for (const std::string& bad : {std::string{}, std::string{"a`b"}, std::string{"a b"}, std::string{"a;b"},
                                   std::string{"a.b.c"}, std::string{".a"}, std::string{"a."}, std::string(65, 'a')}) {
        const auto quoted = sql::quoted_table(dialect::mysql, bad, {});
        ASSERT_FALSE(quoted) << bad;
        EXPECT_EQ(quoted.error().code, errc::invalid_settings);
    }
    EXPECT_THROW(sql::open_segments({.database = {.file = "x.db"}, .table = "a;b"}), failure);
}

TEST(the_statements, name_optional_columns_only_where_the_table_has_them) {
    const sql::segment_sql leafs{dialect::mysql, "`t`", {.updated = true}};
    EXPECT_THAT(leafs.list, Not(HasSubstr("max_limit")));
    EXPECT_THAT(leafs.list + leafs.advance, Not(HasSubstr("delta")));
    EXPECT_THAT(leafs.advance, HasSubstr("max_id = LAST_INSERT_ID(max_id + ?)"));
    EXPECT_THAT(leafs.advance, HasSubstr("9223372036854775806 - ?"));
    const sql::segment_sql ours{dialect::mysql, "`t`", {.limit = true, .masters = true}};
    EXPECT_THAT(ours.advance, HasSubstr("LEAST(COALESCE(max_limit, 9223372036854775806), 9223372036854775806) - ?"));
    EXPECT_THAT(ours.advance, HasSubstr("delta = ? AND remainder = ?"));
    EXPECT_THAT(ours.list, Not(HasSubstr("update_time")));
}

TEST(the_statement_that_makes_the_table, has_leafs_columns_first) {
    EXPECT_THAT(sql::segment_table_ddl(dialect::mysql),
                HasSubstr("max_id BIGINT NOT NULL DEFAULT 1, step INT NOT NULL, description VARCHAR(256)"));
    EXPECT_THAT(sql::segment_table_ddl(dialect::sqlite, "ids"), HasSubstr("\"ids\""));
}

} // namespace
} // namespace vesta::testing
