#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/rest/server.hpp>
#include <vesta/rpc/server.hpp>

namespace vesta::cli {

/// The server's options from the settings.
///
/// Errors: `invalid_settings` for a password that cannot be read.
result<rpc::server_options> rpc_options(const embed::rpc_settings& from);
rest::server_options rest_options(const embed::rest_settings& from);

} // namespace vesta::cli
