// CosId's table on real servers, with CosId's own statements beside ours.
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

using taken_numbers = std::vector<std::int64_t>;

/// What a node of CosId does: adds its step, and reads the end that it reserved, in one transaction.
class a_node_of_theirs {
  public:
    explicit a_node_of_theirs(const sql::segment_table& in)
        : table_{in.table}, link_{sql::connection::open(in.database).value()} {}

    /// Reserves @p step and takes all of its numbers.
    void take_step(std::int64_t step, taken_numbers& into) {
        const auto last = transact(*link_, [&](sql::connection& in) -> result<std::int64_t> {
            const std::string now = in.kind() == sql::dialect::mysql ? "unix_timestamp()" : "extract(epoch from now())";
            const auto moved = in.execute(
                "update " + table_ + " set last_max_id=(last_max_id + ?),last_fetch_time=" + now + " where name = ?",
                {step, "shop.order"});
            if (!moved || *moved != 1) return error{errc::not_found, "SegmentNameMissing"};
            return sql::integer(
                rows(in, "select last_max_id from " + table_ + " where name = ?", {"shop.order"}, 1).value().at(0)[0],
                "last_max_id");
        });
        for (std::int64_t each = last.value() - step + 1; each <= last.value(); ++each)
            into.push_back(each);
    }

  private:
    const std::string table_;
    const std::unique_ptr<sql::connection> link_;
};

class the_table_of_cosid : public ::testing::TestWithParam<const char*> {
  protected:
    the_table_of_cosid() {
        sql::create_segment_table(table).value();
        run_sql(table.database, "INSERT INTO " + table.table + " (name, last_max_id) VALUES ('shop.order', 0)");
    }

    /// One of ours, which takes numbers until @p into has @p count, in batches, and is closed then.
    void take(std::size_t count, taken_numbers& into) {
        segment_generator from{sql::open_segments(table), {.refill = refill_kind::step}};
        id_source& source = *from.tag("shop.order").value();
        std::vector<id> batch(10);
        while (into.size() < count) {
            generate_all(source, batch, system_wall_clock(), std::chrono::seconds{30}).value();
            std::ranges::transform(batch, std::back_inserter(into), &id::value);
        }
        from.close();
    }

    std::int64_t last_max_id() {
        auto link = sql::connection::open(table.database).value();
        return sql::integer(rows(*link, "SELECT last_max_id FROM " + table.table, {}, 1).value().at(0)[0], "it")
            .value();
    }

    const sql::segment_table table{.database = options_of(GetParam()),
                                   .table = fresh_name("cosid"),
                                   .format = sql::table_format::cosid,
                                   .step = 100};
};

TEST_P(the_table_of_cosid, is_shared_by_its_nodes_and_ours_at_the_same_time) {
    std::vector<taken_numbers> taken(4);
    {
        std::vector<std::jthread> nodes;
        for (std::size_t i : {0, 1}) // restarted now and then, so that they give back
            nodes.emplace_back([this, &into = taken[i]] {
                for (std::size_t count = 2'000; count <= 20'000; count += 2'000)
                    take(count, into);
            });
        for (std::size_t i : {2, 3})
            nodes.emplace_back([this, i, &into = taken[i]] {
                for (a_node_of_theirs node{table}; into.size() < 20'000;)
                    node.take_step(i == 2 ? 50 : 100, into);
            });
    }
    taken_numbers all;
    for (const auto& each : taken)
        all.insert(all.end(), each.begin(), each.end());
    std::ranges::sort(all);
    EXPECT_GE(all.size(), 80'000U);
    EXPECT_EQ(std::ranges::adjacent_find(all), all.end()) << "a number came twice";
    EXPECT_GE(all.front(), 1);
    EXPECT_LE(all.back(), last_max_id());
}

TEST_P(the_table_of_cosid, is_handed_over_number_by_number) {
    taken_numbers taken;
    a_node_of_theirs theirs{table};
    theirs.take_step(10, taken);
    take(20, taken);
    theirs.take_step(10, taken);
    take(40, taken);
    ASSERT_EQ(taken.size(), 40U);
    for (std::size_t i = 0; i < taken.size(); ++i)
        EXPECT_EQ(taken[i], static_cast<std::int64_t>(i) + 1);
    EXPECT_EQ(last_max_id(), 40);
}

INSTANTIATE_TEST_SUITE_P(on, the_table_of_cosid, ::testing::Values("mariadb", "postgresql"),
                         [](const auto& each) { return std::string{each.param}; });

} // namespace
} // namespace vesta::testing
