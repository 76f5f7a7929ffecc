// CosId's table of machine IDs, on SQLite. Beside CosId's own statements: tests/integration/machine.
#include "support/sql_options.hpp"
#include "support/temp_folder.hpp"

#include <vesta/sql/cosid_machines.hpp>
#include <vesta/time/clock.hpp>

#include <gmock/gmock.h>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class cosids_table_of_machines : public ::testing::Test {
  protected:
    cosids_table_of_machines() {
        run_sql(database, "CREATE TABLE cosid_machine (name VARCHAR(100) PRIMARY KEY, namespace VARCHAR(100) NOT NULL, "
                          "machine_id INTEGER NOT NULL DEFAULT 0, last_timestamp BIGINT NOT NULL DEFAULT 0, "
                          "instance_id VARCHAR(100) NOT NULL DEFAULT '', distribute_time BIGINT NOT NULL DEFAULT 0, "
                          "revert_time BIGINT NOT NULL DEFAULT 0)");
    }

    static std::int64_t ago(std::chrono::milliseconds by) {
        return unix_ms_now().time_since_epoch().count() - by.count();
    }
    static unix_ms unix_ms_now() { return std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now()); }

    void put(std::int64_t number, const std::string& owner, std::int64_t last) {
        run_sql(database,
                "INSERT INTO cosid_machine (name, namespace, machine_id, last_timestamp, instance_id) "
                "VALUES ('shop.0000000' || ?, 'shop', ?, ?, ?)",
                {number, number, last, owner});
    }

    std::vector<std::string> column(const std::string& of) {
        std::vector<std::string> all;
        const auto link = sql::connection::open(database).value();
        for (const auto& each : rows(*link, "SELECT " + of + " FROM cosid_machine ORDER BY name", {}, 1).value())
            all.push_back(each[0].value());
        return all;
    }

    result<id_assignment::place> take(const std::string& instance, std::uint32_t max_id = 1023) {
        lease_request request{.instance = instance};
        request.max_id = max_id;
        return tested.assign(request);
    }

    temp_folder folder;
    const sql::options database{.kind = sql::dialect::sqlite, .name = "ids", .file = (folder / "v.db").string()};
    sql::cosid_machines tested{std::make_shared<sql::connections>(database), "shop"};
};

TEST_F(cosids_table_of_machines, gets_rows_as_its_nodes_make_them) {
    EXPECT_EQ(take("node-a").value().id, machine_id{0});
    EXPECT_EQ(take("node-b").value().id, machine_id{1});
    EXPECT_THAT(column("name"), ElementsAre("shop.00000000", "shop.00000001"));
    EXPECT_THAT(column("instance_id"), ElementsAre("vesta:node-a", "vesta:node-b"));
    EXPECT_GE(std::stoll(column("last_timestamp")[0]), ago(1h));
    EXPECT_THAT(column("revert_time"), ElementsAre("0", "0"));
}

TEST_F(cosids_table_of_machines, gives_an_instance_its_row_again) {
    const std::int64_t mark = ago(-1h);
    put(3, "10.0.0.9:8080", ago(0s));
    put(4, "vesta:node-a", mark);
    const auto found = take("node-a").value();
    EXPECT_EQ(found.id, machine_id{4});
    EXPECT_EQ(found.least.time_since_epoch().count(), mark) << "it may have been used up to there";
    EXPECT_EQ(column("last_timestamp")[1], std::to_string(mark)) << "and is never lowered";
    EXPECT_EQ(take("NODE-A").value().id, machine_id{5}) << "that is another name";
}

TEST_F(cosids_table_of_machines, keeps_the_rows_that_its_own_nodes_had) {
    put(0, "10.0.0.9:8080", ago(0s));
    put(1, "10.0.0.9:8081", ago(24h)); // its state file may bring it back
    put(2, "", ago(24h));              // given back: so may the file of one before it
    EXPECT_EQ(take("node-a").value().id, machine_id{3});
    EXPECT_THAT(column("instance_id"), ElementsAre("10.0.0.9:8080", "10.0.0.9:8081", "", "vesta:node-a"));
}

