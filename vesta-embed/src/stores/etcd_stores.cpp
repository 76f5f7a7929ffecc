#include "client_stores.hpp"

#include <vesta/base/background.hpp>
#include <vesta/etcd/lease_keys.hpp>
#include <vesta/etcd/tag_keys.hpp>

namespace vesta::embed {
namespace {

etcd::options options_of(const etcd_place& in) {
    etcd::options to{.name = in.name, .hosts = in.at.host, .user = in.at.user, .password = in.password};
    if (in.at.port != 0) to.port = in.at.port;
    if (!in.at.database.empty()) to.folder = in.at.database;
    if (in.at.tls != store_tls::off)
        to.tls = tls::client_options{.ca_file = in.at.ca_file, .certificate = in.at.certificate, .key = in.at.key};
    to.call_timeout = in.call_timeout;
    return to;
}

} // namespace

result<lease_store> client_stores::leases(const etcd_place& in) {
    return attempt([&]() -> result<lease_store> {
        const auto on = std::make_shared<etcd::session>(options_of(in));
        return lease_store{std::make_shared<etcd::lease_keys>(on), nullptr, {}};
    });
}

result<std::shared_ptr<segment_store>> client_stores::segments(const etcd_place& in, const std::string& table) {
    return attempt([&]() -> result<std::shared_ptr<segment_store>> {
        return etcd::open_segments(std::make_shared<etcd::session>(options_of(in)), table);
    });
}

} // namespace vesta::embed
