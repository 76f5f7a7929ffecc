#include "client_stores.hpp"

#include <vesta/base/background.hpp>
#include <vesta/etcd/lease_keys.hpp>
#include <vesta/etcd/tag_keys.hpp>
#include <vesta/kubernetes/lease_objects.hpp>

namespace vesta::embed {
namespace {

etcd::options options_of(const store_place& in) {
    etcd::options to{.name = in.name, .hosts = in.at.host, .user = in.at.user, .password = in.password};
    if (in.at.port != 0) to.port = in.at.port;
    if (!in.at.database.empty()) to.folder = in.at.database;
    if (in.at.tls != store_tls::off)
        to.tls = tls::client_options{.ca_file = in.at.ca_file, .certificate = in.at.certificate, .key = in.at.key};
    to.call_timeout = in.call_timeout;
    return to;
}

kubernetes::options api_server_of(const store_place& in) {
    kubernetes::options to{.name = in.name,
                           .host = in.at.host,
                           .port = in.at.port,
                           .space = in.at.space,
                           .token = in.password,
                           .token_file = in.at.password_file,
                           .tls = {.ca_file = in.at.ca_file, .certificate = in.at.certificate, .key = in.at.key}};
    if (!in.at.database.empty()) to.fleet = in.at.database;
    to.call_timeout = in.call_timeout / 2; // a write is followed by a look
    return to;
}

} // namespace

result<lease_store> client_stores::leases(const store_place& in) {
    return attempt([&]() -> result<lease_store> {
        if (in.at.kind == store_kind::kubernetes) {
            auto to = kubernetes::completed(api_server_of(in));
            if (!to) return std::move(to).error();
            return lease_store{std::make_shared<kubernetes::lease_objects>(*std::move(to)), nullptr, {}};
        }
        const auto on = std::make_shared<etcd::session>(options_of(in));
        return lease_store{std::make_shared<etcd::lease_keys>(on), nullptr, {}};
    });
}

result<std::shared_ptr<segment_store>> client_stores::segments(const store_place& in, const std::string& table) {
    return attempt([&]() -> result<std::shared_ptr<segment_store>> {
        return etcd::open_segments(std::make_shared<etcd::session>(options_of(in)), table);
    });
}

} // namespace vesta::embed
