#pragma once

#include <vesta/base/result.hpp>
#include <vesta/tls/layer.hpp>
#include <vesta/tls/options.hpp>

#include <memory>
#include <string>
#include <vector>

namespace vesta::tls {

/// What the connections of one server, or of one client, have in common: certificates, keys, authorities, versions.
/// Its files are read once; for others, make another context. A port.
///
/// Thread-safety: safe.
/// Lifetime: its layers keep it.
class context {
  public:
    virtual ~context() = default;

    /// TLS on the connected @p socket. A client's expects the certificate of @p host.
    ///
    /// Errors: throws std::bad_alloc.
    virtual std::unique_ptr<layer> make_layer(int socket, const std::string& host) const = 0;
    /// What an operator should know, one line each: certificates that have expired, keys that others may read.
    virtual const std::vector<std::string>& warnings() const noexcept = 0;
};

using shared_context = std::shared_ptr<const context>;

/// The context of a server.
///
/// Errors: `invalid_settings`, with the file and what is wrong: it cannot be read, is no PEM, or its key does not
/// match.
result<shared_context> make_context(const server_options& how);
/// The context of a client.
///
/// Errors: as above.
result<shared_context> make_context(const client_options& how);

} // namespace vesta::tls
