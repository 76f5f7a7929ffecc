#pragma once

#include <vesta/base/result.hpp>

#include <cstdint>
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
/// Errors: `invalid_settings` if the label does not end in "-<number>", or zeros precede the number: "a-3" and
/// "a-03" would be two hosts with one.
result<std::uint32_t> ordinal(std::string_view host_name);

} // namespace vesta::host
