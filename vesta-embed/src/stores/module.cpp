// The one symbol of the module that `loaded.cpp` loads.
#include "module.hpp"

#include "client_stores.hpp"

extern "C" __attribute__((visibility("default"))) vesta::embed::store_clients* VESTA_STORES_ENTRY() {
    static vesta::embed::client_stores only;
    return &only;
}
