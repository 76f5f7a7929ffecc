#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/host/address.hpp>
#include <vesta/machine/lease.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace vesta::embed {

/// The port that tells the processes of one host apart: that of the REST server if it is among @p published, else that
/// of the RPC server; nothing if there is neither.
std::optional<std::uint16_t> server_port(const settings& from, const std::vector<gen_method>& published);

/// Makes a provider of known machine IDs; see `fixed_ids`.
using listed_provider = std::function<std::unique_ptr<machine_id_provider>(machine_id, std::string origin)>;

/// The machine ID that machine-id.ip-map assigns to the process at @p self: by address and port, else by address.
///
/// Errors of `acquire`, besides the store's: `invalid_settings`, naming the endpoints searched and those in the map.
std::unique_ptr<machine_id_provider> make_ip_map_provider(const settings& from, host::address self,
                                                          listed_provider make);

} // namespace vesta::embed
