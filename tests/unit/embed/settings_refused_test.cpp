#include "settings_fixture.hpp"

namespace vesta::embed {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class settings_that_are_refused : public settings_test {
  protected:
    /// @p more, after two lines of settings that are enough, is refused with @p words at its own line @p line.
    static void expect(std::string_view more, int line, const std::string& words) {
        EXPECT_EQ(refusal(with(more)), "test.yaml:" + std::to_string(line + 2) + ": " + words) << more;
    }
};

TEST_F(settings_that_are_refused, have_keys_that_are_no_settings) {
    expect("port: 80", 1,
           "port is not a setting; there are instance, peers, peers-tls, machine-id, stores, generators, clock, state, "
           "security, "
           "rest, rpc, limits, log");
    expect("clock:\n  reserve-ahead: 3s\n  rolback-wait: 5ms", 3,
           "clock.rolback-wait is not a setting; there are rollback-wait, reserve-ahead, after-crash, max-lead, "
           "max-forward; did you mean 'rollback-wait'?");
    expect("log: { Level: info }", 1,
           "log.Level is not a setting; there are level, format, file, access, slow; did you mean 'level'?");
    EXPECT_THAT(refusal("generators:\n  default: { kind: vesta, typ: max-peak }"),
                StartsWith("test.yaml:2: generators.default.typ is not a setting of kind vesta; there are kind, "
                           "outward, type, populator"));
    EXPECT_THAT(refusal(with("stores: { main: { kind: sqlite, file: a, password: secret } }")),
                AllOf(StartsWith("test.yaml:3: stores.main.password is not a setting"), Not(HasSubstr("secret"))));
}

TEST_F(settings_that_are_refused, open_a_server_to_others_without_saying_who_may_do_what) {
    const std::string why = ", which others than this host can reach, and nothing says who may do what; name a "
                            "security.access-file, require client certificates, or set security.insecure-open: true";
    expect("rest:\n  listen: 0.0.0.0:8080", 2, "rest.listen is 0.0.0.0:8080" + why);
    expect("rpc: { listen: '[::]:6399' }", 1, "rpc.listen is [::]:6399" + why);
    for (const char* const more :
         {"rpc: { listen: 0.0.0.0:1, enabled: false }", "rpc: { listen: 127.0.0.2:1 }", "rpc: { listen: '[::1]:1' }",
          "rpc: { listen: 0.0.0.0:1 }\nsecurity: { insecure-open: true }",
          "rpc: { listen: 0.0.0.0:1 }\nsecurity: { access-file: a.yaml }"})
        EXPECT_EQ(refusal(with(more)), "accepted") << more;
}

TEST_F(settings_that_are_refused, have_a_key_twice) {
    expect("clock:\n  reserve-ahead: 3s\n  reserve-ahead: 4s", 3, "clock.reserve-ahead is given twice");
    expect("generators: { other: }", 1, "generators is given twice");
    EXPECT_EQ(refusal("generators:\n  a:\n  a:\n"), "test.yaml:3: generators.a is given twice");
    EXPECT_EQ(refusal("generators: { a: }\nmachine-id:\n  ip-map:\n    10.0.0.1: 1\n    10.0.0.1: 2\n"),
              "test.yaml:5: machine-id.ip-map has '10.0.0.1' twice");
}

TEST_F(settings_that_are_refused, have_a_value_of_another_type) {
    expect("clock: 5ms", 1, "clock must be a map of keys and values");
    expect("clock: [5ms]", 1, "clock must be a map of keys and values");
    expect("instance: [a, b]", 1, "instance must be a single value");
    expect("instance: { a: b }", 1, "instance must be a single value");
    for (const std::string none : {"many", "1.5", "-1", "0x10"})
        expect("rest: { threads: " + none + " }", 1,
               "rest.threads is '" + none + "'; it must be a whole number from 0 to 1024");
    expect("rest: { threads: }", 1, "rest.threads must be a single value");
    expect("rest: { enabled: maybe }", 1, "rest.enabled is 'maybe'; it must be one of false, true");
    expect("rest: { enabled: yes }", 1, "rest.enabled is 'yes'; it must be one of false, true");
    EXPECT_EQ(refusal("generators: [vesta]"), "test.yaml:1: generators must be a map of keys and values");
    EXPECT_EQ(refusal("machine-id: { property: { ids: 8 } }\ngenerators: { a: }"),
              "test.yaml:1: machine-id.property.ids must be a list of whole numbers, as [8, 9, 10]");
    EXPECT_EQ(refusal("machine-id: { property: { ids: [] } }\ngenerators: { a: }"),
              "test.yaml:1: machine-id.property.ids must be a list of whole numbers, as [8, 9, 10]");
    EXPECT_EQ(refusal("machine-id: { ip-map: 10.0.0.1 }\ngenerators: { a: }"),
              "test.yaml:1: machine-id.ip-map must be a map of addresses to machine IDs, or a list of addresses");
}

TEST_F(settings_that_are_refused, have_a_value_out_of_range) {
    expect("rest: { threads: 1025 }", 1, "rest.threads is '1025'; it must be a whole number from 0 to 1024");
    expect("rest: { threads: 99999999999999999999 }", 1,
           "rest.threads is '99999999999999999999'; it must be a whole number from 0 to 1024");
    expect("stores: { m: { kind: mysql, database: d, port: 65536 } }", 1,
           "stores.m.port is '65536'; it must be a whole number from 0 to 65535");
    EXPECT_EQ(refusal("machine-id: { property: { ids: [8, 4294967296] } }\ngenerators: { a: }"),
              "test.yaml:1: machine-id.property.ids is '4294967296'; it must be a whole number from 0 to 4294967295");
    EXPECT_EQ(refusal("generators: { a: { gen-method: 4 } }"),
              "test.yaml:1: generators.a.gen-method is '4'; it must be a whole number from 0 to 3");
}

TEST_F(settings_that_are_refused, have_a_length_of_time_without_its_unit_or_out_of_range) {
    const std::string what = "it must be a length of time with its unit (5ms, 3s, 15min, 2h, 1d), from ";
    for (const std::string value : {"5", "5 ms", "5m", "ms", "1.5s", "-5ms", "'5ms '", "99999999999s"})
        EXPECT_THAT(refusal(with("clock: { rollback-wait: " + value + " }")),
                    AllOf(StartsWith("test.yaml:3: clock.rollback-wait is '"), HasSubstr(what + "0ms to 10s")));
    expect("clock: { rollback-wait: 11s }", 1, "clock.rollback-wait is '11s'; " + what + "0ms to 10s");
    expect("clock: { reserve-ahead: 9ms }", 1, "clock.reserve-ahead is '9ms'; " + what + "10ms to 24h");
    expect("clock: { reserve-ahead: 2d }", 1, "clock.reserve-ahead is '2d'; " + what + "10ms to 24h");
}

TEST_F(settings_that_are_refused, have_a_choice_that_is_none) {
    expect("log: { level: loud }", 1, "log.level is 'loud'; it must be one of trace, debug, info, warn, error, off");
    expect("log: { format: xml }", 1, "log.format is 'xml'; it must be one of text, json");
    expect("log: { file: a, access: a }", 1, "log.access is the file of log.file as well; give each a file of its own");
    expect("clock: { after-crash: guess }", 1, "clock.after-crash is 'guess'; it must be one of wait, own-time");
    EXPECT_THAT(refusal("generators: { a: { kind: uuid } }"),
                AllOf(StartsWith("test.yaml:1: generators.a.kind is 'uuid'; it must be one of vesta, vesta-2018, "),
                      HasSubstr("uid-generator, uuid7, ulid, custom, segment, sharded")));
    EXPECT_EQ(refusal("generators: { a: { populator: fast } }"),
              "test.yaml:1: generators.a.populator is 'fast'; it must be one of cas, mutex, synchronized");
    EXPECT_THAT(refusal("generators: { a: { kind: vesta, type: short } }"),
                AllOf(StartsWith("test.yaml:1: generators.a.type cannot be used: 'short' is not a type of vesta"),
                      HasSubstr("min-granularity, max-peak")));
    EXPECT_THAT(refusal("machine-id: { provider: dns }\ngenerators: { a: }"),
                HasSubstr("'dns'; it must be one of property, ip-map, ordinal, database, zookeeper, etcd, kubernetes"));
}

TEST_F(settings_that_are_refused, have_names_that_would_not_do_in_a_url) {
    const std::string too_long(61, 'x');
    for (const std::string& name : {std::string{"a b"}, std::string{"a/b"}, std::string{"a.b"},
                                    std::string{"\"a\\nb\""}, std::string{"ä"}, too_long})
        EXPECT_THAT(refusal("generators:\n  " + name + ": { kind: vesta }"),
                    AllOf(StartsWith("test.yaml:2: generators has the name '"), HasSubstr("letters, digits, - and _")));
    for (const char* const key : {"? [a] ", "\"\""})
        EXPECT_EQ(refusal("generators: { " + std::string{key} + ": { kind: vesta } }"),
                  "test.yaml:1: generators has a key that is not a name");
}

TEST_F(settings_that_are_refused, are_not_yaml) {
    EXPECT_THAT(refusal("generators: { default"), StartsWith("test.yaml:1: not YAML: "));
    EXPECT_THAT(refusal("a: b\n\tc: d"), StartsWith("test.yaml:2: not YAML: "));
    EXPECT_THAT(refusal("a: *nowhere"), StartsWith("test.yaml:1: not YAML: "));
    EXPECT_EQ(refusal("just words"), "test.yaml:1: the settings must be a map of keys and values");
    EXPECT_EQ(refusal("[1, 2]"), "test.yaml:1: the settings must be a map of keys and values");
}

TEST_F(settings_that_are_refused, go_on_in_a_second_document) {
    EXPECT_THAT(refusal(with("---\nclock: { reserve-ahead: 9s }\n")), HasSubstr("are one YAML document"));
}

// yaml-cpp's LoadAll never returns for these (0.7); the fuzz target found it.
TEST_F(settings_that_are_refused, hold_a_character_that_ends_the_document) {
    EXPECT_THAT(refusal(","), StartsWith("test.yaml:1: "));
    EXPECT_THAT(refusal("- a\n,"), StartsWith("test.yaml:2: the settings are one YAML document"));
}

TEST_F(settings_that_are_refused, have_no_generator) {
    for (const char* yaml : {"", "# nothing", "machine-id: { property: { id: 1 } }", "generators:", "generators: {}"})
        EXPECT_THAT(refusal(yaml), HasSubstr("generators is empty; give at least: default: { kind: vesta }")) << yaml;
}

TEST_F(settings_that_are_refused, say_the_machine_id_in_two_ways) {
    const std::string words = ": machine-id.property gives more than one of id, ids and host-name-ordinal; keep one";
    EXPECT_EQ(refusal("generators: { a: }\nmachine-id:\n  property: { id: 1, ids: [2] }"), "test.yaml:3" + words);
    EXPECT_EQ(refusal("generators: { a: }\nmachine-id:\n  property: { id: 1, host-name-ordinal: true }"),
              "test.yaml:3" + words);
    EXPECT_THAT(refusal("generators: { a: }\nmachine-id:\n  property: { id: 1, offset: 5 }"),
                StartsWith("test.yaml:3: machine-id.property.offset is only for host-name-ordinal"));
}

TEST_F(settings_that_are_refused, have_an_ip_map_that_gives_a_machine_id_twice_or_is_none) {
    EXPECT_THAT(refusal("generators: { a: }\nmachine-id:\n  ip-map: { 10.0.0.1: 1, 10.0.0.2: 1 }"),
                StartsWith("test.yaml:3: machine-id.ip-map gives machine ID 1 to both 10.0.0.1 and 10.0.0.2"));
    EXPECT_THAT(refusal("generators: { a: }\nmachine-id:\n  ip-map: { 'fd00::1': 1, 'FD00::1': 2 }"),
                StartsWith("test.yaml:3: machine-id.ip-map has one address in two forms"));
    EXPECT_EQ(refusal("generators: { a: }\nmachine-id:\n  ip-map: [10.0.0.1, host-2]"),
              "test.yaml:3: machine-id.ip-map has 'host-2', which is not an IPv4 or IPv6 address, nor address:port");
    EXPECT_EQ(refusal("generators: { a: }\nmachine-id:\n  provider: ip-map\n"),
              "test.yaml:2: machine-id.ip-map is needed with provider: ip-map");
    EXPECT_THAT(refusal("generators: { a: }\nmachine-id:\n  address: here\n"), HasSubstr("is 'here', which is not an"));
    EXPECT_EQ(refusal("generators: { a: }\nmachine-id: { address: 10.0.0.1, interface: eth0 }"),
              "test.yaml:2: machine-id gives both address and interface; keep one");
}

TEST_F(settings_that_are_refused, name_a_store_that_is_not_there_or_not_of_the_kind) {
    EXPECT_EQ(refusal("generators:\n  s: { kind: segment, store: main }"),
              "test.yaml:2: generators.s.store is 'main', which is not below stores");
    EXPECT_EQ(refusal("generators:\n  s: { kind: segment }"),
              "test.yaml:2: generators.s.store is needed with kind: segment");
    EXPECT_EQ(refusal("stores: { r: { kind: redis } }\ngenerators:\n  s: { kind: sharded, store: r }"),
              "test.yaml:3: generators.s.store is of kind redis; it must be mysql, postgresql or sqlite");
    EXPECT_EQ(refusal("generators: { a: }\nmachine-id: { provider: database }"),
              "test.yaml:2: machine-id.database.store is needed with provider: database");
    EXPECT_EQ(refusal("generators: { a: }\nmachine-id: { provider: zookeeper }"),
              "test.yaml:2: machine-id.zookeeper.hosts is needed with provider: zookeeper");
    expect("stores: { l: { kind: sqlite } }", 1, "stores.l.file is needed with kind: sqlite");
    expect("stores: { m: { kind: mysql } }", 1, "stores.m.database is needed with kind: mysql and postgresql");
    expect("stores: { l: { kind: sqlite, file: f, tls: required } }", 1,
           "stores.l.tls is for kind: mysql, postgresql, redis, etcd and kubernetes");
    expect("stores: { m: { kind: mysql, database: d, tls: required, ca-file: f } }", 1,
           "stores.m.ca-file is used with tls: verified only");
    expect("stores: { r: { kind: redis, tls: required } }", 1,
           "stores.r.tls is required; with kind: redis and etcd it must be off or verified");
    expect("stores: { r: { kind: redis, tls: verified, certificate: c } }", 1,
           "stores.r needs both or none of certificate and key");
    expect("stores: { r: { kind: redis, certificate: c, key: k } }", 1, "stores.r.certificate is used with tls only");
    expect("stores: { r: { kind: redis, password-file: a, password-env: B } }", 1,
           "stores.r gives both password-file and password-env; keep one");
    expect("rpc: { password-file: a, password-env: B }", 1, "rpc gives both password-file and password-env; keep one");
}

TEST_F(settings_that_are_refused, want_tls_where_there_is_none) {
    EXPECT_THAT(
        refusal(
            "generators: { a: }\nmachine-id: { provider: zookeeper, zookeeper: { hosts: 'zk:2281', tls: verified } }"),
        HasSubstr("machine-id.zookeeper.tls must be off: this system's client library of ZooKeeper has no TLS; "
                  "docs/tls.md says how a program beside vesta adds it"));
    expect("peers-tls: { ca-file: ca.pem }", 1, "peers-tls is for peers; name them, or remove it");
    expect("peers: ['b:6399']\npeers-tls: { key: k }", 2, "peers-tls needs both or none of certificate and key");
}

TEST_F(settings_that_are_refused, log_in_to_zookeeper_by_halves) {
    const auto with = [](const std::string& more) {
        return "generators: { a: }\nmachine-id: { zookeeper: { hosts: \"h:1\", " + more + " } }";
    };
    const std::string where = "test.yaml:2: machine-id.zookeeper";
    EXPECT_EQ(refusal(with("name: a/b")), where + ".name is 'a/b'; it must be one path element, without a slash");
    EXPECT_EQ(refusal(with("user: \"a:b\", password-env: P")), where + ".user has a colon, which ends a user's name");
    EXPECT_EQ(refusal(with("user: u")), where + " needs both or none of user and a password");
    EXPECT_EQ(refusal(with("password-env: P")), where + " needs both or none of user and a password");
    EXPECT_EQ(refusal(with("user: u, password-env: P, password-file: f")),
              where + " gives both password-file and password-env; keep one");
}

TEST_F(settings_that_are_refused, give_a_generator_what_its_kind_does_not_take) {
    for (const std::string extra : {"store: main", "queue: redis", "auto-create: { step: 5 }"})
        EXPECT_EQ(refusal("generators:\n  a: { kind: vesta, " + extra + " }"),
                  "test.yaml:2: generators.a." + extra.substr(0, extra.find(':')) +
                      " is not a setting of kind vesta; there are kind, outward, type, populator, gen-method, version, "
                      "order, max-age, seq-start, layout, then, machine-bits");
    EXPECT_EQ(refusal("generators:\n  a: { kind: vesta, layout: { time: 40 } }"),
              "test.yaml:2: generators.a.layout is only for kind: custom");
    EXPECT_EQ(refusal("generators:\n  a: { kind: custom }"),
              "test.yaml:2: generators.a.layout is needed with kind: custom");
    const std::string stores = "stores: { l: { kind: sqlite, file: f } }\n";
    for (const std::string extra : {"type: max-peak", "gen-method: 1", "version: 1", "populator: cas", "queue: memory"})
        EXPECT_EQ(
            refusal(stores + "generators:\n  a: { " + extra + ", kind: segment, store: l }"),
            "test.yaml:3: generators.a." + extra.substr(0, extra.find(':')) +
                " is not a setting of kind segment; there are kind, outward, store, table, order, refill, look-ahead, "
                "refresh, format, masters, auto-create, formats")
            << extra;
    EXPECT_THAT(refusal(stores + "generators:\n  a: { kind: sharded, store: l, auto-create: { step: 5 } }"),
                StartsWith("test.yaml:3: generators.a.auto-create is not a setting of kind sharded; there are "));
}

TEST_F(settings_that_are_refused, describe_a_layout_that_cannot_be) {
    const auto of = [](const std::string& layout) {
        return refusal("generators:\n  a:\n    kind: custom\n    layout: { " + layout + " }");
    };
    EXPECT_THAT(of("time: 50, seq: 10, machine: 10"), StartsWith("test.yaml:4: generators.a.layout cannot be used: "));
    EXPECT_THAT(of("time: 50, seq: 10, machine: 10"), HasSubstr("add up to 70"));
    EXPECT_THAT(of("time: 41, seq: 12, machine: 10, epoch: 4102444800000"), HasSubstr("epoch"));
    EXPECT_THAT(of("time: 41, seq: 12, machine: 10, order: [version, type, genMethod, time, seq, seq]"),
                HasSubstr("order must name each"));
    EXPECT_THAT(of("time: 41, seq: 12, machine: 10, order: [time, seq]"), HasSubstr("must list each of"));
    EXPECT_THAT(of("time: 64"), HasSubstr("layout.time is '64'; it must be a whole number from 0 to 63"));
}

TEST_F(settings_that_are_refused, listen_nowhere) {
    for (const char* text : {"8080", ":8080", "localhost:8080", "127.0.0.1", "'127.0.0.1:'", "127.0.0.1:65536",
                             "'[::1]'", "'::1:80'", "127.0.0.1:80x", "'[127.0.0.1]:80'"})
        EXPECT_THAT(refusal(with("rest: { listen: " + std::string{text} + " }")),
                    AllOf(StartsWith("test.yaml:3: rest.listen is '"), HasSubstr("it must be address:port")))
            << text;
    EXPECT_THAT(refusal(with("rpc: { listen: '' }")), StartsWith("test.yaml:3: rpc.listen is ''"));
    EXPECT_THAT(refusal(with("rpc: { listen: [] }")), StartsWith("test.yaml:3: rpc.listen is an empty list"));
    for (const std::string& text : {std::string{"unix:"}, std::string{"unix:/a,b"}, "unix:/" + std::string(107, 'x')})
        EXPECT_THAT(refusal(with("rpc: { listen: ['127.0.0.1:80', '" + text + "'] }")),
                    StartsWith("test.yaml:3: rpc.listen is 'unix:"));
}

TEST_F(settings_that_are_refused, have_half_of_tls) {
    EXPECT_THAT(refusal(with("rest: { tls: { key: k.pem } }")), HasSubstr("rest.tls.certificate is needed"));
    EXPECT_THAT(refusal(with("rpc: { tls: { certificate: c.pem } }")), HasSubstr("rpc.tls.key is needed"));
    const std::string both = "rpc: { tls: { certificate: c.pem, key: k.pem, ";
    EXPECT_THAT(refusal(with(both + "client-certificates: optional } }")), HasSubstr("rpc.tls.client-ca is needed"));
    EXPECT_THAT(refusal(with(both + "client-ca: ca.pem } }")), HasSubstr("rpc.tls.client-ca is used with"));
    EXPECT_THAT(refusal(with(both + "min-version: '1.1' } }")), HasSubstr("it must be one of 1.2, 1.3"));
}

TEST_F(settings_that_are_refused, name_hosts_that_are_none) {
    for (const char* const host : {"IDS.example.org", "ids.example.org:80", "http://ids", ""})
        EXPECT_THAT(refusal(with("rest: { hosts: [ '" + std::string{host} + "' ] }")),
                    StartsWith("test.yaml:3: rest.hosts has '"))
            << host;
}

TEST_F(settings_that_are_refused, reserve_further_ahead_than_they_may_lead) {
    expect("clock: { after-crash: own-time, reserve-ahead: 10min, max-lead: 5min }", 1,
           "clock.max-lead is shorter than clock.reserve-ahead; it must be at least as long");
}

TEST_F(settings_that_are_refused, are_overridden_by_a_machine_id_that_is_none) {
    for (const char* text : {"x", "1,", ",1", "1,,2", "-1", "+1", " 1", "1 ", "1;2", "4294967296", "0x1"}) {
        machine_id_.put(text);
        EXPECT_EQ(refusal(with("")),
                  "VESTA_MACHINE_ID is '" + std::string{text} +
                      "'; it must be a machine ID from 0 to 4294967295, or several separated by commas");
    }
}

} // namespace
} // namespace vesta::embed
