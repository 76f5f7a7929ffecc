#pragma once

#include <vesta/base/result.hpp>
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
#include <vector>

/// The settings file as values. Every key, its meaning, default and bounds are described once, in
/// src/settings/describe.hpp, from which files are read, `vesta check` prints, and docs/settings.md is checked.
namespace vesta::embed {

enum class id_provider : std::uint8_t { property, ip_map, database, zookeeper };
enum class store_kind : std::uint8_t { mysql, sqlite, redis };
enum class after_crash : std::uint8_t { wait, own_time };

/// machine-id.property: one of three ways to say it.
struct property_settings {
    std::optional<std::uint32_t> id;
    std::vector<std::uint32_t> ids;
    bool host_name_ordinal = false;
    std::uint32_t offset = 0;
};

struct database_settings {
    std::string store;
    std::string mode = "leased";
};

struct zookeeper_settings {
    std::string hosts;
    std::string mode = "leased";
    std::string name = "vesta";
    std::string user; ///< empty: none
    std::string password_file;
    std::string password_env;
};

struct machine_id_settings {
    id_provider provider = id_provider::property;
    property_settings property;
    std::map<std::string, std::uint32_t> ip_map; ///< address[:port] -> machine ID
    std::string interface;
    std::string address;
    std::optional<database_settings> database;
    std::optional<zookeeper_settings> zookeeper;
    std::chrono::milliseconds takeover_margin{1000};
    /// property, ip-map: the store in which they are entered, so that two hosts with one machine ID find out; empty:
    /// the only SQL store there is; "none": nowhere.
    std::string registered_in;
    std::string leaf_file; ///< What a Leaf that ran here kept of its worker ID; empty: none did.
};

/// Whether the way to a database is encrypted; `verified` also checks the server's certificate.
enum class store_tls : std::uint8_t { off, required, verified };

struct store_settings {
    store_kind kind = store_kind::sqlite;
    std::string file;
    std::string host = "127.0.0.1";
    std::uint16_t port = 0; ///< 0: the kind's usual one
    std::string database;
    std::string user;
    std::string password_file;
    std::string password_env;
    store_tls tls = store_tls::off;
    std::string ca_file; ///< empty: the system's authorities
};

struct auto_create_settings {
    std::uint32_t step = 1000;
};

/// generators.<name>.layout, of kind custom.
struct custom_layout_settings {
    std::uint32_t version = 0, type = 0, gen_method = 0, time = 0, seq = 0, machine = 0;
    time_unit unit = time_unit::millisecond;
    std::uint64_t epoch_ms = 0;
    std::vector<std::string> order; ///< from the most significant; empty: version type genMethod time seq machine
};

struct generator_settings {
    std::string kind = "vesta";
    std::string type; ///< empty: the kind's default
    populator_kind populator = populator_kind::cas;
    std::optional<std::uint32_t> gen_method; ///< instead of that of the way of publishing
    std::uint32_t version = 0;
    std::optional<custom_layout_settings> layout;
    std::string store;
    std::string table;
    std::optional<auto_create_settings> auto_create;
    std::string queue = "memory";
    std::string queue_store;                       ///< empty: the only store of kind redis
    std::string key_file;                          ///< empty: numbers are in the order in which they are counted
    std::optional<std::uint32_t> permutation_bits; ///< absent: all that a number has
    number_order order = number_order::lanes;
    std::string refill; ///< empty: the kind's usual one
    std::chrono::milliseconds look_ahead{std::chrono::minutes{15}};
    std::optional<std::chrono::milliseconds> refresh; ///< absent: the kind's usual one