TEST_F(cosids_table_of_machines, takes_rows_that_nodes_of_ours_gave_up) {
    put(0, "vesta:gone", ago(6min));
    put(1, "vesta:pausing", ago(1min));
    const auto found = take("node-a").value();
    EXPECT_EQ(found.id, machine_id{0});
    EXPECT_NEAR(static_cast<double>(found.least.time_since_epoch().count()), static_cast<double>(ago(6min)), 60'000.0);
    EXPECT_FALSE(found.unmarked);
    EXPECT_EQ(take("node-b").value().id, machine_id{2});
}

TEST_F(cosids_table_of_machines, takes_rows_that_an_administrator_gave) {
    const std::int64_t last = ago(10s);
    put(0, "vesta:", last);
    const auto found = take("node-a").value();
    EXPECT_EQ(found.id, machine_id{0});
    EXPECT_EQ(found.least.time_since_epoch().count(), last);
    EXPECT_EQ(found.unseen, 1min) << "a node of CosId's had it, which writes once a minute";
    EXPECT_TRUE(found.unmarked);
}

TEST_F(cosids_table_of_machines, says_what_to_do_when_no_row_is_left) {
    put(0, "10.0.0.9:8080", ago(24h));
    put(1, "vesta:node-b", ago(2min));
    const auto refused = take("node-a", 1);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::exhausted);
    EXPECT_THAT(refused.error().message, HasSubstr("the last machine ID of namespace 'shop' that fits the layouts, 1"));
    EXPECT_THAT(refused.error().message, HasSubstr("set the row's instance_id to 'vesta:'"));
    ASSERT_TRUE(refused.error().retry_after);
    EXPECT_GT(*refused.error().retry_after, 2min) << "until node-b's is given up";
    EXPECT_LE(*refused.error().retry_after, 3min);
    EXPECT_EQ(column("name").size(), 2U) << "no row beyond the layout";
}

TEST_F(cosids_table_of_machines, makes_no_use_of_rows_beyond_the_layout) {
    put(8, "vesta:node-a", ago(10min));
    const auto refused = take("node-a", 7);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::exhausted) << "and nobody makes a row below the last";
    EXPECT_FALSE(refused.error().retry_after);
}

TEST_F(cosids_table_of_machines, keeps_namespaces_apart) {
    sql::cosid_machines other{std::make_shared<sql::connections>(database), "bank"};
    put(0, "vesta:gone", ago(1h));
    EXPECT_EQ(other.assign({.instance = "node-a"}).value().id, machine_id{0});
    EXPECT_THAT(column("instance_id"), ElementsAre("vesta:node-a", "vesta:gone"));
}

TEST_F(cosids_table_of_machines, keeps_the_mark_and_tells_when_another_has_the_row) {
    const machine_id taken = take("node-a").value().id;
    const unix_ms mark = unix_ms_now() + 3s;
    ASSERT_TRUE(tested.record(taken, "node-a", mark));
    ASSERT_TRUE(tested.record(taken, "node-a", mark)) << "the same again";
    EXPECT_THAT(column("last_timestamp"), ElementsAre(std::to_string(mark.time_since_epoch().count())));
    run_sql(database, "UPDATE cosid_machine SET instance_id = '10.0.0.9:8080', last_timestamp = 5");
    const auto lost = tested.record(taken, "node-a", mark + 1s);
    ASSERT_FALSE(lost);
    EXPECT_EQ(lost.error().code, errc::lease_lost);
    EXPECT_THAT(lost.error().message, HasSubstr("belongs to '10.0.0.9:8080', and was that of 'vesta:node-a'"));
    EXPECT_THAT(column("last_timestamp"), ElementsAre("5")) << "what the new one wrote stays";
    run_sql(database, "DELETE FROM cosid_machine");
    EXPECT_THAT(tested.record(taken, "node-a", mark).error().message, HasSubstr("is gone"));
}

TEST_F(cosids_table_of_machines, takes_names_that_fit_its_column) {
    EXPECT_TRUE(take(std::string(94, 'a')));
    const auto refused = take(std::string(95, 'a'));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::invalid_settings);
    EXPECT_THAT(refused.error().message, HasSubstr("it has 94 at most"));
}

} // namespace
} // namespace vesta::testing
