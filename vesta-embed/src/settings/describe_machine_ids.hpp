#pragma once

#include "choices.hpp"

// The settings of machine IDs, as describe.hpp has the others.
namespace vesta::embed {

void describe(auto& visit, property_settings& in) {
    visit.item("id", in.id, bounds<std::uint32_t>{0, largest_machine_id}, "The machine ID.");
    visit.list("ids", in.ids, bounds<std::uint32_t>{0, largest_machine_id},
               "A pool of machine IDs, for more throughput.");
    visit.item("host-name-ordinal", in.host_name_ordinal, "As provider ordinal, by its former name.");
    visit.item("offset", in.offset, bounds<std::uint32_t>{0, largest_machine_id}, "Added to that number.");
}

void describe(auto& visit, ordinal_settings& in) {
    visit.item("offset", in.offset, bounds<std::uint32_t>{0, largest_machine_id}, "Added to the host name's number.");
    visit.item("replicas", in.replicas, bounds<std::uint32_t>{1, largest_machine_id},
               "How many hosts there are at most: numbers from this on are refused; absent is any.");
}

void describe(auto& visit, database_settings& in) {
    visit.text("store", in.store, "The name of a store below `stores`.");
    visit.one_of("mode", in.mode, database_modes, "How machine IDs are kept there.");
    visit.text("namespace", in.space, "mode cosid: CosId's namespace (cosid.namespace), 1 to 90 characters.");
}

void describe(auto& visit, zookeeper_settings& in) {
    visit.text("hosts", in.hosts, "host:port[,host:port...]");
    visit.one_of("mode", in.mode, zookeeper_modes, "How machine IDs are kept there.");
    visit.text("name", in.name, "The name of the fleet; Leaf's leaf.name.");
    visit.text("user", in.user, "Log in as this user (digest), and make our nodes for it alone.");
    visit.text("password-file", in.password_file, "A file that holds its password.");
    visit.text("password-env", in.password_env, "The environment variable that holds its password.");
    visit.item("tls", in.tls, tls_choices, "off: the client library has no TLS; docs/tls.md has a way around it.");
}

void describe(auto& visit, lending_settings& in) {
    visit.text("store", in.store, "The name of a store below `stores` of that kind; empty: the only one.");
}

void describe(auto& visit, machine_id_settings& in) {
    visit.item("provider", in.provider, provider_choices, "Where the machine ID comes from.");
    visit.section("property", in.property, "Given here; VESTA_MACHINE_ID overrides it (7, or 8,9,10).");
    visit.addresses("ip-map", in.ip_map,
                    "Machine ID by address, or by address:port of the REST (else RPC) server; or a list of addresses, "
                    "each one's ID being its index.");
    visit.section("ordinal", in.ordinal,
                  "The number at the end of the host name, as a Kubernetes StatefulSet gives it: vesta-3 has 3.");
    visit.text("interface", in.interface, "The network interface whose address is this host's.");
    visit.text("address", in.address, "This host's address; else it is its one site-local address.");
    visit.text(
        "leaf-file", in.leaf_file,
        "The workerID.properties or .json of the Leaf that ran here: IDs start above its own, with its worker ID.");
    visit.item("takeover-margin", in.takeover_margin,
               bounds<std::chrono::milliseconds>{std::chrono::milliseconds{0}, std::chrono::minutes{1}},
               "How far ahead the clock of a former user of the machine ID may be that left no mark: a first start "
               "waits this long, and for the next full tick; 0: there was none.");
    visit.item("backfill", in.backfill, bounds<std::uint32_t>{1, largest_machine_id},
               "Machine IDs from this on are set aside for `vesta make --at`: generators refuse them, and stores lend "
               "lower ones; absent: none are.");
    visit.text(
        "register", in.registered_in,
        "property, ip-map, ordinal: the store below `stores` (any but redis) that registers machine IDs, so that a "
        "second host with one is refused; none: no store; absent: the only such store, if it is on a server or a "
        "generator uses it.");
    visit.section("database", in.database, "Machine IDs from a database.");
    visit.section("zookeeper", in.zookeeper, "Machine IDs from ZooKeeper.");
    visit.section("etcd", in.etcd, "Machine IDs from etcd.");
    visit.section("kubernetes", in.kubernetes, "Machine IDs from Lease objects of Kubernetes.");
}

} // namespace vesta::embed
