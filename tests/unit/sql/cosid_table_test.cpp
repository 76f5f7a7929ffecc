// CosId's table: last_max_id is the last number that is reserved, and no column holds a step.
#include "support/sql_options.hpp"
#include "support/temp_folder.hpp"

#include <vesta/segment/segment_generator.hpp>
#include <vesta/source/waiting.hpp>
#include <vesta/sql/segment_table.hpp>
#include <vesta/time/clock.hpp>

#include <gmock/gmock.h>

#include <numeric>

namespace vesta::testing {
namespace {

using ::testing::HasSubstr;

class a_table_of_cosid : public ::testing::Test {
  protected:
    a_table_of_cosid() { sql::create_segment_table(where).value(); }

    void put(const std::string& tag, std::int64_t last_max_id) {
        run_sql(where.database, "INSERT INTO cosid (name, last_max_id) VALUES (?, ?)", {tag, last_max_id});
    }

    /// last_max_id and last_fetch_time.
    std::pair<std::int64_t, std::int64_t> row(const std::string& tag) {
        auto link = sql::connection::open(where.database).value();
        const auto found =
            rows(*link, "SELECT last_max_id, last_fetch_time FROM cosid WHERE name = ?", {tag}, 2).value().at(0);
        return {sql::integer(found[0], "last_max_id").value(), sql::integer(found[1], "last_fetch_time").value()};
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
        .table = "cosid",
        .format = sql::table_format::cosid,
        .step = 10};
};

TEST_F(a_table_of_cosid, gives_the_numbers_after_last_max_id_up_to_the_new_one) {
    put("shop.order", 30);
    const segment made = sql::open_segments(where)->reserve({.tag = "shop.order"}).value();
    EXPECT_EQ(made.first, 31) << "30 was reserved already";
    EXPECT_EQ(made.end, 41);
    EXPECT_EQ(made.facts.step, 10);
    EXPECT_EQ(row("shop.order").first, 40) << "40 is reserved as well";
}

TEST_F(a_table_of_cosid, gives_each_number_once_over_restarts) {
    put("shop.order", 0);
    EXPECT_EQ(take("shop.order", 10), counted(1, 10)) << "the last of a range, and not yet the first of the next";
    EXPECT_EQ(take("shop.order", 5), counted(11, 5));
    EXPECT_EQ(row("shop.order").first, 15) << "the rest of the range is given back";
    EXPECT_EQ(take("shop.order", 21), counted(16, 21));
}

TEST_F(a_table_of_cosid, is_told_when_its_rows_moved) {
    put("shop.order", 0);
    const auto store = sql::open_segments(where);
    EXPECT_EQ(store->list().value().at(0).updated, "1970-01-01 00:00:00");
    const segment first = store->reserve({.tag = "shop.order"}).value();
    const auto read = row("shop.order").second;
    EXPECT_GT(read, 1'700'000'000) << "in seconds";
    EXPECT_LT(read, 100'000'000'000);
    run_sql(where.database, "UPDATE cosid SET last_fetch_time = 0");
    const segment second = store->reserve({.tag = "shop.order", .known = first.facts}).value();
    EXPECT_EQ(second.first, first.end);
    EXPECT_GE(row("shop.order").second, read) << "the short way writes it, too";
    EXPECT_GT(store->list().value().at(0).updated, "2026");
}

TEST_F(a_table_of_cosid, has_one_step_for_all_tags) {
    const auto store = sql::open_segments(where);
    EXPECT_TRUE(store->create("shop.new", 10).value());
    EXPECT_FALSE(store->create("shop.new", 10).value());
    EXPECT_EQ(row("shop.new").first, 0);
    EXPECT_EQ(store->reserve({.tag = "shop.new"}).value().first, 1);
    const auto refused = store->create("shop.other", 500);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::invalid_argument);
    EXPECT_THAT(refused.error().message, HasSubstr("every tag has step 10, and 'shop.other' cannot have 500"));
    EXPECT_EQ(store->list().value().size(), 1U);
}

TEST_F(a_table_of_cosid, may_have_a_step_and_a_limit_of_each_tag) {
    run_sql(where.database, "ALTER TABLE cosid ADD COLUMN step BIGINT NOT NULL DEFAULT 100");
    run_sql(where.database, "ALTER TABLE cosid ADD COLUMN max_limit BIGINT");
    const auto store = sql::open_segments(where);
    EXPECT_TRUE(store->create("shop.new", 7).value());
    const segment made = store->reserve({.tag = "shop.new"}).value();
    EXPECT_EQ(made.end - made.first, 7);
    run_sql(where.database, "UPDATE cosid SET max_limit = 9");
    EXPECT_EQ(store->reserve({.tag = "shop.new"}).value().end, 10) << "9 itself may be given";
    EXPECT_EQ(store->reserve({.tag = "shop.new"}).error().code, errc::exhausted);
}

TEST_F(a_table_of_cosid, has_no_number_after_the_largest) {
    put("order", std::numeric_limits<std::int64_t>::max());
    put("last", std::numeric_limits<std::int64_t>::max() - 2);
    const auto store = sql::open_segments(where);
    EXPECT_EQ(store->reserve({.tag = "order"}).error().code, errc::exhausted);
    const segment last = store->reserve({.tag = "last"}).value();
    EXPECT_EQ(last.end - last.first, 1);
    EXPECT_EQ(store->reserve({.tag = "last"}).error().code, errc::exhausted);
}

TEST_F(a_table_of_cosid, is_refused_unless_the_settings_say_so) {
    auto as_leafs = where;
    as_leafs.format = sql::table_format::leaf;
    const auto refused = sql::open_segments(as_leafs)->list();
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("it has the column last_max_id"));
    EXPECT_THAT(refused.error().message, HasSubstr("CosId's table format: cosid"));
}

TEST_F(a_table_of_cosid, must_have_its_columns) {
    for (const std::string missing : {"name", "last_max_id", "last_fetch_time"}) {
        auto other = where;
        other.table = "without_" + missing;
        std::string columns = "id INTEGER PRIMARY KEY";
        for (const std::string each : {"name", "last_max_id", "last_fetch_time"})
            if (each != missing) columns += ", " + each + " BIGINT";
        run_sql(where.database, "CREATE TABLE " + other.table + " (" + columns + ")");
        const auto refused = sql::open_segments(other)->list();
        ASSERT_FALSE(refused) << missing;
        EXPECT_EQ(refused.error().code, errc::invalid_settings);
        EXPECT_THAT(refused.error().message, HasSubstr("has no column " + missing));
        EXPECT_THAT(refused.error().message, HasSubstr("leave format: cosid out"));
    }
}

TEST_F(a_table_of_cosid, must_not_be_a_view) {
    auto view = where;
    view.table = "seen";
    run_sql(where.database, "CREATE VIEW seen AS SELECT * FROM cosid");
    EXPECT_THAT(sql::open_segments(view)->list().error().message, HasSubstr("it is a view"));
}

} // namespace
} // namespace vesta::testing
