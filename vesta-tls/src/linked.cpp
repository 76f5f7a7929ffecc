// For programs that link OpenSSL.
#include "openssl/contexts.hpp"

#include <vesta/tls/context.hpp>

namespace vesta::tls {

result<shared_context> make_context(const server_options& how) {
    return openssl::make_server_context(how);
}

result<shared_context> make_context(const client_options& how) {
    return openssl::make_client_context(how);
}

} // namespace vesta::tls
