// For builds without the client of etcd, which needs Boost.
#include "client_stores.hpp"

namespace vesta::embed {
namespace {

error not_built(const etcd_place& in) {
    return {errc::invalid_settings, in.name + " is of kind etcd, and this program was built without its client; build "
                                              "it with VESTA_BUILD_ETCD=ON"};
}

} // namespace

result<lease_store> client_stores::leases(const etcd_place& in) {
    return not_built(in);
}

result<std::shared_ptr<segment_store>> client_stores::segments(const etcd_place& in, const std::string&) {
    return not_built(in);
}

} // namespace vesta::embed
