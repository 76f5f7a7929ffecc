#pragma once

#include <vesta/machine/assigned_ids.hpp>
#include <vesta/sql/connection.hpp>

#include <memory>

namespace vesta::sql {

/// Vesta's table DB_MACHINE_ID_PROVIDER(ID, IP) and its three steps: the row of this IP; else a row without one, taken;
/// else an error. It has no room for a mark.
class vesta_table final : public id_assignment {
  public:
    explicit vesta_table(std::shared_ptr<connections> on) : on_{std::move(on)} {}

    /// @p instance is the IP as Vesta wrote it.
    result<place> find(const std::string& instance) override;
    result<void> record(machine_id, const std::string&, unix_ms) override { return {}; }

  private:
    const std::shared_ptr<connections> on_;
};

/// The table leaf_workerid_alloc of the Leaf fork's mysql mode: the worker ID is the row's number, and max_timestamp is
/// what the fork refuses to start below.
class leaf_table final : public id_assignment {
  public:
    explicit leaf_table(std::shared_ptr<connections> on) : on_{std::move(on)} {}

    /// @p instance is ip:port.
    result<place> find(const std::string& instance) override;
    result<void> record(machine_id id, const std::string& instance, unix_ms mark) override;

  private:
    const std::shared_ptr<connections> on_;
};

} // namespace vesta::sql
