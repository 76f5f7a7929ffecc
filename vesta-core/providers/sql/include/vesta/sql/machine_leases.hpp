#pragma once

#include <vesta/machine/lease_table.hpp>
#include <vesta/sql/connection.hpp>

#include <memory>

namespace vesta::sql {

/// Leases in the table `vesta_machine_lease`; docs/operating.md has its definition.
///
/// First use makes a missing table, and adds the columns that a table of 0.1.0 lacks. Every write is one statement that
/// commits by itself, conditional on the row's version; only `repair` uses a transaction.
///
/// Errors: as `lease_table`; a lock not released in time is `store_unavailable`.
/// Thread-safety: safe.
class machine_leases final : public lease_table {
  public:
    explicit machine_leases(std::shared_ptr<connections> on) : on_{std::move(on)} {}

    std::string where() const override;
    result<store_moment> store_now() override;
    result<std::vector<lease_row>> rows() override;
    result<lease_row> row(machine_id id, std::uint32_t share = 0) override;
    result<std::optional<lease_write>> put(const lease_row& next, std::chrono::milliseconds lease) override;
    result<void> repair(const lease_row& next) override;

  private:
    result<std::vector<lease_row>> select(const std::string& condition, std::initializer_list<parameter> values);

    const std::shared_ptr<connections> on_;
};

} // namespace vesta::sql
