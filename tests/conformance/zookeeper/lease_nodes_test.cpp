#include "conformance/lease_table.hpp"
#include "conformance/machine/table_environment.hpp"
#include "conformance/machine_id_provider.hpp"
#include "support/zookeeper.hpp"

#include <vesta/zookeeper/lease_nodes.hpp>

namespace vesta::testing {
namespace {

class zookeeper_environment : public table_environment {
  public:
    zookeeper_environment() : table_environment{std::make_shared<zookeeper::lease_nodes>(new_session(), new_fleet())} {}
};

/// One that reaches the server through a proxy.
class distant_environment : public table_environment {
  public:
    distant_environment() : distant_environment{order("proxy open zookeeper")} {}
    distant_environment(const distant_environment&) = delete;
    distant_environment& operator=(const distant_environment&) = delete;
    ~distant_environment() { order("proxy close " + port_); }

    void break_store() { order("proxy cut " + port_); }
    void mend_store() {
        order("proxy heal " + port_);
        // The client pauses between attempts to connect; a call that comes too early fails, as it should.
        while (!table_->rows()) {
        }
    }

  private:
    explicit distant_environment(const std::string& port)
        : table_environment{std::make_shared<zookeeper::lease_nodes>(new_session("127.0.0.1:" + port), new_fleet())},
          port_{port} {}

    const std::string port_;
};

class zookeeper_store {
  public:
    static constexpr int short_lived = 2000;
    std::shared_ptr<lease_table> open() { return std::make_shared<zookeeper::lease_nodes>(new_session(), fleet_); }

  private:
    const std::string fleet_ = new_fleet();
};

INSTANTIATE_TYPED_TEST_SUITE_P(zookeeper, lease_table_contract, zookeeper_store);
INSTANTIATE_TYPED_TEST_SUITE_P(zookeeper, machine_id_provider_contract, zookeeper_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(zookeeper, machine_id_takeover_contract, zookeeper_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(zookeeper, machine_id_fault_contract, distant_environment);

} // namespace
} // namespace vesta::testing
