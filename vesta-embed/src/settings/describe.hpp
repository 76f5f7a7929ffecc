#pragma once

#include "choices.hpp"
#include "describe_formats.hpp"
#include "describe_machine_ids.hpp"
#include "describe_servers.hpp"
#include "describe_successor.hpp"

#include <variant>

// Each setting once, as data: key, place, bounds or choices, meaning. A visitor reads it from YAML, prints it, or lists
// it.
namespace vesta::embed {

void describe(auto& visit, store_settings& in) {
    visit.item("kind", in.kind, store_choices, "What kind of store.");
    visit.text("file", in.file, "sqlite: the database file, relative to the settings file.");
    visit.text(
        "host", in.host,
        "mysql, postgresql, redis, etcd: the server's host; empty is 127.0.0.1. postgresql, etcd: or several, as "
        "db1,db2:5433, of which the first that takes writes is used. postgresql: or the folder of its unix "
        "socket. kubernetes: the API server's; empty: as the pod is told.");
    visit.item("port", in.port, bounds<std::uint16_t>{0, 65535},
               "mysql, postgresql, redis, etcd, kubernetes: its port; 0 is 3306, 5432, 6379, 2379 or 443.");
    visit.text(
        "database", in.database,
        "mysql, postgresql: the database; redis: its number; empty is 0; etcd: all keys begin with /vesta/ and this; "
        "kubernetes: the names of all Lease objects begin with this and a dot; etcd, kubernetes: empty is vesta.");
    visit.text("namespace", in.space, "kubernetes: the namespace of the Lease objects; empty: the pod's own.");
    visit.text("user", in.user, "mysql, postgresql, redis, etcd: the user.");
    visit.text(
        "password-file", in.password_file,
        "A file that holds the password; kubernetes: the token, read again each minute; empty: the service account's.");
    visit.text("password-env", in.password_env, "The environment variable that holds the password, or the token.");
    visit.item("tls", in.tls, tls_choices,
               "mysql, postgresql: encrypt; verified, the only way with redis, etcd and kubernetes (always), also "
               "checks the server's certificate and its name.");
    visit.text(
        "ca-file", in.ca_file,
        "The authority of the server's certificate; empty: those of the system; kubernetes: the service account's.");
    visit.text("certificate", in.certificate, "A certificate to show to the server; empty: none.");
    visit.text("key", in.key, "Its private key.");
}

void describe(auto& visit, auto_create_settings& in) {
    visit.item("step", in.step, bounds<std::uint32_t>{1, 1'000'000}, "The step of a tag that is made on first use.");
    visit.item("most-per-second", in.most_per_second, bounds<std::uint32_t>{1, 1'000'000},
               "Names that may become tags in a second.");
}

void describe(auto& visit, custom_layout_settings& in) {
    constexpr bounds<std::uint32_t> bits{0, 63};
    visit.item("version", in.version, bits, "Bits of the version.");
    visit.item("type", in.type, bits, "Bits of the type.");
    visit.item("gen-method", in.gen_method, bits, "Bits of the genMethod.");
    visit.item("time", in.time, bits, "Bits of the time.");
    visit.item("seq", in.seq, bits, "Bits of the sequence.");
    visit.item("machine", in.machine, bits, "Bits of the machine ID.");
    visit.item("unit", in.unit, unit_choices, "The length of a tick.");
    visit.item("epoch", in.epoch_ms, bounds<std::uint64_t>{0, 253402300799999},
               "The instant of time 0, in unix milliseconds.");
    visit.fields("order", in.order, "The fields from the most significant down.");
}

void describe(auto& visit, time_settings& in) {
    visit.text("type", in.type, "The ID type, of kinds with several: max-peak, min-granularity, short.");
    visit.item("populator", in.populator, populator_choices, "How threads are synchronised.");
    visit.item("gen-method", in.gen_method, bounds<std::uint32_t>{0, 3},
               "The genMethod of all its IDs, whichever way they are published.");
    visit.item("version", in.version, bounds<std::uint32_t>{0, 1}, "The version of all its IDs.");
    visit.item("order", in.order, order_choices,
               "Kinds that take the time: IDs increase over all threads of a process, or within each thread.");
    visit.item(
        "max-age", in.max_age,
        bounds<std::chrono::milliseconds>{std::chrono::milliseconds{0}, std::chrono::seconds{10}},
        "How old an ID's time may be. With order lanes: how long a thread may keep IDs that it has set aside, at "
        "least 1ms, absent is one tick. With order strict, populator cas and one machine ID: how long many "
        "callers share a reading of the clock, absent is 1ms; 0 reads it for each call.");
    visit.item(
        "seq-start", in.start, seq_start_choices,
        "The sequence of the first ID in a tick: zero, or random within an eighth of the tick, so that id % N is "
        "spread where few IDs are made.");
    visit.section("layout", in.layout, "kind custom: widths, unit and epoch.");
    visit.section("then", in.then,
                  "Kinds of 64 bits that take the time: the layout from an instant on (docs/succession.md); absent: "
                  "none.");
    visit.item("machine-bits", in.machine_bits, bounds<std::uint32_t>{1, 16},
               "kind uuid7, ulid: bits of the machine ID; the sequence has the rest of 20. Absent is 10.");
}

void describe(auto& visit, number_settings& in) {
    using namespace std::chrono;
    visit.text("store", in.store, "segment, sharded: the name of a store below `stores`.");
    visit.text(
        "table", in.table,
        "segment: the table; empty is leaf_alloc, tiny_id_info for format tinyid, or cosid for format cosid. That of "
        "sharded is id_alloc.");
    visit.item("order", in.order, order_choices,
               "segment, sharded: increasing numbers within each thread, or over all threads of a process.");
    visit.one_of("refill", in.refill, refill_kinds,
                 "segment, sharded: how reservations are sized; empty is demand for segment, step for sharded.");
    visit.item("look-ahead", in.look_ahead, bounds<milliseconds>{milliseconds{0}, hours{24}},
               "segment, sharded, refill demand: how long held numbers are to last at the rate of the last minute.");
    visit.item(
        "refresh", in.refresh, bounds<milliseconds>{milliseconds{100}, hours{24}},
        "segment, sharded: how often the table is read for new, changed and removed rows; absent is 1min for segment, "
        "2min for sharded.");
}

void describe_own(auto& visit, segment_settings& in) {
    visit.one_of(
        "format", in.format, table_formats,
        "segment: whose table it is; tinyid is TinyId's and cosid is CosId's, where max_id is the last reserved "
        "number; tinyid serves TinyId's paths.");
    visit.texts(
        "masters", in.masters,
        "segment: in place of `store`, 2 to 16 stores of SQL whose rows of a tag have one delta and a remainder "
        "each; ranges are from those that answer (docs/segments.md).");
    visit.section("auto-create", in.auto_create,
                  "segment, format leaf and cosid: make unknown tags on first use; absent is off.");
    visit.named("formats", in.formats,
                "segment: by tag, how its numbers are written as texts such as INV-20261123-000042-4 "
                "(docs/formatted.md).");
}

void describe_own(auto& visit, sharded_settings& in) {
    visit.one_of("queue", in.queue, queue_kinds,
                 "sharded: where reserved numbers wait; redis-list is the original's list, for a migration.");
    visit.text("queue-store", in.queue_store,
               "sharded, queue redis and redis-list: the name of a store below `stores`; empty is the only one of "
               "kind redis.");
    visit.text(
        "key-file", in.key_file,
        "sharded: a file with 32, 48 or 64 hexadecimal digits, the key by which the order of numbers is hidden.");
    visit.item("permutation-bits", in.permutation_bits, bounds<std::uint32_t>{20, 49},
               "sharded, with key-file: how many bits numbers are spread over; absent is all 49.");
}

void describe(auto& visit, segment_settings& in) {
    describe(visit, static_cast<number_settings&>(in));
    describe_own(visit, in);
}

void describe(auto& visit, sharded_settings& in) {
    describe(visit, static_cast<number_settings&>(in));
    describe_own(visit, in);
}

void describe(auto& visit, gapless_settings& in) {
    using namespace std::chrono;
    visit.text("store", in.store,
               "gapless: the name of a store of SQL below `stores`; absent: the numbers are in a file of `state.dir`.");
    visit.texts("tags", in.tags, "gapless: the tags, each a series of numbers from 1 on; absent: one series.");
    visit.item("keys", in.keys, bounds<milliseconds>{minutes{1}, days{3650}},
               "gapless: for how long at least a caller's key finds its number again.");
    visit.item("most-keys", in.most_keys, bounds<std::uint32_t>{1, 100'000'000},
               "gapless: how many keys are kept; with so many, new ones get no number. Over keys, the most a second: "
               "11 unless set.");
}

/// Makes the settings those of their kind, where they are another's.
inline void suit_kind(generator_settings& in) {
    const std::size_t wanted = in.kind == "segment" ? 1 : in.kind == "sharded" ? 2 : in.kind == "gapless" ? 3 : 0;
    if (in.of.index() == wanted) return;
    if (wanted == 0) in.of.emplace<0>();
    if (wanted == 1) in.of.emplace<1>();
    if (wanted == 2) in.of.emplace<2>();
    if (wanted == 3) in.of.emplace<3>();
}

void describe(auto& visit, outward_key_settings& in) {
    visit.text("key-file", in.key_file,
               "A file with 32, 48 or 64 hexadecimal digits, the key; relative paths begin at the settings file.");
    visit.text("key-env", in.key_env, "The environment variable that holds them.");
    visit.text("fingerprint", in.fingerprint,
               "Of the key, and of what of an ID is permuted: with another key, version, type, gen-method, bits or "
               "shape of kind these settings are refused, since IDs would repeat; absent: the refusal names it.");
}

void describe(auto& visit, outward_settings& in) {
    visit.item("key", in.key, bounds<std::uint32_t>{0, largest_key_identifier},
               "The identifier of the key under which new IDs leave, one of `keys`.");
    visit.item("bits", in.bits, bounds<std::uint32_t>{20, 64},
               "How many bits of an ID are permuted; identifiers of keys have those above. Absent is all that the "
               "kind's IDs differ in, so it changes with type, version and gen-method; segment: 48. Never change it.");
    visit.named("keys", in.keys, "The keys, by identifier: whole numbers from 0 on. Keep those of all IDs.");
}

void describe(auto& visit, generator_settings& in) {
    visit.one_of("kind", in.kind, generator_kinds(), "What it makes.");
    visit.section("outward", in.outward,
                  "IDs leave in a form that tells strangers neither time nor number (docs/outward.md); for kinds of 64 "
                  "bits but sharded, which has key-file.");
    if constexpr (requires { visit.lists_every_kind; }) {
        describe(visit, in.of.template emplace<time_settings>());
        describe(visit, in.of.template emplace<segment_settings>());
        describe_own(visit, in.of.template emplace<sharded_settings>());
        describe(visit, in.of.template emplace<gapless_settings>());
    } else {
        suit_kind(in);
        visit.of_kind(in.kind);
        std::visit([&](auto& of) { describe(visit, of); }, in.of);
    }
}

void describe(auto& visit, clock_settings& in) {
    using namespace std::chrono;
    visit.item("rollback-wait", in.rollback_wait, bounds<milliseconds>{milliseconds{0}, seconds{10}},
               "If the clock steps back by up to this, callers wait for it.");
    visit.item("reserve-ahead", in.reserve_ahead, bounds<milliseconds>{milliseconds{10}, hours{24}},
               "How far ahead time is reserved: how long a node serves without its store.");
    visit.item("after-crash", in.after, after_crash_choices,
               "If a crash left the mark ahead of the clock: wait for the clock, or serve from the mark at once.");
    visit.item("max-lead", in.max_lead, bounds<milliseconds>{milliseconds{10}, hours{48}},
               "own-time: how far reservations may lead the wall clock.");
    visit.item("max-forward", in.max_forward, bounds<milliseconds>{milliseconds{0}, days{36500}},
               "A wall clock that is further ahead of the expected time is not believed; 0 or off: it always is.");
}

struct state_section {
    std::filesystem::path& dir;
    std::string& space;
};

void describe(auto& visit, state_section& in) {
    visit.path("dir", in.dir, "The folder of the high-water marks, relative to the settings file.");
    visit.text("space", in.space,
               "The name of an ID space: processes of two spaces on one host may repeat each other's IDs.");
}

void describe(auto& visit, log_settings& in) {
    visit.one_of("level", in.level, log_levels, "The lowest level that is logged.");
    visit.item("format", in.format, log_format_choices, "One line of text, or one JSON object, for each event.");
    visit.path("file", in.file, "The file that is appended to, from the settings' folder; absent: standard error.");
    visit.path("access", in.access, "The file that gets a line for each request, from the settings' folder; or off.");
    visit.item("slow", in.slow, up_to_a_day_or_never, "Requests that take this long are logged; 0 or off: none is.");
}

void describe(auto& visit, settings& in) {
    visit.text("instance", in.instance, "The name of this instance in a shared store; VESTA_INSTANCE overrides it.");
    visit.texts("peers", in.peers, "host:port of other RPC servers: those with one machine ID find each other.");
    visit.section("peers-tls", in.peers_tls, "TLS for asking them (docs/tls.md); absent: they are asked without.");
    visit.section("machine-id", in.machine_id, "Where machine IDs come from.");
    visit.named("stores", in.stores, "Databases, by name.");
    visit.named("generators", in.generators, "Generators, by name; requests that name none use `default`.");
    visit.section("clock", in.clock, "How the wall clock is treated.");
    state_section state{in.state_dir, in.state_space};
    visit.section("state", state, "Where this host keeps its state.");
    visit.section("security", in.security, "Who may do what.");
    visit.section("rest", in.rest, "The HTTP server.");
    visit.section("rpc", in.rpc, "The RPC server.");
    visit.section("limits", in.limits, "How much both servers take on together.");
    visit.section("log", in.log, "What is logged, and where.");
}

} // namespace vesta::embed
