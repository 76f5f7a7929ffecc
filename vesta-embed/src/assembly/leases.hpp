#pragma once

#include "providers.hpp"

#include <vesta/embed/settings.hpp>
#include <vesta/machine/assigned_ids.hpp>
#include <vesta/machine/lease.hpp>
#include <vesta/machine/lease_table.hpp>
#include <vesta/machine/lease_terms.hpp>

#include <memory>
#include <string>

namespace vesta::embed {

/// The provider of machine-id.database, zookeeper, etcd or kubernetes. @p address is this host's; with the
/// port of the server that will publish IDs it names the instance if the settings do not.
///
/// Errors: `invalid_settings`.
result<std::unique_ptr<machine_id_provider>> make_lending_provider(const settings& from, std::string address,
                                                                   const provider_context& context);

/// @p from, asked in the name of this instance: the settings' name, else @p address and the port of a server.
std::unique_ptr<machine_id_provider> named_by(std::unique_ptr<machine_id_provider> from, const settings& by,
                                              std::string address);

/// How another program's format assigns machine IDs, as machine-id names it: read only, so that nothing is assigned.
///
/// Errors: `invalid_settings`; `invalid_argument` for settings that name no such format.
result<std::shared_ptr<id_assignment>> open_assignment(const settings& from);

/// The table of machine IDs in the store of that name, an SQL one, etcd or Kubernetes.
///
/// Errors: `invalid_settings`.
result<std::shared_ptr<lease_table>> open_lease_table(const settings& from, const std::string& store);

/// Whether the store of that name has a clock of its own. A file's is this host's, and says nothing about it.
bool has_own_clock(const settings& from, const std::string& store);

/// The terms on which these settings hold machine IDs.
lease_terms terms_of(const settings& from);

/// The table that holds machine IDs, for any provider; null if the settings name none.
struct shared_leases {
    std::shared_ptr<lease_table> table;
    lease_terms terms;
};
result<shared_leases> open_shared_leases(const settings& from);

} // namespace vesta::embed
