#include "support/control.hpp"
#include "support/expire.hpp"
#include "support/sql_options.hpp"
#include "support/zookeeper.hpp"

#include <vesta/machine/assigned_ids.hpp>
#include <vesta/sql/machine_assignments.hpp>
#include <vesta/sql/machine_leases.hpp>
#include <vesta/zookeeper/leaf_forever.hpp>
#include <vesta/zookeeper/lease_nodes.hpp>

#include <gtest/gtest.h>

#include <map>
#include <set>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

constexpr unix_ms some_instant{1767225600123ms};

machine_lease start(const std::shared_ptr<id_assignment>& by, const std::shared_ptr<lease_table>& table,
                    const std::string& instance) {
    auto leases = assigned_ids{by, table, 5min}.acquire({.instance = instance}).value();
    return std::move(leases.front());
}

class leafs_znodes : public ::testing::Test {
  protected:
    machine_lease start(const std::string& instance) { return vesta::testing::start(forever, table, instance); }
    std::string data(const std::string& node) { return session->get(folder + "/" + node).value().data; }

    const std::string name = "leaf-" + new_fleet();
    const std::string folder = "/snowflake/" + name + "/forever";
    const std::shared_ptr<zookeeper::session> session = new_session();
    const std::shared_ptr<id_assignment> forever = std::make_shared<zookeeper::leaf_forever>(session, name);
    const std::shared_ptr<lease_table> table = std::make_shared<zookeeper::lease_nodes>(session, name);
};

TEST_F(leafs_znodes, are_written_byte_for_byte_and_worker_0_is_left_alone) {
    const auto first = start("10.0.0.1:8080");
    EXPECT_EQ(first.id, machine_id{1});
    ASSERT_TRUE(first.mark->advance(some_instant));
    EXPECT_EQ(data("10.0.0.1:8080-0000000001"), R"({"ip":"10.0.0.1","port":"8080","timestamp":1767225600123})");
    EXPECT_EQ(start("10.0.0.2:8080").id, machine_id{2});
    EXPECT_EQ(session->children(folder).value()->size(), 2U) << "nothing else is below Leaf's node";
    ASSERT_TRUE(first.mark->release(some_instant - 1s));
    EXPECT_EQ(data("10.0.0.1:8080-0000000001"), R"({"ip":"10.0.0.1","port":"8080","timestamp":1767225599123})");
    const auto again = start("10.0.0.1:8080");
    EXPECT_EQ(again.id, first.id);
    EXPECT_EQ(again.mark->value(), some_instant - 1s);
}

TEST_F(leafs_znodes, that_leaf_wrote_keep_their_worker_and_are_started_above) {
    ASSERT_TRUE(session->make_path(folder));
    ASSERT_TRUE(session->create(folder + "/10.0.0.9:8080-0000000000",
                                R"({"ip":"10.0.0.9","port":"8080","timestamp":1767225600123})"));
    const auto moved = start("10.0.0.9:8080");
    EXPECT_EQ(moved.id, machine_id{0});
    EXPECT_GE(moved.mark->value(), some_instant + 3s) << "Leaf uploads every 3 s only";
}

TEST_F(leafs_znodes, are_listed_with_those_that_no_leaf_can_read) {
    EXPECT_TRUE(forever->list().value().empty()) << "there is no parent";
    ASSERT_TRUE(session->make_path(folder));
    ASSERT_TRUE(session->create(folder + "/10.0.0.9:8080-0000000007",
                                R"({"ip":"10.0.0.9","port":"8080","timestamp":1767225600123})"));
    ASSERT_TRUE(session->create(folder + "/10.0.0.8:8080-0000000008", "nonsense"));
    ASSERT_TRUE(session->create(folder + "/lock", ""));
    std::map<std::string, id_assignment::entry> found;
    for (const auto& each : forever->list().value())
        found[each.instance] = each;
    ASSERT_EQ(found.size(), 3U);
    EXPECT_EQ(found["10.0.0.9:8080"].id, machine_id{7});
    EXPECT_EQ(found["10.0.0.9:8080"].last, some_instant);
    EXPECT_GT(found["10.0.0.9:8080"].written, some_instant) << "by the ensemble's clock";
    EXPECT_NE(found["10.0.0.8:8080"].unusable, "");
    EXPECT_NE(found["lock"].unusable, "");
    EXPECT_FALSE(found["lock"].id);
}

