#pragma once

#include "peers/inquiry.hpp"

#include <vesta/embed/settings.hpp>
#include <vesta/rest/server.hpp>
#include <vesta/rpc/server.hpp>
#include <vesta/tls/context.hpp>

#include <optional>
#include <string>
#include <vector>

namespace vesta::cli {

/// The server's options from the settings.
///
/// Errors: `invalid_settings` for a password that cannot be read.
result<rpc::server_options> rpc_options(const embed::rpc_settings& from);
rest::server_options rest_options(const embed::rest_settings& from);

/// The TLS of both servers; null for one that is plain, or not enabled.
struct server_tls {
    tls::shared_context rest;
    tls::shared_context rpc;
    std::vector<std::string> warnings; ///< For operators, each with its setting.
};

/// Reads the certificates and keys that the settings name.
///
/// Errors: `invalid_settings`, with the setting, the file, and what is wrong.
result<server_tls> read_tls(const embed::settings& from);

/// How peers are asked by TLS; none: in the open.
///
/// Errors: `invalid_settings`, as above.
result<std::optional<tls::client_options>> peers_tls(const embed::settings& from);

/// How peers know this server, and it them.
///
/// Errors: `invalid_settings`, as above, and for a secret that cannot be read.
result<introduction> introduce(const embed::settings& from);

} // namespace vesta::cli
