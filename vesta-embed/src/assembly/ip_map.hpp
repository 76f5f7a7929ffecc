#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/host/address.hpp>
#include <vesta/machine/lease.hpp>

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace vesta::embed {

/// The port that tells processes of one host apart, as ":8080": that of the REST server among @p published, else that
/// of the RPC server; empty where there is neither.
std::string server_port(const settings& from, const std::vector<gen_method>& published);

/// Makes a provider of machine IDs that are known; see `fixed_ids`.
using listed_provider = std::function<std::unique_ptr<machine_id_provider>(machine_id, std::string origin)>;

/// The machine ID that machine-id.ip-map gives to the process at @p self: that of its address and port, else that of
/// its address. Error of `acquire`, beside the store's: `invalid_settings`, naming what was looked for and what there
/// is.
std::unique_ptr<machine_id_provider> make_ip_map_provider(const settings& from, host::address self,
                                                          listed_provider make);

} // namespace vesta::embed
