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

} // namespace
} // namespace vesta::testing
