#pragma once

#include <vesta/base/result.hpp>
#include <vesta/embed/format_settings.hpp>
#include <vesta/embed/gapless_settings.hpp>
#include <vesta/embed/layout_settings.hpp>
#include <vesta/embed/outward_settings.hpp>
#include <vesta/embed/server_settings.hpp>
#include <vesta/generate/populator.hpp>
#include <vesta/id/layout.hpp>
#include <vesta/segment/segment_generator.hpp>

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

/// The settings file as values.
///
/// src/settings/describe.hpp describes every key once, with its meaning, default and bounds: files are read by it,
/// `vesta check` prints by it, and a test holds docs/settings.md to it. Members are named after their keys, and
/// comments only add to that.
namespace vesta::embed {

/// machine-id.provider: the source of machine IDs.
enum class id_provider : std::uint8_t { property, ip_map, ordinal, database, zookeeper, etcd, kubernetes };
/// stores.<name>.kind.
enum class store_kind : std::uint8_t { mysql, postgresql, sqlite, redis, etcd, kubernetes };
/// clock.after-crash: wait until the wall clock is above the mark that a crash left, or serve from own time at once.
enum class after_crash : std::uint8_t { wait, own_time };

/// Whether the connection to a store is encrypted; `verified` also checks the server's certificate.
enum class store_tls : std::uint8_t { off, required, verified };

/// machine-id.property: one machine ID, several, or the number in the host's name plus an offset.
struct property_settings {
    std::optional<std::uint32_t> id;
    std::vector<std::uint32_t> ids;
    bool host_name_ordinal = false;
    std::uint32_t offset = 0;
};

/// machine-id.ordinal: the number in the host's name, as a StatefulSet gives it, plus an offset.
struct ordinal_settings {
    std::uint32_t offset = 0;
    std::optional<std::uint32_t> replicas; ///< Ordinals are below it; absent: as far as the layouts' machine IDs go.
};

/// machine-id.database: machine IDs from an SQL store.
struct database_settings {
    std::string store;
    std::string mode = "leased";
    std::string space = "cosid"; ///< CosId's namespace, of mode cosid.
};

/// machine-id.zookeeper: machine IDs from a ZooKeeper ensemble.
struct zookeeper_settings {
    std::string hosts;
    std::string mode = "leased";
    std::string name = "vesta";
    std::string user; ///< Empty: none.
    std::string password_file;
    std::string password_env;
    store_tls tls = store_tls::off; ///< Nothing else: the client library has no TLS.
};

/// machine-id.etcd and machine-id.kubernetes: machine IDs from a store of that kind.
struct lending_settings {
    std::string store; ///< Empty: the only store of that kind.
};

/// machine-id: the source of machine IDs, and the settings of each source.
struct machine_id_settings {
    id_provider provider = id_provider::property;
    property_settings property;
    std::map<std::string, std::uint32_t> ip_map; ///< Machine ID by address[:port].
    ordinal_settings ordinal;
    std::string interface;
    std::string address;
    std::optional<database_settings> database;
    std::optional<zookeeper_settings> zookeeper;
    std::optional<lending_settings> etcd;
    std::optional<lending_settings> kubernetes;
    /// How far ahead the clock of another program that had the machine ID before may be, 0 to 1 min; 0: there was none.
    std::chrono::milliseconds takeover_margin{1000};
    /// machine-id.register: the SQL store in which machine IDs that no store lends are entered, so that two
    /// hosts with one machine ID find out. "none": nowhere. Empty: the only SQL store there is, if it is on a server
    /// or a generator uses it.
    std::string registered_in;
    /// Machine IDs from this on are set aside for IDs of the past (`vesta make --at`): no generator uses one. Absent:
    /// none.
    std::optional<std::uint32_t> backfill;
    /// The file in which a Leaf on this host kept its worker ID; empty: none.
    std::string leaf_file;

