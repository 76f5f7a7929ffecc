// CosId's table of machine IDs on real servers: nodes of ours beside CosId's own statements.
#include "support/sql_options.hpp"

#include <vesta/machine/assigned_ids.hpp>
#include <vesta/sql/cosid_machines.hpp>
#include <vesta/sql/machine_leases.hpp>
#include <vesta/sql/worker_nodes.hpp>
#include <vesta/time/clock.hpp>

#include <gmock/gmock.h>

#include <mutex>
#include <set>
#include <thread>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

std::int64_t now_ms() {
    return std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now()).time_since_epoch().count();
}

/// What CosId's distributor does, with its own conditions, its own clock, and without transactions.
class a_distributor_of_theirs {
  public:
    explicit a_distributor_of_theirs(const sql::options& in) : link_{sql::connection::open(in).value()} {}

    std::int64_t ahead_ms = 0; ///< Of its clock.

    /// The machine ID of @p instance, and the last time that its former owner may have used.
    std::pair<std::int64_t, std::int64_t> distribute(const std::string& instance) {
        if (const auto own = one("select machine_id, last_timestamp from cosid_machine where namespace=? and "
                                 "instance_id=? and last_timestamp>?",
                                 {"shop", instance, guard_at()})) {
            guard(instance, own->first);
            return *own;
        }
        if (const auto reverted = take_reverted(instance)) return *reverted;
        for (;;) {
            const auto next =
                rows(*link_, "select max(machine_id)+1 from cosid_machine where namespace=?", {"shop"}, 1);
            const auto number = next.value().at(0)[0] ? sql::integer(next->at(0)[0], "it").value() : 0;
            const auto made = link_->execute(
                "insert into cosid_machine (name, namespace, machine_id, last_timestamp, instance_id, distribute_time, "
                "revert_time) values (?,?,?,?,?,?,0)",
                {name(number), "shop", number, now(), instance, now()});
            if (made) return {number, now()};
        }
    }

    bool guard(const std::string& instance, std::int64_t number) {
        return link_
                   ->execute("update cosid_machine set last_timestamp=? where namespace=? and instance_id=? and "
                             "machine_id=?",
                             {now(), "shop", instance, number})
                   .value() == 1;
    }

    void revert(const std::string& instance) {
        link_
            ->execute("update cosid_machine set instance_id='',last_timestamp=?,revert_time=? where namespace=? and "
                      "instance_id=?",
                      {now(), now(), "shop", instance})
            .value();
    }

  private:
    std::int64_t now() const { return now_ms() + ahead_ms; }
    std::int64_t guard_at() const { return now() - 300'000; }
    static std::string name(std::int64_t number) {
        const std::string digits = std::to_string(number);
        return "shop." + std::string(8 - digits.size(), '0') + digits;
    }

    std::optional<std::pair<std::int64_t, std::int64_t>> one(const std::string& query,
                                                             std::initializer_list<sql::parameter> values) {
        const auto found = rows(*link_, query, values, 2).value();
        if (found.empty()) return {};
        return std::pair{sql::integer(found[0][0], "it").value(), sql::integer(found[0][1], "it").value()};
    }

    std::optional<std::pair<std::int64_t, std::int64_t>> take_reverted(const std::string& instance) {
        const auto found = rows(*link_,
                                "select machine_id, last_timestamp from cosid_machine where namespace=? and "
                                "(instance_id='' or last_timestamp<=?)",
                                {"shop", guard_at()}, 2)
                               .value();
        for (const auto& each : found) {
            const auto number = sql::integer(each[0], "it").value();
            const auto taken =
                link_->execute("update cosid_machine set instance_id=?,last_timestamp=?,distribute_time=? "
                               "where name=? and (instance_id='' or last_timestamp<=?)",
                               {instance, now(), now(), name(number), guard_at()});
            if (taken.value() > 0) return std::pair{number, sql::integer(each[1], "it").value()};
        }
        return {};
    }

    const std::unique_ptr<sql::connection> link_;
};

class on_a_server : public ::testing::TestWithParam<const char*> {
  protected:
    on_a_server() {
        const bool mysql = to.kind == sql::dialect::mysql;
        const std::string number = mysql ? " BIGINT UNSIGNED" : " BIGINT";
        for (const char* each : {"vesta_machine_lease", "cosid_machine", "WORKER_NODE"})
            run_sql(to, std::string{"DROP TABLE IF EXISTS "} + each);
        run_sql(to,
                "CREATE TABLE cosid_machine (name VARCHAR(100) NOT NULL PRIMARY KEY, namespace VARCHAR(100) NOT NULL, "
                "machine_id " +
                    std::string{mysql ? "INTEGER UNSIGNED" : "INTEGER"} + " NOT NULL DEFAULT 0, last_timestamp" +
                    number + " NOT NULL DEFAULT 0, instance_id VARCHAR(100) NOT NULL DEFAULT '', distribute_time" +
                    number + " NOT NULL DEFAULT 0, revert_time" + number + " NOT NULL DEFAULT 0)");
        run_sql(to,
                "CREATE TABLE WORKER_NODE (ID " +
                    std::string{mysql ? "BIGINT NOT NULL AUTO_INCREMENT" : "BIGINT GENERATED BY DEFAULT AS IDENTITY"} +
                    " PRIMARY KEY, HOST_NAME VARCHAR(64) NOT NULL, PORT VARCHAR(64) NOT NULL, TYPE INT NOT NULL, "
                    "LAUNCH_DATE DATE NOT NULL, MODIFIED TIMESTAMP NOT NULL, CREATED TIMESTAMP NOT NULL)");
        on = std::make_shared<sql::connections>(to);
        table = std::make_shared<sql::machine_leases>(on);
    }

