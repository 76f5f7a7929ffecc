// Who may use what is in the store: logins, rights, and rows that are none of ours.
#include "lease_tables.hpp"
#include "support/control.hpp"
#include "support/sql_options.hpp"
#include "support/zookeeper.hpp"

#include <vesta/machine/leased_ids.hpp>
#include <vesta/sql/machine_assignments.hpp>
#include <vesta/sql/machine_leases.hpp>
#include <vesta/zookeeper/leaf_forever.hpp>
#include <vesta/zookeeper/lease_nodes.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using namespace std::chrono_literals;

TEST_F(lease_tables, need_no_right_to_create_where_they_are_there) {
    make_ours();
    EXPECT_TRUE(leased_ids(seen_with("select, insert, update"), 5min).acquire({.instance = "node-a"}));
}

TEST_F(lease_tables, that_are_missing_and_cannot_be_made_are_named) {
    const auto why = refusal(seen_with("select, insert, update"));
    EXPECT_EQ(why.code, errc::invalid_settings);
    EXPECT_THAT(why.message, HasSubstr("stores.main"));
    EXPECT_THAT(why.message, HasSubstr("vesta_machine_lease"));
    EXPECT_THAT(why.message, HasSubstr("create the table"));
}

TEST_F(lease_tables, that_may_not_be_written_say_which_right_is_missing) {
    make_ours();
    const auto why = refusal(seen_with("select"));
    EXPECT_EQ(why.code, errc::invalid_settings);
    EXPECT_THAT(why.message, HasSubstr("grant this user SELECT, INSERT and UPDATE"));
}

TEST_F(lease_tables, of_another_make_name_the_column) {
    run_as_root(
        "create table leases.vesta_machine_lease (id bigint not null primary key, instance varchar(200) not null)");
    const auto why = refusal(seen_with("all"));
    EXPECT_EQ(why.code, errc::invalid_settings);
    EXPECT_THAT(why.message, HasSubstr("token"));
    EXPECT_THAT(why.message, HasSubstr("lacks a column"));
}

TEST_F(lease_tables, pass_over_machine_ids_that_the_layout_has_no_room_for) {
    make_ours();
    run_as_root("insert into leases.vesta_machine_lease (id, instance, token, mark_ms, version, ends_ms) "
                "values (70000, 'other fleet', '', 0, 0, 0)");
    EXPECT_TRUE(leased_ids(seen_with("select, insert, update"), 5min).acquire({.instance = "node-a"}));
}

TEST_F(lease_tables, are_closed_to_a_wrong_password_and_no_text_shows_it) {
    const auto table = seen_with("all");
    to.password = "another-secret";
    const auto why = refusal(std::make_shared<sql::machine_leases>(std::make_shared<sql::connections>(to)));
    EXPECT_EQ(why.code, errc::invalid_settings);
    EXPECT_THAT(why.message, HasSubstr("stores.main"));
    EXPECT_THAT(why.message, HasSubstr("correct user or password"));
    EXPECT_THAT(why.message, Not(HasSubstr("another-secret")));
}

TEST_F(lease_tables, on_a_host_that_nobody_knows_name_the_setting) {
    to.host = "no-such-host.invalid";
    const auto why = refusal(std::make_shared<sql::machine_leases>(std::make_shared<sql::connections>(to)));
    EXPECT_EQ(why.code, errc::store_unavailable);
    EXPECT_THAT(why.message, HasSubstr("no-such-host.invalid"));
    EXPECT_THAT(why.message, HasSubstr("correct host"));
}

TEST_F(lease_tables, demand_tls_where_it_was_asked_for) {
    to.tls = sql::tls_mode::required;
    const auto why = refusal(std::make_shared<sql::machine_leases>(std::make_shared<sql::connections>(to)));
    EXPECT_EQ(why.code, errc::invalid_settings);
    EXPECT_THAT(why.message, HasSubstr("tls"));
}

