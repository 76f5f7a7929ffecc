#pragma once

#include "support/expire.hpp"

#include <vesta/machine/leased_ids.hpp>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace vesta::testing {

/// Marks of these tests may lie anywhere.
inline lease_terms any_mark() {
    lease_terms terms{std::chrono::minutes{5}};
    terms.max_forward = std::chrono::milliseconds{0};
    return terms;
}

/// `leased_ids` that gives only the first few machine IDs.
class few_leased_ids final : public machine_id_provider {
  public:
    few_leased_ids(std::shared_ptr<lease_table> table, std::size_t ids)
        : leased_{std::move(table), any_mark()}, ids_{ids} {}

    result<std::vector<machine_lease>> acquire(const lease_request& request) override {
        lease_request few = request;
        few.max_id = std::min(few.max_id, static_cast<std::uint32_t>(ids_ - 1));
        return leased_.acquire(few);
    }

  private:
    leased_ids leased_;
    const std::size_t ids_;
};

/// What machine_id_provider.hpp wants to know of `leased_ids` over a table of any kind.
class table_environment {
  public:
    /// An owner that the store forgot may have reserved so much.
    static constexpr std::chrono::minutes quarantine{6};

    explicit table_environment(std::shared_ptr<lease_table> table) : table_{std::move(table)} {}

    std::unique_ptr<machine_id_provider> provider(std::size_t ids) {
        return std::make_unique<few_leased_ids>(table_, ids);
    }

    void crash(std::vector<machine_lease> leases) {
        for (const auto& each : leases)
            expire(*table_, each.id);
    }

    machine_lease take_over(machine_id machine) {
        expire(*table_, machine);
        auto taken = few_leased_ids{table_, std::size_t{machine.value} + 1}.acquire({.instance = "heir"}).value();
        return std::move(taken.front());
    }

  protected:
    const std::shared_ptr<lease_table> table_;
};

} // namespace vesta::testing
