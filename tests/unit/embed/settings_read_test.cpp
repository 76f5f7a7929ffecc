#include "settings_fixture.hpp"

namespace vesta::embed {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

class settings_that_are_read : public settings_test {};

constexpr std::string_view every_key = R"(
instance: node-a
machine-id:
  provider: ip-map
  ip-map: { 10.0.0.11: 3, 10.0.0.12: 4 }
  interface: eth0
  database: { store: main, mode: vesta-table }
  zookeeper: { hosts: "127.0.0.1:2181", mode: leaf-forever, name: fleet, user: u, password-env: ZK }
stores:
  main: { kind: mysql, host: db.example, port: 3307, database: vesta, user: v, password-file: /run/secrets/db,
          tls: verified, ca-file: /etc/db.pem, certificate: c.pem, key: k.pem }
  lite: { kind: sqlite, file: ./var/vesta.db }
  fast: { kind: redis, password-env: REDIS_PASSWORD }
generators:
  default: { kind: vesta, type: max-peak, populator: mutex, gen-method: 3, version: 1 }
  own:
    kind: custom
    layout: { version: 1, type: 1, gen-method: 2, time: 41, seq: 12, machine: 7, unit: 10ms, epoch: 1600000000000,
              order: [version, type, genMethod, machine, time, seq] }
  segment: { kind: segment, store: main, table: leaf_alloc, auto-create: { step: 500 } }
  sharded: { kind: sharded, store: lite, queue: redis }
clock: { rollback-wait: 7ms, reserve-ahead: 4s, after-crash: own-time, max-lead: 5min }
state: { dir: /var/lib/vesta }
rest:
  enabled: false
  listen: "[::1]:80"
  threads: 3
  stop-deadline: 1s
security: { access-file: access.yaml, token-env: TOKEN }
rpc: { enabled: true, listen: 0.0.0.0:6380, threads: 4, stop-deadline: 2s }
log: { level: debug, format: json, file: /var/log/vesta.log, access: /var/log/access.log, slow: off }
)";

TEST_F(settings_that_are_read, say_who_this_is_and_where_machine_ids_come_from) {
    const auto all = read(every_key);
    EXPECT_EQ(all.instance, "node-a");
    EXPECT_EQ(all.machine_id.provider, id_provider::ip_map);
    EXPECT_THAT(all.machine_id.ip_map, ElementsAre(Pair("10.0.0.11", 3), Pair("10.0.0.12", 4)));
    EXPECT_EQ(all.machine_id.interface, "eth0");
    EXPECT_EQ(all.machine_id.database->store, "main");
    EXPECT_EQ(all.machine_id.database->mode, "vesta-table");
    EXPECT_EQ(all.machine_id.zookeeper->hosts, "127.0.0.1:2181");
    EXPECT_EQ(all.machine_id.zookeeper->mode, "leaf-forever");
    EXPECT_EQ(all.machine_id.zookeeper->name, "fleet");
    EXPECT_EQ(all.machine_id.zookeeper->user, "u");
    EXPECT_EQ(all.machine_id.zookeeper->password_env, "ZK");
}

TEST_F(settings_that_are_read, name_stores) {
    const auto stores = read(every_key).stores;
    ASSERT_EQ(stores.size(), 3u);
    const auto& main = stores.at("main");
    EXPECT_EQ(main.kind, store_kind::mysql);
    EXPECT_EQ(main.host, "db.example");
    EXPECT_EQ(main.port, 3307);
    EXPECT_EQ(main.database, "vesta");
    EXPECT_EQ(main.user, "v");
    EXPECT_EQ(main.password_file, "/run/secrets/db");
    EXPECT_EQ(main.tls, store_tls::verified);
    EXPECT_EQ(main.ca_file, "/etc/db.pem");
    EXPECT_EQ(main.certificate, "c.pem");
    EXPECT_EQ(main.key, "k.pem");
    EXPECT_EQ(stores.at("lite").kind, store_kind::sqlite);
    EXPECT_EQ(stores.at("lite").file, "./var/vesta.db");
    EXPECT_EQ(stores.at("fast").kind, store_kind::redis);
    EXPECT_EQ(stores.at("fast").password_env, "REDIS_PASSWORD");
}

