// A ZooKeeper session that expires is part of normal life.
#include "support/store_proxy.hpp"
#include "support/zookeeper.hpp"

#include <vesta/machine/leased_ids.hpp>
#include <vesta/zookeeper/lease_nodes.hpp>

#include <gtest/gtest.h>

#include <thread>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

TEST(a_session_that_expired, is_made_anew_and_the_lease_goes_on) {
    store_proxy line{"zookeeper1"};
    const auto session = std::make_shared<zookeeper::session>(
        zookeeper::options{.hosts = "127.0.0.1:" + line.port(), .session_timeout = 1s, .call_timeout = 10s});
    const auto table = std::make_shared<zookeeper::lease_nodes>(session, new_fleet());
    const auto leases = leased_ids{table, 5min}.acquire({.instance = "node-a"}).value();
    const auto& mark = leases.front().mark;
    ASSERT_TRUE(mark->advance(unix_ms{1h}));

    line.freeze();
    std::this_thread::sleep_for(4s); // the servers forget a session after one second, and look twice a second
    line.heal();

    // A call that meets the end of the old session fails, as one of which nobody knows whether it took place.
    const auto patience = std::chrono::steady_clock::now() + 60s;
    auto moved = mark->advance(unix_ms{2h});
    while (!moved && std::chrono::steady_clock::now() < patience)
        moved = mark->advance(unix_ms{2h});
    EXPECT_TRUE(moved) << moved.error().message;
    EXPECT_EQ(table->row(leases.front().id).value().mark, unix_ms{2h});
}

} // namespace
} // namespace vesta::testing