    /// Whether a store lends machine IDs; otherwise the settings and the host say which are this process's.
    bool is_lent() const noexcept {
        return provider == id_provider::database || provider == id_provider::zookeeper ||
               provider == id_provider::etcd || provider == id_provider::kubernetes;
    }
};

/// stores.<name>: a database that generators and machine IDs use.
struct store_settings {
    store_kind kind = store_kind::sqlite;
    std::string file;
    std::string host;       ///< Once read, empty only with kind kubernetes: as the pod is told.
    std::uint16_t port = 0; ///< 0: the usual port of the kind.
    std::string database;
    std::string space; ///< Its `namespace`; empty: the pod's own.
    std::string user;
    std::string password_file;
    std::string password_env;
    store_tls tls = store_tls::off;
    std::string ca_file;     ///< Empty: the system's authorities.
    std::string certificate; ///< Empty: none is shown to the server.
    std::string key;
};

/// generators.<name>.auto-create: unknown tags are made on first use, with this step, and so many in a second.
struct auto_create_settings {
    std::uint32_t step = 1000;
    std::uint32_t most_per_second = 1000;
};

/// generators.<name>.seq-start: the sequence of the first ID in a tick in which nothing was made yet.
enum class seq_start : std::uint8_t { zero, random };

/// generators.<name> of a kind that takes the time.
struct time_settings {
    std::string type; ///< Empty: the kind's default.
    populator_kind populator = populator_kind::cas;
    std::optional<std::uint32_t> gen_method; ///< Absent: that of the way of publishing.
    std::uint32_t version = 0;
    number_order order = number_order::strict;
    std::optional<std::chrono::milliseconds> max_age; ///< Absent: one tick with `order: lanes`, else 1 ms.
    seq_start start = seq_start::zero;
    std::optional<custom_layout_settings> layout; ///< Of kind custom.
    std::optional<successor_settings> then;
    std::optional<std::uint32_t> machine_bits; ///< Of kinds uuid7 and ulid; absent: `usual_machine_bits`.
};

/// generators.<name> of a kind that counts.
struct number_settings {
    std::string store;
    std::string table;
    number_order order = number_order::lanes;
    std::string refill; ///< Empty: the kind's usual one.
    std::chrono::milliseconds look_ahead{std::chrono::minutes{15}};
    std::optional<std::chrono::milliseconds> refresh; ///< Absent: the kind's usual one.
};

/// generators.<name> of kind segment.
struct segment_settings : number_settings {
    std::string format = "leaf";      ///< Whose columns the table has: leaf, tinyid or cosid.
    std::vector<std::string> masters; ///< Several stores, in place of `store`.
    std::optional<auto_create_settings> auto_create;
    std::map<std::string, format_settings> formats; ///< By tag.

    /// The stores of its numbers: one, or several masters.
    std::vector<std::string> stores() const { return masters.empty() ? std::vector{store} : masters; }
    /// The same with @p one of them alone.
    segment_settings on(const std::string& one) const;
};

/// generators.<name> of kind sharded.
struct sharded_settings : number_settings {
    std::string queue = "memory";
    std::string queue_store;                       ///< Empty: the only store of kind redis.
    std::string key_file;                          ///< Empty: numbers keep the order of counting.
    std::optional<std::uint32_t> permutation_bits; ///< 20 to 49; absent: 49.
};

/// generators.<name>.
struct generator_settings {
    std::string kind = "vesta";
    std::optional<outward_settings> outward;
    std::variant<time_settings, segment_settings, sharded_settings, gapless_settings> of; ///< Of that kind.

