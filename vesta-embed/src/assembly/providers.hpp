#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/machine/lease.hpp>

#include <memory>

namespace vesta::embed {

/// The machine-ID provider that the settings ask for. Errors: `invalid_settings`, naming the key to set.
result<std::unique_ptr<machine_id_provider>> make_provider(const settings& from);

/// Whether the machine IDs that the settings list suit @p request. Asks neither this host nor a store, so that settings
/// can be checked elsewhere. Error: `invalid_settings`.
result<void> check_listed_ids(const settings& from, const lease_request& request);

} // namespace vesta::embed
