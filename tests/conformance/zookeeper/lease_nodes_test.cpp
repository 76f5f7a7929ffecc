#include "conformance/lease_reign.hpp"
#include "conformance/lease_rows.hpp"
#include "conformance/lease_table.hpp"
#include "conformance/machine/table_environment.hpp"
#include "conformance/machine_id_provider.hpp"
#include "support/store_proxy.hpp"
#include "support/zookeeper.hpp"

#include <vesta/zookeeper/lease_nodes.hpp>

namespace vesta::testing {
namespace {

class zookeeper_environment : public table_environment {
  public:
    zookeeper_environment() : table_environment{std::make_shared<zookeeper::lease_nodes>(new_session(), new_fleet())} {}
};

/// One that reaches the server through a proxy.
class distant_environment : store_proxy, public table_environment {
  public:
    distant_environment()
        : store_proxy{"zookeeper"},
          table_environment{std::make_shared<zookeeper::lease_nodes>(new_session("127.0.0.1:" + port()), new_fleet())} {
    }

    void break_store() { cut(); }
    void mend_store() {
        heal();
        // The client pauses between attempts to connect; a call that comes too early fails, as it should.
        while (!table_->rows()) {
        }
    }
};

/// Removes a node and all below it, as an operator would.
void remove_all(zookeeper::session& in, const std::string& path) {
    const auto below = in.children(path).value().value();
    for (const auto& each : below)
        ASSERT_TRUE(in.remove(path + "/" + each));
    ASSERT_TRUE(in.remove(path));
}

class zookeeper_store {
  public:
    static constexpr int short_lived = 2000;
    std::shared_ptr<lease_table> open() { return std::make_shared<zookeeper::lease_nodes>(new_session(), fleet_); }
    void remove_row(machine_id id) { remove("machines/" + std::to_string(id.value)); }
    void remove_reign() { remove("reign"); }

  private:
    void remove(const std::string& name) { remove_all(*new_session(), "/vesta/" + fleet_ + "/" + name); }

    const std::string fleet_ = new_fleet();
};

INSTANTIATE_TYPED_TEST_SUITE_P(zookeeper, lease_table_contract, zookeeper_store);
INSTANTIATE_TYPED_TEST_SUITE_P(zookeeper, lease_rows_contract, zookeeper_store);
INSTANTIATE_TYPED_TEST_SUITE_P(zookeeper, lease_reign_contract, zookeeper_store);
INSTANTIATE_TYPED_TEST_SUITE_P(zookeeper, machine_id_provider_contract, zookeeper_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(zookeeper, machine_id_takeover_contract, zookeeper_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(zookeeper, machine_id_fault_contract, distant_environment);

class lease_nodes : public ::testing::Test {
  protected:
    const std::string fleet = new_fleet();
    const std::shared_ptr<zookeeper::session> session = new_session();
    zookeeper::lease_nodes table{session, fleet};
    const std::chrono::minutes term{5};

    lease_row held() { return held_row(table); }
};

TEST_F(lease_nodes, of_a_reign_that_was_removed_in_part_get_another) {
    const std::string reigns = "/vesta/" + fleet + "/reign";
    const std::string first = table.store_now().value().server;
    ASSERT_TRUE(session->remove(reigns + "/" + first));
    const std::string second = table.store_now().value().server;
    EXPECT_NE(second, first);
    EXPECT_EQ(table.store_now().value().server, second);
    EXPECT_EQ(session->children(reigns).value().value().size(), 1U);
}

} // namespace
} // namespace vesta::testing
