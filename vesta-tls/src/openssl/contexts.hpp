#pragma once

#include <vesta/tls/context.hpp>

namespace vesta::tls::openssl {

/// As `make_context`.
result<shared_context> make_server_context(const server_options& how);
result<shared_context> make_client_context(const client_options& how);

} // namespace vesta::tls::openssl
