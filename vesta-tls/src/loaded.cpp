// For `vesta`: most runs need no TLS, so OpenSSL is loaded when the settings name a certificate.
#include "module.hpp"

#include <dlfcn.h>

namespace vesta::tls {
namespace {

using entry = const makers* (*)();

result<const makers*> load() {
    // Searched in the program's run path, which the build sets, and in the system's library folders.
    void* const module = ::dlopen(VESTA_TLS_MODULE, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    void* const found = module ? ::dlsym(module, VESTA_TLS_ENTRY_NAME) : nullptr;
    if (found) return reinterpret_cast<entry>(found)();
    const char* const why = ::dlerror(); // NOLINT(concurrency-mt-unsafe): glibc has one for each thread
    return error{errc::invalid_settings, std::string{"TLS is asked for, and cannot be loaded: "} +
                                             (why ? why : VESTA_TLS_MODULE " has no entry") +
                                             "; install " VESTA_TLS_MODULE " where the system looks for libraries"};
}

result<const makers*> get_makers() {
    static const result<const makers*> once = load();
    return once;
}

} // namespace

result<shared_context> make_context(const server_options& how) {
    auto makers = get_makers();
    if (!makers) return std::move(makers).error();
    return (*makers)->for_server(how);
}

result<shared_context> make_context(const client_options& how) {
    auto makers = get_makers();
    if (!makers) return std::move(makers).error();
    return (*makers)->for_client(how);
}

} // namespace vesta::tls