    machine_lease start(const std::string& instance) {
        auto leases =
            assigned_ids{std::make_shared<sql::cosid_machines>(on, "shop"), table, 5s}.acquire({.instance = instance});
        return std::move(leases.value().front());
    }

    /// The first column of a row of one of ours.
    std::string told(const std::string& what, std::int64_t number) {
        const auto link = sql::connection::open(to).value();
        return rows(*link, "SELECT " + what + " FROM cosid_machine WHERE machine_id = ?", {number}, 1)
            .value()
            .at(0)[0]
            .value();
    }

    const sql::options to = options_of(GetParam());
    std::shared_ptr<sql::connections> on;
    std::shared_ptr<lease_table> table;
};

using cosids_machines = on_a_server;

TEST_P(cosids_machines, are_shared_by_its_nodes_and_ours_one_owner_each) {
    std::mutex guard;
    std::multiset<std::int64_t> taken;
    std::vector<machine_lease> ours;
    {
        std::vector<std::jthread> nodes;
        for (int i = 0; i < 4; ++i)
            nodes.emplace_back([&, i] {
                for (int j = 0; j < 5; ++j) {
                    machine_lease made = start("node-" + std::to_string(i) + "-" + std::to_string(j));
                    const std::lock_guard held{guard};
                    taken.insert(made.id.value);
                    ours.push_back(std::move(made));
                }
            });
        for (int i = 0; i < 4; ++i)
            nodes.emplace_back([&, i] {
                a_distributor_of_theirs theirs{to};
                for (int j = 0; j < 10; ++j) {
                    const std::string instance = "10.0.0." + std::to_string(i) + ":" + std::to_string(j);
                    const auto number = theirs.distribute(instance).first;
                    if (j % 2 == 0) {
                        theirs.revert(instance);
                        continue;
                    }
                    const std::lock_guard held{guard};
                    taken.insert(number);
                }
            });
    }
    EXPECT_EQ(taken.size(), 40U);
    EXPECT_EQ(std::set<std::int64_t>(taken.begin(), taken.end()).size(), 40U) << "two have one machine ID";
    for (const auto& each : ours)
        EXPECT_TRUE(each.mark->advance(each.mark->value())) << "and its row says so";
}

TEST_P(cosids_machines, are_kept_by_marks_that_its_nodes_read) {
    a_distributor_of_theirs theirs{to};
    const machine_lease mine = start("node-a");
    const unix_ms mark{std::chrono::milliseconds{now_ms() + 3'000}};
    ASSERT_TRUE(mine.mark->advance(mark));
    EXPECT_EQ(told("last_timestamp", 0), std::to_string(mark.time_since_epoch().count()));
    EXPECT_NE(theirs.distribute("10.0.0.9:8080").first, 0) << "while we live";
    theirs.ahead_ms = 299'000; // all but five minutes
    EXPECT_NE(theirs.distribute("10.0.0.9:8081").first, 0);
    theirs.revert("vesta:node-b");
    EXPECT_EQ(told("instance_id", 0), "vesta:node-a");
}

TEST_P(cosids_machines, are_lost_to_a_node_whose_ids_lie_above_all_of_ours) {
    a_distributor_of_theirs theirs{to};
    const machine_lease mine = start("node-a");
    const unix_ms mark{std::chrono::milliseconds{now_ms() + 3'000}};
    ASSERT_TRUE(mine.mark->advance(mark));
    theirs.ahead_ms = 400'000; // or we paused for as long
    const auto [number, last] = theirs.distribute("10.0.0.9:8080");
    ASSERT_EQ(number, 0);
    EXPECT_EQ(last, mark.time_since_epoch().count()) << "which it waits for";
    EXPECT_GT(now_ms() + theirs.ahead_ms, last) << "its IDs begin here";
    const auto lost = mine.mark->advance(mark + 1s);
    ASSERT_FALSE(lost);
    EXPECT_EQ(lost.error().code, errc::lease_lost);
    EXPECT_EQ(mine.mark->value(), mark) << "nothing above it is covered";
    EXPECT_FALSE(mine.mark->release(mark)) << "nor does giving back write into the other's row";
    EXPECT_EQ(told("instance_id", 0), "10.0.0.9:8080");
    EXPECT_TRUE(theirs.guard("10.0.0.9:8080", 0));
    EXPECT_NE(start("node-a").id, mine.id) << "a row that CosId had stays CosId's";
}

TEST_P(cosids_machines, may_be_taken_by_its_nodes_when_ours_are_gone) {
    a_distributor_of_theirs theirs{to};
    const unix_ms used{std::chrono::milliseconds{now_ms()}};
    {
        const machine_lease mine = start("node-a");
        ASSERT_TRUE(mine.mark->advance(used + 3s));
        ASSERT_TRUE(mine.mark->release(used));
    }
    EXPECT_EQ(told("last_timestamp", 0), std::to_string(used.time_since_epoch().count()));
    theirs.ahead_ms = 301'000; // five minutes later
    EXPECT_EQ(theirs.distribute("10.0.0.9:8080"), std::pair(std::int64_t{0}, used.time_since_epoch().count()));
}

using uid_generators_workers = on_a_server;

TEST_P(uid_generators_workers, have_a_number_of_their_own_at_each_start) {
    const auto by = std::make_shared<sql::worker_nodes>(on);
    assigned_ids provider{by, table, 5s};
    std::multiset<std::int64_t> taken;
    std::mutex guard;
    {
        std::vector<std::jthread> nodes;
        for (int i = 0; i < 4; ++i)
            nodes.emplace_back([&] {
                for (int j = 0; j < 5; ++j) {
                    const auto made = provider.acquire({.instance = "10.0.0.1:8080"}).value();
                    const std::lock_guard held{guard};
                    taken.insert(made.front().id.value);
                }
            });
        for (int i = 0; i < 2; ++i) // uid-generator's own start
            nodes.emplace_back([&] {
                const auto link = sql::connection::open(to).value();
                for (int j = 0; j < 5; ++j)
                    link->execute(
                            "INSERT INTO WORKER_NODE (HOST_NAME, PORT, TYPE, LAUNCH_DATE, MODIFIED, CREATED) VALUES "
                            "('10.0.0.9', '1479724800000-4711', 2, CURRENT_DATE, NOW(), NOW())")
                        .value();
            });
    }
    EXPECT_EQ(taken.size(), 20U);
    EXPECT_EQ(std::set<std::int64_t>(taken.begin(), taken.end()).size(), 20U);
    const auto link = sql::connection::open(to).value();
    EXPECT_EQ(rows(*link, "SELECT COUNT(*) FROM WORKER_NODE", {}, 1).value().at(0)[0], "30");
    run_sql(to, "INSERT INTO WORKER_NODE VALUES (1023, 'far', '0', 2, CURRENT_DATE, NOW(), NOW())");
    EXPECT_EQ(provider.acquire({.instance = "10.0.0.1:8080"}).error().code, errc::exhausted);
}

TEST_P(uid_generators_workers, are_not_spent_while_the_leases_are_away) {
    run_sql(to, "CREATE TABLE vesta_machine_lease (id VARCHAR(10) PRIMARY KEY)"); // no such one
    assigned_ids provider{std::make_shared<sql::worker_nodes>(on), table, 5s};
    EXPECT_FALSE(provider.acquire({.instance = "10.0.0.1:8080"}));
    const auto link = sql::connection::open(to).value();
    EXPECT_EQ(rows(*link, "SELECT COUNT(*) FROM WORKER_NODE", {}, 1).value().at(0)[0], "0");
    run_sql(to, "DROP TABLE vesta_machine_lease");
}

const auto servers = ::testing::Values("mariadb", "postgresql");
const auto name_of_server = [](const auto& each) { return std::string{each.param}; };
INSTANTIATE_TEST_SUITE_P(on, cosids_machines, servers, name_of_server);
INSTANTIATE_TEST_SUITE_P(on, uid_generators_workers, servers, name_of_server);

} // namespace
} // namespace vesta::testing
