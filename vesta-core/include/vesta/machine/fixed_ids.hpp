#pragma once

#include <vesta/machine/lease.hpp>

#include <functional>
#include <vector>

namespace vesta {

/// Opens the mark of one machine ID in a local store, exclusively.
using mark_opener = std::function<result<std::unique_ptr<high_water_mark>>(machine_id, const lease_request&)>;

/// Machine IDs that are known beforehand: from the settings, the environment, a host name or an IP map. All of them are
/// taken, and their marks come from a local store.
class fixed_ids final : public machine_id_provider {
  public:
    /// @p origin says where the IDs are from, for error texts: "machine-id.property.id".
    fixed_ids(std::vector<machine_id> ids, std::string origin, mark_opener open_mark);

    /// Errors: `invalid_settings` for no ID at all, one that no layout can hold, or one given twice; those of the
    /// store.
    result<std::vector<machine_lease>> acquire(const lease_request& request) override;

  private:
    result<void> check(const lease_request& request) const;

    const std::vector<machine_id> ids_;
    const std::string origin_;
    const mark_opener open_mark_;
};

} // namespace vesta
