#include "conformance/lease_rows.hpp"
#include "conformance/lease_table.hpp"
#include "conformance/machine/table_environment.hpp"
#include "conformance/machine_id_provider.hpp"

#include <vesta/testing/memory_leases.hpp>

namespace vesta::testing {
namespace {

class memory_environment : public table_environment {
  public:
    memory_environment() : memory_environment{std::make_shared<memory_leases>(system_wall_clock())} {}

    void break_store() {
        memory_->set_fault([] { return memory_leases::fault::before; });
    }
    void mend_store() { memory_->set_fault({}); }

  protected:
    explicit memory_environment(const std::shared_ptr<memory_leases>& table)
        : table_environment{table}, memory_{table} {}

    const std::shared_ptr<memory_leases> memory_;
};

/// Whose failing writes are done, and only their answers lost.
class silent_environment : public memory_environment {
  public:
    void break_store() {
        memory_->set_fault([] { return memory_leases::fault::after; });
    }
};

class memory_store {
  public:
    static constexpr int short_lived = 2000;
    std::shared_ptr<lease_table> open() { return table_; }

  private:
    const std::shared_ptr<memory_leases> table_ = std::make_shared<memory_leases>(system_wall_clock());
};

INSTANTIATE_TYPED_TEST_SUITE_P(memory_table, lease_table_contract, memory_store);
INSTANTIATE_TYPED_TEST_SUITE_P(memory_table, lease_rows_contract, memory_store);
INSTANTIATE_TYPED_TEST_SUITE_P(memory_table, machine_id_provider_contract, memory_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(memory_table, machine_id_takeover_contract, memory_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(memory_table, machine_id_fault_contract, memory_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(silent_table, machine_id_fault_contract, silent_environment);

} // namespace
} // namespace vesta::testing
