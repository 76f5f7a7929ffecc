#include "checks.hpp"
#include "endpoint.hpp"
#include "store_checks.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/host/address.hpp>

namespace vesta::embed {
namespace {

void check_property(const property_settings& of) {
    const int ways = (of.id ? 1 : 0) + (of.ids.empty() ? 0 : 1) + (of.host_name_ordinal ? 1 : 0);
    require(ways <= 1, "machine-id.property", "gives more than one of id, ids and host-name-ordinal; keep one");
    require(of.offset == 0 || of.host_name_ordinal, "machine-id.property.offset",
            "is only for host-name-ordinal: true");
}

void check_ip_map(const std::map<std::string, std::uint32_t>& map) {
    std::map<std::string, std::string> places;
    std::map<std::uint32_t, std::string> owners;
    for (const auto& [text, id] : map) {
        const auto place = parse_endpoint(text);
        require(place.has_value(), "machine-id.ip-map",
                "has " + in_quotes(text) + ", which is not an IPv4 or IPv6 address, nor address:port");
        const auto [same, is_new] = places.emplace(place->text(), text);
        require(is_new, "machine-id.ip-map", "has one address in two forms, " + same->second + " and " + text);
        const auto [owner, is_free] = owners.emplace(id, text);
        require(is_free, "machine-id.ip-map",
                "gives machine ID " + std::to_string(id) + " to both " + owner->second + " and " + text +
                    "; two hosts with one machine ID make the same IDs");
    }
}

void check_zookeeper(const zookeeper_settings& of) {
    const std::string path = "machine-id.zookeeper";
    require(!of.name.empty() && of.name.find('/') == std::string::npos, path + ".name",
            "is " + in_quotes(of.name) + "; it must be one path element, without a slash");
    require(of.user.find(':') == std::string::npos, path + ".user", "has a colon, which ends a user's name");
    const bool has_password = !of.password_file.empty() || !of.password_env.empty();
    require(of.user.empty() != has_password, path, "needs both or none of user and a password");
    check_secret(path, of.password_file, of.password_env);
    require(of.tls == store_tls::off, path + ".tls",
            "must be off: this system's client library of ZooKeeper has no TLS; docs/tls.md says how a program beside "
            "vesta adds it");
}

void check_set_aside(const machine_id_settings& of) {
    const auto is_free = [&](std::uint32_t id, const std::string& path) {
        require(!of.backfill || id < *of.backfill, path,
                "gives machine ID " + std::to_string(id) + "; those from " + std::to_string(of.backfill.value_or(0)) +
                    " on are set aside for IDs of the past (machine-id.backfill)");
    };
    if (of.property.id) is_free(*of.property.id, "machine-id.property.id");
    for (const std::uint32_t each : of.property.ids)
        is_free(each, "machine-id.property.ids");
    for (const auto& [address, id] : of.ip_map)
        is_free(id, "machine-id.ip-map");
}

bool stays_with_a_node(const database_settings& of) {
    return of.mode == "vesta-table" || of.mode == "leaf-mysql";
}

} // namespace

void check_machine_id(const settings& all) {
    const auto& of = all.machine_id;
    check_set_aside(of);
    check_property(of.property);
    check_ip_map(of.ip_map);
    require(of.address.empty() || host::address::parse(of.address), "machine-id.address",
            "is " + in_quotes(of.address) + ", which is not an IPv4 or IPv6 address");
    require(of.address.empty() || of.interface.empty(), "machine-id", "gives both address and interface; keep one");
    const bool is_in_records = of.provider == id_provider::etcd || of.provider == id_provider::kubernetes;
    const bool leased = (of.provider == id_provider::database && of.database && !stays_with_a_node(*of.database)) ||
                        (of.provider == id_provider::zookeeper && of.zookeeper && of.zookeeper->mode == "leased") ||
                        is_in_records;
    const std::string mode = of.provider == id_provider::database && of.database ? of.database->mode : "leased";
    require(of.leaf_file.empty() || !leased, "machine-id.leaf-file",
            "is for machine IDs that stay with a node; in mode " + mode + " this one's is another");
    require(of.registered_in.empty() || !of.is_lent(), "machine-id.register",
            "is for machine IDs that the settings give, by property, ip-map or ordinal; a store that lends them knows "
            "who has them");
    if (!of.registered_in.empty() && of.registered_in != "none")
        check_store_named(all, "machine-id.register", of.registered_in, {store_kind::etcd, store_kind::kubernetes});
    require(of.provider != id_provider::ip_map || !of.ip_map.empty(), "machine-id.ip-map",
            "is needed with provider: ip-map");
    require(of.provider != id_provider::zookeeper || (of.zookeeper && !of.zookeeper->hosts.empty()),
            "machine-id.zookeeper.hosts", "is needed with provider: zookeeper");
    if (of.zookeeper) check_zookeeper(*of.zookeeper);
    if (is_in_records) check_lending_store(all);
    if (of.provider != id_provider::database) return;
    require(of.database && !of.database->store.empty(), "machine-id.database.store",
            "is needed with provider: database");
    check_store_named(all, "machine-id.database.store", of.database->store);
    const std::size_t length = of.database->space.size();
    require(length >= 1 && length <= 90, "machine-id.database.namespace",
            "has " + std::to_string(length) + " characters; it must have 1 to 90");
}

} // namespace vesta::embed
