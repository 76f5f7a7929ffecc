#pragma once

#include <vesta/machine/assigned_ids.hpp>
#include <vesta/sql/connection.hpp>

#include <memory>

namespace vesta::sql {

/// The table WORKER_NODE of uid-generator: each start inserts a row, whose number is the machine ID of that start
/// alone. So no two starts, of whichever of the two programs, have the same one.
///
/// Thread-safety: safe.
class worker_nodes final : public id_assignment {
  public:
    explicit worker_nodes(std::shared_ptr<connections> on) : on_{std::move(on)} {}

    /// As `assign` where every machine ID fits.
    result<place> find(const std::string& instance) override;

    /// A new row, each time.
    ///
    /// Errors: `exhausted` where the next number does not fit, without a row where that is known before;
    /// `state_unusable` for a number that is no machine ID; those of `connection`.
    result<place> assign(const lease_request& request) override;

    result<void> record(machine_id, const std::string&, unix_ms) override { return {}; }

  private:
    const std::shared_ptr<connections> on_;
};

} // namespace vesta::sql