TEST_F(settings_that_are_read, describe_generators_in_their_order) {
    const auto all = read(every_key);
    std::vector<std::string> names;
    for (const auto& [name, each] : all.generators)
        names.push_back(name);
    EXPECT_THAT(names, ElementsAre("default", "own", "segment", "sharded"));
    EXPECT_EQ(all.generator(""), all.generator("default"));
    const auto& first = *all.generator("")->timed();
    EXPECT_EQ(first.type, "max-peak");
    EXPECT_EQ(first.populator, populator_kind::mutex);
    EXPECT_EQ(first.gen_method, 3u);
    EXPECT_EQ(first.version, 1u);
    const auto& segment = std::get<segment_settings>(all.generator("segment")->of);
    EXPECT_EQ(segment.store, "main");
    EXPECT_EQ(segment.table, "leaf_alloc");
    EXPECT_EQ(segment.auto_create->step, 500u);
    EXPECT_EQ(all.generator("sharded")->sharded()->queue, "redis");
    EXPECT_EQ(all.generator("none"), nullptr);
}

TEST_F(settings_that_are_read, describe_custom_layouts) {
    const auto layout = *read(every_key).generator("own")->timed()->layout;
    EXPECT_EQ(layout.version, 1u);
    EXPECT_EQ(layout.type, 1u);
    EXPECT_EQ(layout.gen_method, 2u);
    EXPECT_EQ(layout.time, 41u);
    EXPECT_EQ(layout.seq, 12u);
    EXPECT_EQ(layout.machine, 7u);
    EXPECT_EQ(layout.unit, time_unit::centisecond);
    EXPECT_EQ(layout.epoch_ms, 1600000000000u);
    EXPECT_THAT(layout.order, ElementsAre("version", "type", "gen-method", "machine", "time", "seq"));
}

TEST_F(settings_that_are_read, treat_the_clock_and_the_servers) {
    const auto all = read(every_key);
    EXPECT_EQ(all.clock.rollback_wait, 7ms);
    EXPECT_EQ(all.clock.reserve_ahead, 4s);
    EXPECT_EQ(all.clock.after, after_crash::own_time);
    EXPECT_EQ(all.clock.max_lead, 5min);
    EXPECT_EQ(all.state_dir, "/var/lib/vesta");
    EXPECT_FALSE(all.rest.enabled);
    EXPECT_THAT(all.rest.listen, ElementsAre("[::1]:80"));
    EXPECT_EQ(all.rest.threads, 3u);
    EXPECT_EQ(all.rest.stop_deadline, 1s);
    EXPECT_TRUE(all.rpc.enabled);
    EXPECT_EQ(all.security.access_file, "access.yaml");
    EXPECT_THAT(all.rpc.listen, ElementsAre("0.0.0.0:6380"));
    EXPECT_EQ(all.rpc.threads, 4u);
    EXPECT_EQ(all.security.token_env, "TOKEN");
    EXPECT_EQ(all.log.level, "debug");
    EXPECT_EQ(all.log.format, log_format::json);
    EXPECT_EQ(all.log.file, "/var/log/vesta.log");
    EXPECT_EQ(all.log.access, "/var/log/access.log");
    EXPECT_EQ(all.log.slow, 0ms);
}

TEST_F(settings_that_are_read, listen_in_several_places_and_speak_tls) {
    const auto all = read("machine-id: { property: { id: 1 } }\ngenerators: { a: }\n"
                          "rest: { listen: ['127.0.0.1:80', 'unix:/run/rest.sock'],\n"
                          "        tls: { certificate: c.pem, key: k.pem, client-ca: ca.pem, min-version: '1.2',\n"
                          "               client-certificates: required } }\n"
                          "rpc: { listen: 'unix:rpc.sock' }\n");
    EXPECT_THAT(all.rest.listen, ElementsAre("127.0.0.1:80", "unix:/run/rest.sock"));
    EXPECT_THAT(all.rpc.listen, ElementsAre("unix:rpc.sock"));
    EXPECT_EQ(all.rest.tls->certificate, "c.pem");
    EXPECT_EQ(all.rest.tls->key, "k.pem");
    EXPECT_EQ(all.rest.tls->client_ca, "ca.pem");
    EXPECT_EQ(all.rest.tls->clients, tls::client_certificates::required);
    EXPECT_EQ(all.rest.tls->lowest, tls::version::v1_2);
    EXPECT_FALSE(all.rpc.tls);
}

