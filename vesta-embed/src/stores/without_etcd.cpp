// For builds without the clients of etcd and Kubernetes, which need Boost.
#include "client_stores.hpp"

namespace vesta::embed {
namespace {

error not_built(const store_place& in) {
    return {errc::invalid_settings, in.name + " is of kind etcd or kubernetes, and this program was built without "
                                              "their clients; build it with VESTA_BUILD_ETCD=ON"};
}

} // namespace

result<lease_store> client_stores::leases(const store_place& in) {
    return not_built(in);
}

result<std::shared_ptr<segment_store>> client_stores::segments(const store_place& in, const std::string&) {
    return not_built(in);
}

} // namespace vesta::embed
