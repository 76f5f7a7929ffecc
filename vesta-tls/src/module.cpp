// The one symbol of the module that `loaded.cpp` loads.
#include "module.hpp"

#include "openssl/contexts.hpp"

extern "C" __attribute__((visibility("default"))) const vesta::tls::makers* VESTA_TLS_ENTRY() {
    static constexpr vesta::tls::makers only{vesta::tls::openssl::make_server_context,
                                             vesta::tls::openssl::make_client_context};
    return &only;
}
