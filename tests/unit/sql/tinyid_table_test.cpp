// TinyId's table: max_id is the last number that is reserved, and version counts the moves.
#include "support/sql_options.hpp"
#include "support/temp_folder.hpp"

#include <vesta/segment/segment_generator.hpp>
#include <vesta/source/waiting.hpp>
#include <vesta/sql/segment_table.hpp>
#include <vesta/sql/token_table.hpp>
#include <vesta/time/clock.hpp>

#include <gmock/gmock.h>

#include <numeric>

namespace vesta::testing {
namespace {

using ::testing::HasSubstr;

class a_table_of_tinyid : public ::testing::Test {
  protected:
    a_table_of_tinyid() { sql::create_segment_table(where).value(); }

    void put(const std::string& tag, std::int64_t max_id, std::int64_t step, std::int64_t delta = 1,
             std::int64_t remainder = 0) {
        run_sql(where.database,
                "INSERT INTO tiny_id_info (biz_type, begin_id, max_id, step, delta, remainder, version) "
                "VALUES (?, ?, ?, ?, ?, ?, 7)",
                {tag, max_id, max_id, step, delta, remainder});
    }

    /// max_id and version.
    std::pair<std::int64_t, std::int64_t> row(const std::string& tag) {
        auto link = sql::connection::open(where.database).value();
        const auto found =
            rows(*link, "SELECT max_id, version FROM tiny_id_info WHERE biz_type = ?", {tag}, 2).value().at(0);
        return {sql::integer(found[0], "max_id").value(), sql::integer(found[1], "version").value()};
    }

    /// The next @p count numbers of @p tag from a generator of its own, which is closed after that.
    std::vector<std::int64_t> take(const std::string& tag, std::size_t count) {
        segment_generator from{sql::open_segments(where), {.order = number_order::strict, .refill = refill_kind::step}};
        std::vector<id> ids(count);
        generate_all(*from.tag(tag).value(), ids, system_wall_clock()).value();
        from.close();
        std::vector<std::int64_t> numbers;
        for (const id each : ids)
            numbers.push_back(each.value);
        return numbers;
    }

    std::vector<std::int64_t> counted(std::int64_t first, std::size_t count) {
        std::vector<std::int64_t> numbers(count);
        std::iota(numbers.begin(), numbers.end(), first);
        return numbers;
    }

