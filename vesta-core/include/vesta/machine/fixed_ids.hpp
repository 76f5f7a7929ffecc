#pragma once

#include <vesta/machine/lease.hpp>

#include <functional>
#include <vector>

namespace vesta {

/// Opens the mark of one machine ID in a local store, exclusively.
using mark_opener = std::function<result<std::unique_ptr<high_water_mark>>(machine_id, const lease_request&)>;

/// Machine IDs that are known beforehand: from the settings, the environment, a host name or an IP map.
///
/// All of them are acquired. Their marks come from a local store.
/// Thread-safety: as the opener.
class fixed_ids final : public machine_id_provider {
  public:
    /// @p origin tells where the IDs come from, for error texts: "machine-id.property.id".
    fixed_ids(std::vector<machine_id> ids, std::string origin, mark_opener open_mark);

    /// All machine IDs. A mark that was never used is first moved up to `lease_request::fresh_from`.
    ///
    /// Errors: `invalid_settings` if there is none, one does not fit the layouts, or one occurs twice; those of the
    /// store.
    result<std::vector<machine_lease>> acquire(const lease_request& request) override;

  private:
    result<void> check(const lease_request& request) const;

    const std::vector<machine_id> ids_;
    const std::string origin_;
    const mark_opener open_mark_;
};

} // namespace vesta
