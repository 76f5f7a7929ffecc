#include "store_checks.hpp"

#include "choices.hpp"

#include <vesta/base/list.hpp>
#include <vesta/base/quote.hpp>

#include <algorithm>
#include <iterator>
#include <span>

namespace vesta::embed {
namespace {

std::string_view name_of(store_kind kind) {
    return std::ranges::find(store_choices, kind, &choice<store_kind>::value)->name;
}

} // namespace

void check_store_named(const settings& all, const std::string& path, const std::string& name,
                       const std::vector<store_kind>& more) {
    const auto store = all.stores.find(name);
    require(store != all.stores.end(), path, "is " + in_quotes(name) + ", which is not below stores");
    const store_kind is = store->second.kind;
    std::vector<std::string_view> good{"mysql", "postgresql", "sqlite"};
    std::ranges::transform(more, std::back_inserter(good), name_of);
    require(std::ranges::find(good, name_of(is)) != good.end(), path,
            "is of kind " + std::string{name_of(is)} + "; it must be " +
                listed(std::span{good}.first(good.size() - 1)) + " or " + std::string{good.back()});
}

void check_lending_store(const settings& all) {
    const bool of_etcd = all.machine_id.provider == id_provider::etcd;
    const std::string kind{name_of(of_etcd ? store_kind::etcd : store_kind::kubernetes)};
    const std::string path = "machine-id." + kind + ".store", name = all.lending_store();
    require(!name.empty(), path, "is needed: stores has none of kind " + kind + ", or more than one");
    const auto store = all.stores.find(name);
    require(store != all.stores.end(), path, "is " + in_quotes(name) + ", which is not below stores");
    require(name_of(store->second.kind) == kind, path, "is " + in_quotes(name) + ", which is not of kind " + kind);
}

void check_store(const std::string& path, const store_settings& of) {
    require(of.kind != store_kind::sqlite || !of.file.empty(), path + ".file", "is needed with kind: sqlite");
    const bool is_named = (of.kind != store_kind::mysql && of.kind != store_kind::postgresql) || !of.database.empty();
    require(is_named, path + ".database", "is needed with kind: mysql and postgresql");
    require(of.kind != store_kind::sqlite || of.tls == store_tls::off, path + ".tls",
            "is for kind: mysql, postgresql, redis, etcd and kubernetes");
    const bool is_kubernetes = of.kind == store_kind::kubernetes;
    const bool always_verified = of.kind == store_kind::redis || of.kind == store_kind::etcd || is_kubernetes;
    require(!always_verified || of.tls != store_tls::required, path + ".tls",
            is_kubernetes ? "is required; with kind: kubernetes it must be verified, as it is if left out"
                          : "is required; with kind: redis and etcd it must be off or verified");
    require(is_kubernetes || of.space.empty(), path + ".namespace", "is for kind: kubernetes");
    require(!is_kubernetes || of.user.empty(), path + ".user",
            "is not for kind: kubernetes, where the token says who asks");
    require(of.ca_file.empty() || of.tls == store_tls::verified, path + ".ca-file", "is used with tls: verified only");
    require(of.certificate.empty() || of.tls != store_tls::off, path + ".certificate", "is used with tls only");
    check_pair(path, of);
    check_secret(path, of.password_file, of.password_env);
}

} // namespace vesta::embed
