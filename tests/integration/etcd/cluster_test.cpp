// Members of a cluster that end, hang, and elect others.
#include "integration/machine/fleet.hpp"
#include "support/etcd.hpp"
#include "support/store_proxy.hpp"

#include <vesta/etcd/lease_keys.hpp>

namespace vesta::testing {
namespace {

std::shared_ptr<lease_table> open_keys(const etcd::options& with) {
    return std::make_shared<etcd::lease_keys>(std::make_shared<etcd::session>(with));
}

TEST(a_fleet_on_etcd, makes_no_id_twice_whatever_happens_to_the_cluster) {
    etcd::options with = etcd_options();
    with.call_timeout = std::chrono::seconds{2};
    fleet all{4, [&] { return open_keys(with); }};
    for (const std::string each : {"etcd1", "etcd2", "etcd3"}) { // one of them leads
        order("kill " + each);
        all.goes_on();
        order("start " + each);
        order("pause " + each);
        all.goes_on();
        order("resume " + each);
    }
    order("pause etcd1");
    order("pause etcd2");
    all.has_run_dry();
    order("resume etcd1");
    order("resume etcd2");
    all.goes_on();
    all.ends_without_a_duplicate();
}

TEST(a_session_with_several_members, uses_another_where_one_does_not_answer) {
    store_proxy dead{"etcd1"}, alive{"etcd2"};
    dead.freeze();
    etcd::options with = etcd_options("127.0.0.1:" + dead.port() + ",127.0.0.1:" + alive.port());
    with.call_timeout = std::chrono::seconds{3};
    etcd::session to{with};
    ASSERT_TRUE(to.look());
    EXPECT_TRUE(to.put({.key = to.path("a"), .value = "b"}).value());
    alive.freeze();
    dead.heal();
    const auto found = to.get(to.path("a")); // asked again, since reading twice does no harm
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->value, "b");
}

TEST(a_session_with_several_members, names_each_where_none_answers) {
    store_proxy one{"etcd1"}, other{"etcd2"};
    one.cut();
    other.cut();
    etcd::session to{etcd_options("127.0.0.1:" + one.port() + ",127.0.0.1:" + other.port())};
    const auto failed = to.look();
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, errc::store_unavailable);
    EXPECT_NE(failed.error().message.find(one.port()), std::string::npos) << failed.error().message;
    EXPECT_NE(failed.error().message.find(other.port()), std::string::npos) << failed.error().message;
}

// A write whose answer is lost may have been done: nobody repeats it.
TEST(a_session, does_not_know_of_a_write_that_was_not_answered) {
    store_proxy line{"etcd1"};
    etcd::options with = etcd_options("127.0.0.1:" + line.port());
    with.call_timeout = std::chrono::seconds{1};
    etcd::session to{with};
    ASSERT_TRUE(to.look());
    line.freeze();
    EXPECT_EQ(to.put({.key = to.path("a"), .value = "b"}).error().code, errc::store_unavailable);
    line.heal();
    line.drop();
    with.hosts = server_setting("VESTA_TEST_ETCD_HOSTS");
    EXPECT_TRUE(etcd::session{with}.get(to.path("a")));
}

} // namespace
} // namespace vesta::testing
