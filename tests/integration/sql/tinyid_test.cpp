// TinyId's table on a real server, with TinyId's own algorithm beside ours, and with several masters.
#include "support/sql_options.hpp"

#include <vesta/segment/segment_generator.hpp>
#include <vesta/source/waiting.hpp>
#include <vesta/sql/segment_table.hpp>
#include <vesta/time/clock.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <thread>

namespace vesta::testing {
namespace {

using numbers = std::vector<std::int64_t>;

sql::segment_table fresh_table(const sql::options& in) {
    sql::segment_table made{.database = in, .table = fresh_name("tiny_id_info"), .format = sql::table_format::tinyid};
    sql::create_segment_table(made).value();
    return made;
}

void put(const sql::segment_table& in, std::int64_t max_id, std::int64_t step, std::int64_t delta,
         std::int64_t remainder) {
    run_sql(in.database,
            "INSERT INTO " + in.table +
                " (biz_type, begin_id, max_id, step, delta, remainder) VALUES ('order', 0, ?, ?, ?, ?)",
            {max_id, step, delta, remainder});
}

std::int64_t max_id_of(const sql::segment_table& in) {
    auto link = sql::connection::open(in.database).value();
    return sql::integer(rows(*link, "SELECT max_id FROM " + in.table, {}, 1).value().at(0)[0], "max_id").value();
}

/// What one of TinyId's servers does: reads the row, and moves it if its max_id and version are still the same.
class one_of_theirs {
  public:
    explicit one_of_theirs(const sql::segment_table& in)
        : table_{in.table}, link_{sql::connection::open(in.database).value()} {
        link_->execute("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED").value();
    }

    /// Reserves a step and takes all of its numbers.
    void take_step(numbers& into) {
        while (!transact(*link_, [&](sql::connection& in) { return try_step(in, into); }).value())
            ;
    }

  private:
    result<bool> try_step(sql::connection& in, numbers& into) {
        const auto row =
            rows(in, "SELECT id, max_id, step, delta, remainder, version FROM " + table_ + " WHERE biz_type = 'order'",
                 {}, 6)
                .value()
                .at(0);
        const auto value = [&](std::size_t column) { return sql::integer(row[column], "it").value(); };
        const std::int64_t old = value(1);
        const auto moved = in.execute("UPDATE " + table_ +
                                          " SET max_id = ?, update_time = now(), version = version + 1"
                                          " WHERE id = ? AND max_id = ? AND version = ? AND biz_type = 'order'",
                                      {old + value(2), value(0), old, value(5)});
        if (!moved || *moved != 1) return sql::changed_one(moved);
        for (std::int64_t each = old + 1; each <= old + value(2); ++each)
            if (each % value(3) == value(4)) into.push_back(each);
        return true;
    }

    const std::string table_;
    const std::unique_ptr<sql::connection> link_;
};

/// One of ours, which takes @p count numbers, in batches, and is closed then.
void take(const sql::segment_table& in, std::size_t count, numbers& into) {
    segment_generator from{sql::open_segments(in), {.refill = refill_kind::step}};
    id_source& source = *from.tag("order").value();
    std::vector<id> batch(10);
    while (into.size() < count) {
        generate_all(source, batch, system_wall_clock(), std::chrono::seconds{30}).value();
        std::ranges::transform(batch, std::back_inserter(into), &id::value);
    }
    from.close();
}

/// All of @p of, in order; each must be there once, and belong to @p remainder.
numbers all_once(const std::vector<numbers>& of, std::int64_t delta, std::int64_t remainder) {
    numbers all;
    for (const numbers& each : of)
        all.insert(all.end(), each.begin(), each.end());
    std::ranges::sort(all);
    EXPECT_EQ(std::ranges::adjacent_find(all), all.end()) << "a number came twice";
    EXPECT_TRUE(std::ranges::all_of(all, [&](std::int64_t each) { return each % delta == remainder; }));
    return all;
}

TEST(the_table_of_tinyid, is_shared_by_its_servers_and_ours_at_the_same_time) {
    const auto table = fresh_table(mariadb_options());
    put(table, 1, 400, 2, 1);
    std::vector<numbers> taken(4);
    {
        std::vector<std::jthread> nodes;
        for (std::size_t i : {0, 1}) // restarted now and then
            nodes.emplace_back([&table, &into = taken[i]] {
                for (std::size_t count = 5'000; count <= 30'000; count += 5'000)
                    take(table, count, into);
            });
        for (std::size_t i : {2, 3})
            nodes.emplace_back([&table, &into = taken[i]] {
                for (one_of_theirs node{table}; into.size() < 30'000;)
                    node.take_step(into);
            });
    }
    const numbers all = all_once(taken, 2, 1);
    EXPECT_GE(all.size(), 100'000U);
    EXPECT_GE(all.front(), 3) << "1 was reserved before";
    EXPECT_LE(all.back(), max_id_of(table));
}

TEST(the_table_of_tinyid, is_handed_over_number_by_number) {
    const auto table = fresh_table(mariadb_options());
    put(table, 1, 10, 1, 0);
    numbers taken;
    one_of_theirs theirs{table};
    theirs.take_step(taken);
    take(table, 20, taken);
    theirs.take_step(taken);
    take(table, 40, taken);
    ASSERT_EQ(taken.size(), 40U);
    for (std::size_t i = 0; i < taken.size(); ++i)
        EXPECT_EQ(taken[i], static_cast<std::int64_t>(i) + 2);
}

TEST(the_tables_of_tinyid, share_out_the_numbers_of_a_tag_over_two_databases) {
    const auto even = fresh_table(mariadb_options());
    const auto odd = fresh_table(postgresql_options());
    put(even, 0, 1'000, 2, 0);
    put(odd, 0, 1'000, 2, 1);
    std::vector<numbers> taken(2);
    {
        const std::jthread first{[&] { take(even, 20'000, taken[0]); }};
        const std::jthread second{[&] { take(odd, 20'000, taken[1]); }};
    }
    EXPECT_EQ(all_once({taken[0]}, 2, 0).front(), 2);
    EXPECT_EQ(all_once({taken[1]}, 2, 1).front(), 1);
    EXPECT_EQ(all_once(taken, 1, 0).size(), 40'000U);
}

} // namespace
} // namespace vesta::testing