    /// Whether it counts instead of taking the time: kinds segment and sharded.
    bool counts() const noexcept { return kind == "segment" || kind == "sharded"; }
};

struct clock_settings {
    std::chrono::milliseconds rollback_wait{5};
    std::chrono::milliseconds reserve_ahead{3000};
    after_crash after = after_crash::wait;
    std::chrono::milliseconds max_lead{60000};
    std::chrono::milliseconds max_forward{600000}; ///< 0: a wall clock is always believed.
};

/// rest.limits; the server's own defaults, which a test holds equal. See docs/http-api.md.
struct rest_limit_settings {
    std::uint32_t header_bytes = 16 * 1024;
    std::uint32_t header_fields = 100;
    std::uint64_t body_bytes = 64 * 1024;
    std::uint32_t batch = 10'000;
    std::uint32_t connections = 20'000;
    std::uint32_t requests_in_flight = 10'000;
    std::uint64_t unsent_bytes = 64 * 1024 * 1024;
    std::chrono::milliseconds idle{75'000};
    std::chrono::milliseconds read{15'000};
    std::chrono::milliseconds write{30'000};
    std::chrono::milliseconds patience{2'000};
    std::chrono::milliseconds serve{10'000};
};

/// rpc.limits; the server's own defaults, which a test holds equal. See docs/rpc-protocol.md.
struct rpc_limit_settings {
    std::uint32_t connections = 10'000;
    std::uint32_t ids_per_command = 10'000;
    std::uint32_t numbers_per_range = 1'048'576;
    std::uint64_t unsent_bytes = 256 * 1024;
    std::uint32_t auth_failures = 10;
    std::chrono::milliseconds idle{0};
    std::chrono::milliseconds command_arrival{10'000};
    std::chrono::milliseconds answer_departure{30'000};
    std::chrono::milliseconds patience{2'000};
};

struct rest_settings {
    bool enabled = true;
    std::string listen = "127.0.0.1:8080";
    std::uint32_t threads = 0;
    std::chrono::milliseconds stop_deadline{5'000};
    rest_limit_settings limits;
};

struct rpc_settings {
    bool enabled = true;
    std::string listen = "127.0.0.1:6399";
    std::uint32_t threads = 0;
    std::chrono::milliseconds stop_deadline{5'000};
    std::string password_file;
    std::string password_env;
    rpc_limit_settings limits;
};

struct settings {
    std::string instance;
    machine_id_settings machine_id;
    std::map<std::string, store_settings> stores;
    std::vector<std::pair<std::string, generator_settings>> generators; ///< in the order of the file
    clock_settings clock;
    std::filesystem::path state_dir = "./var";
    std::string state_space; ///< The name of the ID space; empty: the one of all who name none.
    rest_settings rest;
    rpc_settings rpc;
    /// The other servers' RPC addresses, host:port: they are asked whether they use our machine IDs.
    std::vector<std::string> peers;
    std::string log_level = "info";

    /// The generator of that name; the one named `default` for an empty name. Null where there is none.
    const generator_settings* generator(std::string_view name) const noexcept;

    /// The generators' names, for error texts: "default, peak", or "none".
    std::string generator_names() const;

    /// The name of the store that holds the queue of @p of: the one it names, else the only one of kind redis. Empty
    /// where there is none, or more than one.
    std::string queue_store(const generator_settings& of) const;
};

/// Reads settings from YAML text; @p origin names it in errors. Then VESTA_MACHINE_ID and VESTA_INSTANCE are applied.
/// Error: `invalid_settings` with origin, line, path, and what would be right.
result<settings> parse_settings(std::string_view yaml, std::string_view origin);

/// Reads a settings file. Relative paths of `state.dir` and of SQLite databases become those below the file's folder;
/// in `parse_settings`, which knows no file, they stay relative to the working directory.
result<settings> load_settings(const std::filesystem::path& file);

/// The file to use when none is named: $VESTA_CONFIG, ./conf/vesta.yaml, /etc/vesta/vesta.yaml. Error:
/// `invalid_settings` listing these where none exists.
result<std::filesystem::path> find_settings();

/// The effective settings as YAML. Secrets are not in the settings; the names of their files are shown.
std::string to_yaml(const settings& effective);

/// The password that a file or an environment variable holds, without a line's end; empty where neither is named. @p
/// path names the settings in errors. Error: `invalid_settings`; it never quotes the password.
result<std::string> read_secret(const std::string& file, const std::string& variable, const std::string& path);

/// A length of time with its unit: 5ms, 3s, 15min, 2h, 1d; 0 needs none. Error: `invalid_argument`.
result<std::chrono::milliseconds> parse_duration(std::string_view text);

} // namespace vesta::embed
