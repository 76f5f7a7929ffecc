#pragma once

#include <vesta/machine/lease_memory.hpp>

#include <string>

namespace vesta::testing {

/// What a host would remember of machine IDs that a store lent to the processes of a test.
class remembered_leases final : public lease_memory {
  public:
    std::string where() const override { return "the memory of the test"; }
    marks load() override { return all; }
    void keep(machine_id id, unix_ms mark, bool for_good) override {
        all.insert_or_assign(id, mark);
        synchronised = for_good;
    }
    void forget(machine_id id) override { all.erase(id); }

    marks all;
    bool synchronised = false;
};

} // namespace vesta::testing
