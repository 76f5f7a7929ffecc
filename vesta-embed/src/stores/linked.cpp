// For programs that link the C++ library, whose linker has found the clients.
#include "client_stores.hpp"

namespace vesta::embed {

result<store_clients*> get_store_clients() {
    static client_stores only;
    return &only;
}

} // namespace vesta::embed
