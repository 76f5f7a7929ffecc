#pragma once

#include <vesta/machine/lease_table.hpp>
#include <vesta/sql/connection.hpp>

#include <memory>

namespace vesta::sql {

/// Leases in a table `vesta_machine_lease`, which is made on first use where it is missing; docs/operating.md has its
/// definition. Every write is one statement, committed by itself and conditional on the row's version.
class machine_leases final : public lease_table {
  public:
    explicit machine_leases(std::shared_ptr<connections> on) : on_{std::move(on)} {}

    std::string where() const override;
    result<std::vector<lease_row>> rows() override;
    result<lease_row> row(machine_id id) override;
    result<std::optional<std::int64_t>> put(const lease_row& next, std::chrono::milliseconds lease) override;

  private:
    result<std::vector<lease_row>> select(const std::string& condition, std::initializer_list<parameter> values);
    result<std::uint64_t> write(connection& in, const lease_row& next, std::chrono::milliseconds lease);

    const std::shared_ptr<connections> on_;
};

} // namespace vesta::sql