TEST_F(lease_tables, of_vesta_and_leaf_that_are_missing_are_named) {
    seen_with("all");
    const auto on = std::make_shared<sql::connections>(to);
    EXPECT_THAT(sql::vesta_table{on}.find("10.0.0.1").error().message, HasSubstr("DB_MACHINE_ID_PROVIDER"));
    EXPECT_THAT(sql::leaf_table{on}.find("10.0.0.1:80").error().message, HasSubstr("leaf_workerid_alloc"));
}

// A14
TEST(lease_nodes, that_are_bad_stop_nobody_and_are_named_when_nothing_else_is_left) {
    const std::string fleet = new_fleet();
    const auto session = new_session();
    const auto table = std::make_shared<zookeeper::lease_nodes>(session, fleet);
    const std::string folder = "/vesta/" + fleet + "/machines";
    const std::string row = "instance x\ntoken \nmark 0\nlease-ms 0\n";
    ASSERT_TRUE(session->make_path(folder));
    ASSERT_TRUE(session->create(folder + "/0", "garbage"));
    ASSERT_TRUE(session->create(folder + "/1", "vesta-lease 3\n" + row));
    ASSERT_TRUE(session->create(folder + "/2", "vesta-lease 2\n" + row));
    ASSERT_TRUE(session->create(folder + "/3", "vesta-lease 1\n" + row));
    const auto held = leased_ids{table, 5min}.acquire({.instance = "node-a", .max_id = 3});
    ASSERT_TRUE(held) << held.error().message;
    EXPECT_EQ(held->front().id, machine_id{3}) << "one of 0.1.0";
    EXPECT_THAT(session->get(folder + "/3")->data, ::testing::StartsWith("vesta-lease 2\n"));
    const auto why = leased_ids{table, 5min}.acquire({.instance = "node-b", .max_id = 3}).error();
    for (const char* const part : {"0 (it does not begin", "1 (its format is 3", "2 (its lines", "3 'node-a'"})
        EXPECT_THAT(why.message, HasSubstr(part));
}

/// A session with the ensemble as some user.
std::shared_ptr<zookeeper::session> logged_in(const std::string& fleet, const std::string& password) {
    zookeeper::options with{.hosts = server_setting("VESTA_TEST_ZOOKEEPER"), .call_timeout = 10s};
    with.user = "vesta";
    with.password = password;
    with.own_path = "/vesta/" + fleet;
    return std::make_shared<zookeeper::session>(with);
}

TEST(lease_nodes_of_a_user, are_closed_to_everybody_else) {
    const std::string fleet = new_fleet();
    const auto table = std::make_shared<zookeeper::lease_nodes>(logged_in(fleet, "hush-hush"), fleet);
    const auto held = leased_ids{table, 5min}.acquire({.instance = "node-a"}).value();
    EXPECT_TRUE(held.front().mark->advance(held.front().mark->value() + 1s));

    const auto nobody = refusal(std::make_shared<zookeeper::lease_nodes>(new_session(), fleet));
    EXPECT_EQ(nobody.code, errc::state_unusable);
    EXPECT_THAT(nobody.message, HasSubstr("access denied to everybody"));

    const auto wrong = refusal(std::make_shared<zookeeper::lease_nodes>(logged_in(fleet, "another-secret"), fleet));
    EXPECT_THAT(wrong.message, HasSubstr("machine-id.zookeeper.user"));
    EXPECT_THAT(wrong.message, Not(HasSubstr("another-secret")));

    const auto other = new_fleet();
    EXPECT_TRUE(leased_ids(std::make_shared<zookeeper::lease_nodes>(new_session(), other), 5min)
                    .acquire({.instance = "node-a"}))
        << "the fleets beside it have nodes of their own";
}

TEST(leafs_nodes_of_a_user, stay_open_for_the_leafs_of_the_cluster) {
    const std::string fleet = new_fleet();
    zookeeper::leaf_forever ours{logged_in(fleet, "hush-hush"), fleet};
    const auto place = ours.find("10.0.0.1:8080");
    ASSERT_TRUE(place) << place.error().message;
    zookeeper::leaf_forever leafs{new_session(), fleet};
    EXPECT_TRUE(leafs.record(place->id, "10.0.0.1:8080", unix_ms{1s}));
}

} // namespace
} // namespace vesta::testing