    /// Null for kinds that count or are gapless.
    const time_settings* timed() const noexcept { return std::get_if<time_settings>(&of); }
    /// Null for other kinds.
    const sharded_settings* sharded() const noexcept { return std::get_if<sharded_settings>(&of); }
    /// Null for other kinds.
    const gapless_settings* gapless() const noexcept { return std::get_if<gapless_settings>(&of); }
    /// Those of kinds that count (segment and sharded); null for others.
    const number_settings* numbers() const noexcept;
};

/// clock: how time-based generators treat the wall clock; see `pacing`, `reservation_policy` and `clock_guard`.
struct clock_settings {
    std::chrono::milliseconds rollback_wait{5};
    std::chrono::milliseconds reserve_ahead{3000};
    after_crash after = after_crash::wait;
    std::chrono::milliseconds max_lead{60000};
    std::chrono::milliseconds max_forward{600000}; ///< 0: the wall clock is always believed.
};

/// How a line of the log is written.
enum class log_format : std::uint8_t { text, json };

/// log.
struct log_settings {
    std::string level = "info";
    log_format format = log_format::text;
    std::filesystem::path file;           ///< Empty: standard error.
    std::filesystem::path access = "off"; ///< A line for each request goes there; "off": nowhere.
    std::chrono::milliseconds slow{100};  ///< Slower requests are logged; 0: none is.
};

/// All settings of one file, checked.
struct settings {
    std::string instance;
    machine_id_settings machine_id;
    std::map<std::string, store_settings> stores;
    std::vector<std::pair<std::string, generator_settings>> generators; ///< In the order of the file.
    clock_settings clock;
    std::filesystem::path state_dir = "./var";
    std::string state_space; ///< The name of the ID space; empty: the unnamed one.
    security_settings security;
    rest_settings rest;
    rpc_settings rpc;
    limit_settings limits;
    /// RPC addresses, host:port, of other servers, which are asked whether they use our machine IDs.
    std::vector<std::string> peers;
    std::optional<tls::client_options> peers_tls; ///< Absent: peers are asked without TLS.
    log_settings log;

    /// The generator named @p name; `default` for an empty name. Null if there is none.
    const generator_settings* generator(std::string_view name) const noexcept;

    /// The generators' names for error texts: "default, peak", or "none".
    std::string generator_names() const;
    /// That there is no generator @p name, which there are, and which may be meant.
    error unknown_generator(std::string_view name) const;

    /// The store that holds the queue of @p of: the one it names, else the only one of kind redis. Empty if there is
    /// none, or more than one.
    std::string queue_store(const sharded_settings& of) const;
    /// The name of the store of machine-id.etcd or machine-id.kubernetes, by the provider; empty if it is not given,
    /// and `stores` has none of that kind, or more than one.
    std::string lending_store() const;
    /// The name of the only store of that kind; empty if there is none, or more than one.
    std::string only_store(store_kind kind) const;
};

/// Reads settings from YAML text, then applies VESTA_MACHINE_ID and VESTA_INSTANCE. @p origin names the text in errors.
///
/// Relative paths stay relative to the working directory.
/// Errors: `invalid_settings`, with origin, line, path, and what would be right.
result<settings> parse_settings(std::string_view yaml, std::string_view origin);

/// Reads a settings file as `parse_settings`. Relative paths of `state.dir`, SQLite databases, TLS and unix sockets are
/// taken from the file's folder.
///
/// Errors: `invalid_settings`.
result<settings> load_settings(const std::filesystem::path& file);

/// The file to use if none is named: $VESTA_CONFIG, whether or not it exists; else ./conf/vesta.yaml or
/// /etc/vesta/vesta.yaml, the first that exists.
///
/// Errors: `invalid_settings`, listing these.
result<std::filesystem::path> find_settings();

/// The effective settings as YAML: names of password files, never passwords.
std::string to_yaml(const settings& effective);
/// The same as one JSON object (RFC 8259).
std::string to_json(const settings& effective);

/// The secret in the environment variable @p variable, else in @p file without its line end; empty if neither is named.
/// In errors the settings are @p path.@p what-file and @p path.@p what-env.
///
/// Errors: `invalid_settings` if the named source is missing or empty; never quotes the secret.
result<std::string> read_secret(const std::string& file, const std::string& variable, const std::string& path,
                                std::string_view what = "password");

/// Checks that each secret that @p of names can be read: of stores, of ZooKeeper where it is asked, of the RPC server
/// if it is enabled, and for peers.
///
/// Errors: as `read_secret`, of the first that cannot.
result<void> check_secrets(const settings& of);

/// Reads a whole number with a unit: 5ms, 3s, 15min, 2h, 1d; 0 needs none.
///
/// Errors: `invalid_argument`.
result<std::chrono::milliseconds> parse_duration(std::string_view text);

} // namespace vesta::embed
