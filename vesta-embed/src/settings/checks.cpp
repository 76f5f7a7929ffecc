#include "checks.hpp"

#include "endpoint.hpp"
#include "store_checks.hpp"

#include <vesta/base/host_port.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/embed/layouts.hpp>
#include <vesta/segment/segment_store.hpp>

#include <algorithm>
#include <charconv>

namespace vesta::embed {
namespace {

/// With rights, a password would be a second way in, past all of them.
void check_rights(const settings& of) {
    check_secret("rpc", of.rpc.password_file, of.rpc.password_env);
    check_secret("security", of.security.token_file, of.security.token_env, "token");
    const bool has_password = !of.rpc.password_file.empty() || !of.rpc.password_env.empty();
    require(of.security.access_file.empty() || !has_password, "rpc",
            "has a password, and security.access-file says who may do what; give each client a token instead "
            "(`vesta token new`), and this server its own for its peers (security.token-file)");
}

/// Cores have a layout of their own.
void check_uuid_kind(const std::string& path, const time_settings& of) {
    require(of.type.empty(), path + ".type", "is not for kinds uuid7 and ulid, which have one type");
    require(of.version == 0, path + ".version", "is not for kinds uuid7 and ulid");
}

void check_max_age(const std::string& path, const time_settings& of) {
    const bool in_lanes = of.order == number_order::lanes;
    require(!in_lanes || *of.max_age > std::chrono::milliseconds{0}, path, "must be at least 1ms with order: lanes");
    require(in_lanes || of.populator == populator_kind::cas, path, "is only for order: lanes, and for populator: cas");
}

void check_time_based(const std::string& path, const std::string& name, const generator_settings& all,
                      const time_settings& of) {
    require(all.kind == "custom" || !of.layout, path + ".layout", "is only for kind: custom");
    require(all.kind != "custom" || of.layout, path + ".layout", "is needed with kind: custom");
    require(all.kind != "custom" || of.type.empty(), path + ".type", "is not for kind custom, which has one type");
    const bool of_uuids = find_uuid_kind(all.kind).has_value();
    require(of_uuids || !of.machine_bits, path + ".machine-bits", "is only for kind: uuid7 and ulid");
    if (of_uuids) check_uuid_kind(path, of);
    if (of.max_age) check_max_age(path + ".max-age", of);
    const auto chosen = choose_scheme(name, all);
    if (!chosen)
        throw misfit{path + (all.kind == "custom" ? ".layout" : ".type"), "cannot be used: " + chosen.error().message};
    if (of.then) check_successor(path + ".then", name, all, *of.then);
}

void check_queue(const settings& all, const std::string& path, const sharded_settings& of) {
    const bool in_redis = of.queue != "memory";
    require(in_redis || of.queue_store.empty(), path + ".queue-store", "is only for queue: redis and redis-list");
    if (!in_redis) return;
    const auto name = all.queue_store(of);
    require(!name.empty(), path + ".queue-store", "is needed: stores has none of kind redis, or more than one");
    const auto store = all.stores.find(name);
    require(store != all.stores.end(), path + ".queue-store", "is " + in_quotes(name) + ", which is not below stores");
    require(store->second.kind == store_kind::redis, path + ".queue-store",
            "is " + in_quotes(name) + ", which is not of kind redis");
}

void check_sharded(const settings& all, const std::string& path, const sharded_settings& of) {
    require(of.table.empty() || of.table == "id_alloc", path + ".table", "must be id_alloc with kind: sharded");
    check_queue(all, path, of);
    require(!of.permutation_bits || !of.key_file.empty(), path + ".permutation-bits", "is only for a key-file");
    require(of.key_file.empty() || of.queue != "redis-list", path + ".key-file",
            "is not for queue: redis-list, whose numbers other programs use as they are");
}

void check_gapless(const settings& all, const std::string& path, const gapless_settings& of) {
    if (!of.store.empty()) check_store_named(all, path + ".store", of.store);
    for (auto tag = of.tags.begin(); tag != of.tags.end(); ++tag) {
        const auto good = check_tag(*tag);
        require(good.has_value(), path + ".tags", "has " + in_quotes(*tag) + (good ? "" : ": " + good.error().message));
        require(std::find(of.tags.begin(), tag, *tag) == tag, path + ".tags", "has " + in_quotes(*tag) + " twice");
    }
}

/// Whether their zones exist is seen when they are made.
void check_formats(const std::string& path, const generator_settings& all, const segment_settings& of) {
    require(of.formats.empty() || !all.outward, path + ".formats",
            "is not for a generator whose numbers leave in outward form; add one for them");
    for (const auto& [tag, each] : of.formats) {
        const std::string at = path + ".formats." + tag;
        require(each.every == restart::never || of.auto_create, at + ".restart",
                "needs auto-create, since each period has a row of its own");
        if (const auto made = number_format::make(options_of(each)); !made)
            throw misfit{at, "cannot be used: " + made.error().message};
        if (const auto good = check_tag(tag_in(tag, "0000-00-00")); !good)
            throw misfit{at, "is no tag, or too long for one with a period behind it"};
    }
}

/// Several masters of one generator.
void check_masters(const settings& all, const std::string& path, const segment_settings& of) {
    const std::string at = path + ".masters";
    require(of.store.empty(), at, "stand in place of store; write one of them");
    require(of.masters.size() >= 2 && of.masters.size() <= most_origins, at,
            "has " + std::to_string(of.masters.size()) + "; it must have 2 to " + std::to_string(most_origins) +
                " (one alone is a store)");
    for (auto each = of.masters.begin(); each != of.masters.end(); ++each) {
        check_store_named(all, at, *each);
        require(std::find(of.masters.begin(), each, *each) == each, at, "has " + in_quotes(*each) + " twice");
    }
    require(!of.auto_create, path + ".auto-create",
            "is not for several masters, whose rows differ in their remainders; insert each by SQL");
    require(of.formats.empty(), path + ".formats",
            "is not for several masters, whose ranges do not follow each other; use a store");
    require(of.order == number_order::lanes, path + ".order",
            "must be lanes with several masters: ranges of two do not rise");
}

void check_counting_store(const settings& all, const std::string& path, const generator_settings& of) {
    const auto* const tags = std::get_if<segment_settings>(&of.of);
    if (tags != nullptr && !tags->masters.empty()) return check_masters(all, path, *tags);
    const std::string& store = of.numbers()->store;
    require(!store.empty(), path + ".store", "is needed with kind: " + of.kind);
    const bool may_be_etcd = tags != nullptr && tags->format == "leaf";
    check_store_named(all, path + ".store", store,
                      may_be_etcd ? std::vector{store_kind::etcd} : std::vector<store_kind>{});
}

void check_generator(const settings& all, const std::string& name, const generator_settings& of) {
    const auto path = "generators." + name;
    if (of.outward) check_outward(path + ".outward", of, *of.outward);
    if (const auto* const timed = of.timed()) return check_time_based(path, name, of, *timed);
    if (const auto* const gapless = of.gapless()) return check_gapless(all, path, *gapless);
    check_counting_store(all, path, of);
    const auto* const tags = std::get_if<segment_settings>(&of.of);
    require(
        tags == nullptr || tags->format != "tinyid" || !tags->auto_create, path + ".auto-create",
        "is not for format: tinyid: TinyId's rows have a delta and a remainder, which differ between its databases; "
        "insert the row by SQL, with those of its database");
    if (const auto* const sharded = of.sharded()) check_sharded(all, path, *sharded);
    if (tags != nullptr) check_formats(path, of, *tags);
}

/// 127.0.0.1:8080 or [::1]:8080.
bool is_endpoint(std::string_view text) {
    const auto read = parse_endpoint(text);
    return read && read->port;
}

/// host:port, where the host may be a name.
void check_peer(const std::string& text) {
    const auto colon = text.rfind(':');
    const bool named = colon != std::string::npos && colon != 0 && text.find_first_of(" /@[]") == std::string::npos &&
                       is_endpoint("127.0.0.1" + text.substr(colon));
    require(named || is_endpoint(text), "peers",
            "has " + in_quotes(text) + "; it must be host:port of an RPC server, as 10.0.0.12:6399");
}

/// A comma would end it where the server reads it; the system allows 107 bytes.
bool is_local_path(std::string_view text) {
    const std::size_t begin = local_mark.size();
    return text.starts_with(local_mark) && text.size() > begin && text.size() <= begin + 107 &&
           text.find(',') == text.npos;
}

void check_places(const std::string& path, const std::vector<std::string>& all, const std::string& port) {
    require(!all.empty(), path, "is an empty list; it must have an address:port or a unix:path");
    for (const std::string& each : all)
        require(is_endpoint(each) || is_local_path(each), path,
                "is " + in_quotes(each) + "; it must be address:port, as 127.0.0.1:" + port + ", 0.0.0.0:" + port +
                    " or [::1]:" + port + ", or unix: and a path of at most 107 bytes without commas");
}

void check_tls(const std::string& path, const std::optional<tls::server_options>& of) {
    if (!of) return;
    require(!of->certificate.empty(), path + ".certificate", "is needed: a file with the server's certificate");
    require(!of->key.empty(), path + ".key", "is needed: a file with the private key of the certificate");
    const bool asks = of->clients != tls::client_certificates::off;
    require(!asks || !of->client_ca.empty(), path + ".client-ca",
            "is needed where client-certificates is not off: a file with the authorities that sign them");
    require(asks || of->client_ca.empty(), path + ".client-ca",
            "is used with client-certificates: optional or required only");
}

/// Everybody who reaches a port may do everything there, unless an access file says who may do what, or only clients
/// with a certificate get in. Unix sockets have the rights of their files.
void check_exposed(const settings& of, const std::string& path, const auto& server) {
    const bool closed = server.tls && server.tls->clients == tls::client_certificates::required;
    if (!server.enabled || closed || !of.security.access_file.empty() || of.security.insecure_open) return;
    for (const std::string& each : server.listen)
        require(is_local_path(each) || parse_endpoint(each)->at.is_loopback(), path,
                "is " + each +
                    ", which others than this host can reach, and nothing says who may do what; name a "
                    "security.access-file, require client certificates, or set security.insecure-open: true");
}

void check_hosts(const std::vector<std::string>& names) {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyz0123456789.-";
    for (const auto& each : names)
        require(!each.empty() && each.find_first_not_of(allowed) == std::string::npos, "rest.hosts",
                "has " + in_quotes(each) +
                    ", which is not a host name in lower case without a port, as ids.example.org");
}

/// The access log has a format and a pace of its own.
void check_log(const log_settings& of) {
    require(of.file.empty() || of.file != of.access, "log.access",
            "is the file of log.file as well; give each a file of its own");
}

void check_space(const std::string& space) {
    constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    require(space.size() <= 64 && space.find_first_not_of(allowed) == std::string::npos, "state.space",
            "is " + in_quotes(space) + "; it must be at most 64 letters, digits, dots, hyphens and underscores");
}

} // namespace

void check(const settings& of) {
    check_machine_id(of);
    for (const auto& [name, each] : of.stores)
        check_store("stores." + name, each);
    require(!of.generators.empty(), "generators", "is empty; give at least: default: { kind: vesta }");
    for (const auto& [name, each] : of.generators)
        check_generator(of, name, each);
    check_outward_keys_differ(of);
    check_places("rest.listen", of.rest.listen, "8080");
    check_places("rpc.listen", of.rpc.listen, "6399");
    check_tls("rest.tls", of.rest.tls);
    check_tls("rpc.tls", of.rpc.tls);
    check_exposed(of, "rest.listen", of.rest);
    check_exposed(of, "rpc.listen", of.rpc);
    check_hosts(of.rest.hosts);
    check_space(of.state_space);
    check_log(of.log);
    check_rights(of);
    for (const auto& each : of.peers)
        check_peer(each);
    require(!of.peers_tls || !of.peers.empty(), "peers-tls", "is for peers; name them, or remove it");
    if (of.peers_tls) check_pair("peers-tls", *of.peers_tls);
    require(of.peers.empty() || of.rpc.enabled, "peers", "is for servers that publish by RPC; set rpc.enabled: true");
    require(of.clock.after == after_crash::wait || of.clock.max_lead >= of.clock.reserve_ahead, "clock.max-lead",
            "is shorter than clock.reserve-ahead; it must be at least as long");
}

} // namespace vesta::embed
