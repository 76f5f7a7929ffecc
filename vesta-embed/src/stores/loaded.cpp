// For `vesta` and libvesta.so: most users need no database, so its clients are loaded when the settings name one.
#include "module.hpp"
#include "store_clients.hpp"

#include <dlfcn.h>

namespace vesta::embed {
namespace {

using entry = store_clients* (*)();

result<store_clients*> load() {
    // Searched in this file's run path, which the build sets, and in the system's library folders.
    void* const module = ::dlopen(VESTA_STORES_MODULE, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    void* const found = module ? ::dlsym(module, VESTA_STORES_ENTRY_NAME) : nullptr;
    if (found) return reinterpret_cast<entry>(found)();
    const char* const why = ::dlerror(); // NOLINT(concurrency-mt-unsafe): glibc has one for each thread
    return error{errc::invalid_settings,
                 std::string{"the settings name a store, and the clients of stores cannot be loaded: "} +
                     (why ? why : VESTA_STORES_MODULE " has no entry") +
                     "; install " VESTA_STORES_MODULE " beside libvesta.so, or where the system looks for libraries"};
}

} // namespace

result<store_clients*> get_store_clients() {
    static const result<store_clients*> once = load();
    return once;
}

} // namespace vesta::embed
