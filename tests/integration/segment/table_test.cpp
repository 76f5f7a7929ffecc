#include "rig.hpp"

#include <vesta/source/waiting.hpp>

#include <fstream>
#include <iterator>

// What operators do to a live table, on MariaDB.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

class a_live_table : public segments_in_mariadb {
  protected:
    errc refusal_of(id_source& from) {
        id none;
        const auto refused = generate_all(from, {&none, 1}, system_wall_clock(), 1min);
        return refused ? errc::internal : refused.error().code;
    }
    static void refresh(segment_generator& of) {
        const auto reading = of.read_table();
        until([&] { return reading->done(); });
        ASSERT_TRUE(reading->rows());
    }
};

TEST_F(a_live_table, gives_tags_that_come_change_and_go) {
    add_row("order", 1000);
    const auto from = open({.refresh_every = 1h});
    id_source& numbers = *from->tag("order").value();
    EXPECT_EQ(take_one(numbers), 1);

    add_row("late", 10);
    id_source& late = *from->tag("late").value();
    EXPECT_EQ(take_one(late), 1) << "without a refresh";

    run_sql(mariadb_options(), "DELETE FROM " + table + " WHERE biz_tag = 'order'");
    refresh(*from);
    EXPECT_EQ(refusal_of(numbers), errc::not_found) << "though 999 were left";

    run_sql(mariadb_options(), "DELETE FROM " + table);
    refresh(*from);
    EXPECT_EQ(refusal_of(late), errc::not_found) << "an emptied table is seen";
}

TEST_F(a_live_table, is_read_every_so_often) {
    const auto from = open({.refresh_every = 100ms});
    until([&] { return from->status().ready; });
    add_row("order", 1000);
    until([&] { return from->status().tags == 1; });
    run_sql(mariadb_options(), "DELETE FROM " + table);
    until([&] { return from->status().tags == 0; });
}

TEST_F(a_live_table, gets_a_row_for_a_new_tag_where_that_is_allowed) {
    const auto from = open({.auto_create = 500});
    EXPECT_EQ(take_one(*from->tag("new").value()), 1);
    EXPECT_EQ(max_id("new"), 501);
}

TEST_F(a_live_table, takes_back_what_was_not_used_unless_somebody_reserved_since) {
    add_row("order", 1000);
    const auto first = open();
    EXPECT_EQ(take_one(*first->tag("order").value()), 1);
    first->close();
    EXPECT_EQ(max_id("order"), 2);

    const auto second = open();
    EXPECT_EQ(take_one(*second->tag("order").value()), 2);
    run_sql(mariadb_options(), "UPDATE " + table + " SET max_id = max_id + step"); // as Leaf does
    second->close();
    EXPECT_EQ(max_id("order"), 2002);
    EXPECT_EQ(second->status().counts.dropped, 999U);
}

TEST_F(a_live_table, ends_a_tag_at_max_limit_and_goes_on_when_it_is_raised) {
    add_row("order", 10);
    run_sql(mariadb_options(), "UPDATE " + table + " SET max_limit = 25");
    const auto from = open({.refresh_every = 1h});
    id_source& numbers = *from->tag("order").value();
    for (std::int64_t expected = 1; expected <= 25; ++expected)
        EXPECT_EQ(take_one(numbers), expected);
    EXPECT_EQ(refusal_of(numbers), errc::exhausted);
    EXPECT_EQ(max_id("order"), 26);
    run_sql(mariadb_options(), "UPDATE " + table + " SET max_limit = 30");
    refresh(*from);
    EXPECT_EQ(take_one(numbers), 26);
}

/// The statements in the ```sql blocks of a page.
std::vector<std::string> statements_of(const std::string& page) {
    std::ifstream in{page};
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    std::vector<std::string> all;
    const std::string begin = "```sql\n";
    for (auto at = text.find(begin); at != std::string::npos; at = text.find(begin, at)) {
        at += begin.size();
        const auto end = text.find("```", at);
        while (at < end) {
            const auto stop = text.find(";", at);
            if (stop >= end) break; // a comment is left
            all.push_back(text.substr(at, stop - at));
            at = stop + 1;
        }
    }
    return all;
}

TEST_F(a_live_table, is_made_by_the_statements_of_the_document) {
    run_sql(mariadb_options(), "DROP TABLE IF EXISTS leaf_alloc");
    const auto all = statements_of(VESTA_SOURCE_DIR "/docs/segments.md");
    ASSERT_GE(all.size(), 4U);
    for (const std::string& each : all)
        run_sql(mariadb_options(), each);
    segment_generator from{sql::open_segments({.database = mariadb_options()}), {}};
    id_source& numbers = *from.tag("order").value();
    EXPECT_EQ(take_one(numbers), 2) << "one of two masters, the one with remainder 0";
    EXPECT_EQ(take_one(numbers), 4);
}

} // namespace
} // namespace vesta::testing