    temp_folder folder;
    const sql::segment_table where{
        .database = {.kind = sql::dialect::sqlite, .file = (folder.path() / "t.db").string()},
        .table = "tiny_id_info",
        .format = sql::table_format::tinyid};
};

TEST_F(a_table_of_tinyid, gives_the_numbers_after_max_id_up_to_the_new_one) {
    put("order", 1, 100);
    const segment made = sql::open_segments(where)->reserve({.tag = "order"}).value();
    EXPECT_EQ(made.first, 2) << "1 was reserved already";
    EXPECT_EQ(made.end, 102);
    EXPECT_EQ(row("order"), std::pair(std::int64_t{101}, std::int64_t{8})) << "101 is reserved as well";
}

TEST_F(a_table_of_tinyid, gives_each_number_once_over_restarts) {
    put("order", 0, 10);
    EXPECT_EQ(take("order", 10), counted(1, 10)) << "the last of a range, and not yet the first of the next";
    EXPECT_EQ(take("order", 5), counted(11, 5));
    EXPECT_EQ(row("order").first, 15) << "the rest of the range is given back";
    EXPECT_EQ(take("order", 21), counted(16, 21));
}

TEST_F(a_table_of_tinyid, gives_the_numbers_of_its_remainder) {
    put("odd", 1, 10, 2, 1);
    put("even", 1, 10, 2, 0);
    put("third", 5, 9, 3, 2);
    EXPECT_THAT(take("odd", 6), ::testing::ElementsAre(3, 5, 7, 9, 11, 13)) << "1 was reserved already";
    EXPECT_THAT(take("even", 6), ::testing::ElementsAre(2, 4, 6, 8, 10, 12));
    EXPECT_THAT(take("third", 4), ::testing::ElementsAre(8, 11, 14, 17));
}

TEST_F(a_table_of_tinyid, counts_every_move_in_its_version) {
    put("order", 1, 100);
    const auto store = sql::open_segments(where);
    const segment first = store->reserve({.tag = "order"}).value();
    const segment second = store->reserve({.tag = "order", .known = first.facts}).value();
    EXPECT_EQ(second.first, first.end);
    EXPECT_EQ(row("order"), std::pair(std::int64_t{201}, std::int64_t{9}));
    EXPECT_TRUE(store->give_back("order", second, second.first + 1).value());
    EXPECT_EQ(row("order"), std::pair(std::int64_t{102}, std::int64_t{10})) << "102 was taken";
}

TEST_F(a_table_of_tinyid, makes_rows_that_begin_with_1) {
    const auto store = sql::open_segments(where);
    EXPECT_TRUE(store->create("new", 50).value());
    EXPECT_FALSE(store->create("new", 50).value());
    EXPECT_EQ(row("new").first, 0);
    EXPECT_EQ(store->reserve({.tag = "new"}).value().first, 1);
}

TEST_F(a_table_of_tinyid, may_be_left_to_administrators) {
    auto theirs = where;
    theirs.rows_by_hand = true;
    const auto refused = sql::open_segments(theirs)->create("new", 50);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::invalid_argument);
    EXPECT_THAT(refused.error().message, HasSubstr("INSERT the row of tag 'new'"));
    EXPECT_TRUE(sql::open_segments(where)->list().value().empty());
}

TEST_F(a_table_of_tinyid, has_a_table_of_tokens_beside_it) {
    const auto read = sql::read_tokens(where);
    EXPECT_TRUE(read().value().empty()) << "it was missing";
    run_sql(where.database, "INSERT INTO tiny_id_token (token, biz_type) VALUES ('t', 'order')");
    const auto found = read().value();
    ASSERT_EQ(found.size(), 1U);
    EXPECT_EQ(found[0].token, "t");
    EXPECT_EQ(found[0].tag, "order");
}

TEST_F(a_table_of_tinyid, has_no_number_after_the_largest) {
    put("order", std::numeric_limits<std::int64_t>::max(), 100);
    put("last", std::numeric_limits<std::int64_t>::max() - 2, 100);
    const auto store = sql::open_segments(where);
    EXPECT_EQ(store->reserve({.tag = "order"}).error().code, errc::exhausted);
    const segment last = store->reserve({.tag = "last"}).value();
    EXPECT_EQ(last.end - last.first, 1);
    EXPECT_EQ(store->reserve({.tag = "last"}).error().code, errc::exhausted);
}

TEST_F(a_table_of_tinyid, refuses_rows_whose_step_delta_or_remainder_make_no_sense) {
    put("no step", 1, 0);
    put("no delta", 1, 100, 0, 0);
    put("far", 1, 100, 2, 2);
    const auto store = sql::open_segments(where);
    for (const char* each : {"no step", "no delta", "far"})
        EXPECT_EQ(store->reserve({.tag = each}).error().code, errc::state_unusable) << each;
}

TEST_F(a_table_of_tinyid, is_refused_unless_the_settings_say_so) {
    auto as_leafs = where;
    as_leafs.format = sql::table_format::leaf;
    const auto refused = sql::open_segments(as_leafs)->list();
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("it has the column begin_id"));
    EXPECT_THAT(refused.error().message, HasSubstr("format: tinyid"));
}

TEST_F(a_table_of_tinyid, must_have_its_columns) {
    for (const std::string missing : {"biz_type", "max_id", "step", "delta", "remainder", "version"}) {
        auto other = where;
        other.table = "without_" + missing;
        std::string columns = "id INTEGER PRIMARY KEY";
        for (const std::string each : {"biz_type", "max_id", "step", "delta", "remainder", "version"})
            if (each != missing) columns += ", " + each + " BIGINT";
        run_sql(where.database, "CREATE TABLE " + other.table + " (" + columns + ")");
        const auto refused = sql::open_segments(other)->list();
        ASSERT_FALSE(refused) << missing;
        EXPECT_EQ(refused.error().code, errc::invalid_settings);
        EXPECT_THAT(refused.error().message, HasSubstr("has no column " + missing));
    }
    auto leafs = where;
    leafs.table = "leaf_alloc";
    run_sql(where.database, sql::segment_table_ddl(sql::dialect::sqlite));
    EXPECT_THAT(sql::open_segments(leafs)->list().error().message, HasSubstr("leave format: tinyid out"));
}

TEST_F(a_table_of_tinyid, must_not_be_a_view) {
    auto view = where;
    view.table = "seen";
    run_sql(where.database, "CREATE VIEW seen AS SELECT * FROM tiny_id_info");
    EXPECT_THAT(sql::open_segments(view)->list().error().message, HasSubstr("it is a view"));
}

} // namespace
} // namespace vesta::testing