TEST_F(leafs_znodes, refuse_a_second_process_of_the_same_name) {
    const auto first = start("10.0.0.1:8080");
    lease_row row = table->row(first.id).value();
    for (const std::string holder : {"10.0.0.1:8080", "10.0.0.1:8080 elsewhere"}) {
        row.instance = holder;
        row.version = table->put(row, 5min).value().value().version;
        const auto second = assigned_ids{forever, table, 5min}.acquire({.instance = "10.0.0.1:8080"});
        ASSERT_FALSE(second);
        EXPECT_EQ(second.error().code, errc::in_use);
        EXPECT_GT(second.error().retry_after, 4min) << "it says how long, and leaves the waiting to its caller";
    }
}

TEST_F(leafs_znodes, are_not_lowered_by_one_who_lost_the_lease) {
    const auto first = start("10.0.0.1:8080");
    expire(*table, first.id);
    const auto heir = start("10.0.0.1:8080");
    ASSERT_TRUE(heir.mark->advance(some_instant));
    EXPECT_EQ(first.mark->release(unix_ms{}).error().code, errc::lease_lost);
    EXPECT_EQ(data("10.0.0.1:8080-0000000001"), R"({"ip":"10.0.0.1","port":"8080","timestamp":1767225600123})");
}

TEST_F(leafs_znodes, get_no_name_that_leaf_stumbles_over) {
    for (const std::string name_of_node : {"node-a:8080", "10.0.0.1", "10.0.0.1:", "a/b:1"})
        EXPECT_EQ(forever->find(name_of_node).error().code, errc::invalid_settings) << name_of_node;
}

std::shared_ptr<sql::connections> database() {
    return std::make_shared<sql::connections>(mariadb_options());
}

TEST(vestas_table, gives_each_host_the_row_it_has_or_one_that_nobody_has) {
    run_as_root(
        "drop table if exists vesta_machine_lease, DB_MACHINE_ID_PROVIDER;"
        "create table DB_MACHINE_ID_PROVIDER (ID bigint not null, IP varchar(64) default null, primary key (ID), "
        "unique key UK_IP (IP));"
        "insert into DB_MACHINE_ID_PROVIDER values (0, '10.0.0.7'), (1, null), (2, null)",
        "vesta");
    const auto on = database();
    const auto by = std::make_shared<sql::vesta_table>(on);
    const auto table = std::make_shared<sql::machine_leases>(on);
    EXPECT_EQ(start(by, table, "10.0.0.7").id, machine_id{0});
    EXPECT_EQ(start(by, table, "10.0.0.8").id, machine_id{1});
    EXPECT_EQ(start(by, table, "10.0.0.9").id, machine_id{2});
    EXPECT_EQ(start(by, table, "10.0.0.8").id, machine_id{1}) << "for good";
    EXPECT_EQ(by->find("10.0.0.10").error().code, errc::exhausted);
}

TEST(leafs_table, gives_the_rows_number_and_keeps_the_mark_that_leaf_refuses_to_start_below) {
    run_as_root(
        "drop table if exists vesta_machine_lease, leaf_workerid_alloc;"
        "create table leaf_workerid_alloc (id bigint(20) not null auto_increment, ip varchar(127) default null, "
        "port varchar(127) default null, ip_port varchar(127) not null, max_timestamp bigint(20) default null, "
        "create_time timestamp null default null, update_time timestamp null default null on update "
        "current_timestamp, primary key (id), unique key idx_ipport (ip_port));"
        "insert into leaf_workerid_alloc (ip_port, max_timestamp) values ('10.0.0.1:8080', 1767225600123)",
        "vesta");
    const auto on = database();
    const auto by = std::make_shared<sql::leaf_table>(on);
    const auto table = std::make_shared<sql::machine_leases>(on);
    {
        const auto first = start(by, table, "10.0.0.1:8080");
        EXPECT_EQ(first.id, machine_id{1});
        EXPECT_GE(first.mark->value(), some_instant + 3s);
        ASSERT_TRUE(first.mark->advance(some_instant + 1h));
        EXPECT_EQ(by->find("10.0.0.1:8080").value().least, some_instant + 1h);
    }
    EXPECT_EQ(start(by, table, "10.0.0.1:8080").mark->value(), some_instant + 1h);
    EXPECT_EQ(start(by, table, "10.0.0.2:8080").id, machine_id{2});
}

} // namespace
} // namespace vesta::testing
