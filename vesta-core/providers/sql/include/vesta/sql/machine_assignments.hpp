#pragma once

#include <vesta/machine/assigned_ids.hpp>
#include <vesta/sql/connection.hpp>

#include <memory>

namespace vesta::sql {

/// The table DB_MACHINE_ID_PROVIDER(ID, IP) of the original Vesta, in its three steps: the row of this IP; else a row
/// without one, which is taken; else an error. The table has no room for a mark.
///
/// Thread-safety: safe.
class vesta_table final : public id_assignment {
  public:
    explicit vesta_table(std::shared_ptr<connections> on) : on_{std::move(on)} {}

    /// @p instance is the IP as the original writes it.
    ///
    /// Errors: `exhausted` without a free row; `state_unusable` for a number that is no machine ID; those of
    /// `connection`.
    result<place> find(const std::string& instance) override;
    result<void> record(machine_id, const std::string&, unix_ms) override { return {}; }
    result<std::vector<entry>> list() override;

  private:
    const std::shared_ptr<connections> on_;
};

/// The table leaf_workerid_alloc of the Leaf fork with a mysql mode: the worker ID is the row's number; the fork
/// refuses to start below max_timestamp.
///
/// Thread-safety: safe.
class leaf_table final : public id_assignment {
  public:
    explicit leaf_table(std::shared_ptr<connections> on) : on_{std::move(on)} {}

    /// @p instance is ip:port.
    ///
    /// Errors: `invalid_settings` for another form; `state_unusable` for a row that cannot be used; those of
    /// `connection`.
    result<place> find(const std::string& instance) override;
    /// Writes max_timestamp.
    ///
    /// Errors: `state_unusable` if the row was removed; those of `connection`.
    result<void> record(machine_id id, const std::string& instance, unix_ms mark) override;
    result<std::vector<entry>> list() override;

  private:
    const std::shared_ptr<connections> on_;
};

} // namespace vesta::sql