TEST_F(settings_that_are_read, ask_peers_by_tls) {
    EXPECT_FALSE(read("generators: { a: }\npeers: ['b:6399']").peers_tls);
    const auto all = read("generators: { a: }\npeers: ['b:6399']\n"
                          "peers-tls: { ca-file: ca.pem, server-name: b.example, certificate: c.pem, key: k.pem }");
    ASSERT_TRUE(all.peers_tls);
    EXPECT_EQ(all.peers_tls->ca_file, "ca.pem");
    EXPECT_EQ(all.peers_tls->server_name, "b.example");
    EXPECT_EQ(all.peers_tls->certificate, "c.pem");
    EXPECT_EQ(all.peers_tls->key, "k.pem");
}

TEST_F(settings_that_are_read, have_defaults) {
    const auto all = read("generators: { default: }");
    EXPECT_EQ(all.generators.front().second.kind, "vesta");
    EXPECT_EQ(all.machine_id.provider, id_provider::property);
    EXPECT_FALSE(all.machine_id.property.id) << "there is no default machine ID";
    EXPECT_THAT(all.machine_id.property.ids, IsEmpty());
    EXPECT_EQ(all.clock.reserve_ahead, 3s);
    EXPECT_EQ(all.clock.after, after_crash::wait);
    EXPECT_EQ(all.state_dir, "./var");
    EXPECT_THAT(all.rest.listen, ElementsAre("127.0.0.1:8080"));
    EXPECT_THAT(all.rpc.listen, ElementsAre("127.0.0.1:6399"));
}

TEST_F(settings_that_are_read, take_an_ip_map_in_vestas_list_form) {
    const auto all = read("machine-id: { provider: ip-map, ip-map: [10.0.0.12, 10.0.0.11] }\ngenerators: { a: }");
    EXPECT_THAT(all.machine_id.ip_map, ElementsAre(Pair("10.0.0.11", 1), Pair("10.0.0.12", 0)));
}

TEST_F(settings_that_are_read, take_a_pool_or_an_ordinal_as_machine_id) {
    EXPECT_THAT(read("machine-id: { property: { ids: [8, 9] } }\ngenerators: { a: }").machine_id.property.ids,
                ElementsAre(8, 9));
    const auto counted = read("machine-id: { property: { host-name-ordinal: true, offset: 100 } }\ngenerators: { a: }");
    EXPECT_TRUE(counted.machine_id.property.host_name_ordinal);
    EXPECT_EQ(counted.machine_id.property.offset, 100u);
}

TEST_F(settings_that_are_read, take_the_ordinal_of_a_stateful_set) {
    const auto all = read("machine-id: { provider: ordinal, ordinal: { offset: 100, replicas: 16 } }\ngenerators: { a: "
                          "{ seq-start: random } }");
    EXPECT_EQ(all.machine_id.provider, id_provider::ordinal);
    EXPECT_EQ(all.machine_id.ordinal.offset, 100u);
    EXPECT_EQ(all.machine_id.ordinal.replicas, 16u);
    EXPECT_EQ(all.generator("a")->timed()->start, seq_start::random);
    EXPECT_EQ(read("machine-id: { provider: ordinal }\ngenerators: { a: }").machine_id.ordinal.replicas, std::nullopt);
}

TEST_F(settings_that_are_read, take_an_explicit_machine_id_of_zero) {
    EXPECT_EQ(read("machine-id: { property: { id: 0 } }\ngenerators: { a: }").machine_id.property.id, 0u);
}

TEST_F(settings_that_are_read, let_the_environment_say_the_machine_id) {
    machine_id_.put("7");
    const auto one = read(every_key);
    EXPECT_EQ(one.machine_id.provider, id_provider::property) << "whatever provider the file names";
    EXPECT_THAT(one.machine_id.property.ids, ElementsAre(7));
    machine_id_.put("8,9,4294967295");
    const auto several = read("machine-id: { property: { id: 1 } }\ngenerators: { a: }");
    EXPECT_FALSE(several.machine_id.property.id);
    EXPECT_THAT(several.machine_id.property.ids, ElementsAre(8, 9, 4294967295));
    machine_id_.put("");
    EXPECT_EQ(read("machine-id: { property: { id: 1 } }\ngenerators: { a: }").machine_id.property.id, 1u);
}

TEST_F(settings_that_are_read, let_the_environment_say_the_instance) {
    instance_.put("node-b");
    EXPECT_EQ(read(every_key).instance, "node-b");
}

TEST_F(settings_that_are_read, take_anchors_and_comments_as_yaml_has_them) {
    const auto all = read("# a comment\ngenerators:\n  a: &one { kind: vesta, type: max-peak }\n  b: *one\n");
    EXPECT_EQ(all.generator("b")->timed()->type, "max-peak");
}

} // namespace
} // namespace vesta::embed
