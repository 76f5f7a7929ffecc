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

class zookeeper_store {
  public:
    static constexpr int short_lived = 2000;
    std::shared_ptr<lease_table> open() { return std::make_shared<zookeeper::lease_nodes>(new_session(), fleet_); }

  private:
    const std::string fleet_ = new_fleet();
};

INSTANTIATE_TYPED_TEST_SUITE_P(zookeeper, lease_table_contract, zookeeper_store);
INSTANTIATE_TYPED_TEST_SUITE_P(zookeeper, lease_rows_contract, zookeeper_store);
INSTANTIATE_TYPED_TEST_SUITE_P(zookeeper, machine_id_provider_contract, zookeeper_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(zookeeper, machine_id_takeover_contract, zookeeper_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(zookeeper, machine_id_fault_contract, distant_environment);

/// Removes a node and all below it, as an operator would.
void remove_all(zookeeper::session& in, const std::string& path) {
    const auto below = in.children(path).value().value();
    for (const auto& each : below)
        ASSERT_TRUE(in.remove(path + "/" + each));
    ASSERT_TRUE(in.remove(path));
}

class lease_nodes : public ::testing::Test {
  protected:
    const std::string fleet = new_fleet();
    const std::shared_ptr<zookeeper::session> session = new_session();
    zookeeper::lease_nodes table{session, fleet};
    const std::chrono::minutes term{5};

    /// A row that is held, as its owner knows it.
    lease_row held() {
        lease_row row{.id = {7}, .instance = "node-a", .token = "a", .server = table.store_now().value().server};
        row.version = table.put(row, term).value().value().version;
        return row;
    }
};

// U16: versions count from 0 with each node.
TEST_F(lease_nodes, that_were_removed_and_made_again_are_not_those_that_an_owner_knew) {
    const lease_row known = held();
    remove_all(*session, "/vesta/" + fleet + "/machines/7");
    EXPECT_FALSE(table.put(known, term).value()) << "it is not there";
    lease_row another = known;
    another.version = lease_row::absent;
    another.token = "b";
    ASSERT_TRUE(table.put(another, term).value());
    EXPECT_FALSE(table.put(known, term).value());
    EXPECT_EQ(table.row({7}).value().token, "b");
}

TEST_F(lease_nodes, of_a_reign_that_was_removed_are_written_no_more) {
    const lease_row known = held();
    remove_all(*session, "/vesta/" + fleet + "/reign");
    EXPECT_FALSE(table.put(known, term).value());
    EXPECT_NE(table.store_now().value().server, known.server);
    EXPECT_FALSE(table.put(known, term).value());
    EXPECT_EQ(table.row({7}).value().server, known.server) << "who takes it over waits";
}

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
