#pragma once

#include <vesta/tls/context.hpp>

// How a program finds the module with OpenSSL. What they exchange are C++ objects, so both must come of one build: the
// name of the file ends in the version. VESTA_TLS_MODULE, that name, is set by the build.

#define VESTA_TLS_ENTRY vesta_tls_contexts
#define VESTA_TLS_ENTRY_NAME "vesta_tls_contexts"

namespace vesta::tls {

/// Makes contexts.
struct makers {
    result<shared_context> (*for_server)(const server_options& how);
    result<shared_context> (*for_client)(const client_options& how);
};

} // namespace vesta::tls
