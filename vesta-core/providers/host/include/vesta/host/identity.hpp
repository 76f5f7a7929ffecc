#pragma once

#include <vesta/base/result.hpp>
#include <vesta/host/address.hpp>
#include <vesta/machine/lease.hpp>

#include <map>
#include <string>
#include <string_view>

namespace vesta::host {

/// The name of this host.
///
/// Errors: `internal` from the system.
result<std::string> host_name();

/// The number at the end of a host name's first label: 3 for "vesta-3" and "vesta-3.vesta.default.svc". Kubernetes
/// numbers the pods of a StatefulSet so.
///
/// Errors: `invalid_settings` if the label does not end in "-<number>".
result<std::uint32_t> ordinal(std::string_view host_name);

/// The machine ID that @p map assigns to @p self.
///
/// Errors: `invalid_settings`, naming the address and those in the map.
result<machine_id> look_up(const std::map<address, machine_id>& map, const address& self);

} // namespace vesta::host
