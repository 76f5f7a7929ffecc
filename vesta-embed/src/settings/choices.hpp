#pragma once

#include <vesta/embed/settings.hpp>
#include <vesta/id/scheme.hpp>

#include <array>
#include <span>
#include <string_view>
#include <vector>

// What settings may be.
namespace vesta::embed {

template <class T>
struct bounds {
    T least;
    T most;
};

template <class Enum>
struct choice {
    Enum value;
    std::string_view name;
};

inline constexpr std::array provider_choices{
    choice{id_provider::property, "property"},    choice{id_provider::ip_map, "ip-map"},
    choice{id_provider::ordinal, "ordinal"},      choice{id_provider::database, "database"},
    choice{id_provider::zookeeper, "zookeeper"},  choice{id_provider::etcd, "etcd"},
    choice{id_provider::kubernetes, "kubernetes"}};
inline constexpr std::array store_choices{
    choice{store_kind::mysql, "mysql"},   choice{store_kind::postgresql, "postgresql"},
    choice{store_kind::sqlite, "sqlite"}, choice{store_kind::redis, "redis"},
    choice{store_kind::etcd, "etcd"},     choice{store_kind::kubernetes, "kubernetes"}};
inline constexpr std::array tls_choices{choice{store_tls::off, "off"}, choice{store_tls::required, "required"},
                                        choice{store_tls::verified, "verified"}};
inline constexpr std::array client_certificate_choices{choice{tls::client_certificates::off, "off"},
                                                       choice{tls::client_certificates::optional, "optional"},
                                                       choice{tls::client_certificates::required, "required"}};
inline constexpr std::array tls_version_choices{choice{tls::version::v1_2, "1.2"}, choice{tls::version::v1_3, "1.3"}};
inline constexpr std::array populator_choices{choice{populator_kind::cas, "cas"},
                                              choice{populator_kind::mutex, "mutex"},
                                              choice{populator_kind::synchronized, "synchronized"}};
inline constexpr std::array unit_choices{choice{time_unit::millisecond, "ms"}, choice{time_unit::centisecond, "10ms"},
                                         choice{time_unit::second, "s"}};
inline constexpr std::array after_crash_choices{choice{after_crash::wait, "wait"},
                                                choice{after_crash::own_time, "own-time"}};
inline constexpr std::array<std::string_view, 5> database_modes{"leased", "vesta-table", "leaf-mysql", "cosid",
                                                                "worker-node"};
inline constexpr std::array<std::string_view, 2> zookeeper_modes{"leased", "leaf-forever"};
/// The presets, and those that are none.
inline std::span<const std::string_view> generator_kinds() {
    static const std::vector<std::string_view> all = [] {
        const auto presets = scheme_names();
        std::vector<std::string_view> made{presets.begin(), presets.end()};
        made.insert(made.end(), {"uuid7", "ulid", "custom", "segment", "sharded", "gapless"});
        return made;
    }();
    return all;
}
/// Those of layouts of 64 bits.
inline std::span<const std::string_view> successor_kinds() {
    static const std::vector<std::string_view> all = [] {
        const auto presets = scheme_names();
        std::vector<std::string_view> made{presets.begin(), presets.end()};
        made.emplace_back("custom");
        return made;
    }();
    return all;
}
inline constexpr std::array<std::string_view, 3> queue_kinds{"memory", "redis", "redis-list"};
inline constexpr std::array order_choices{choice{number_order::lanes, "lanes"}, choice{number_order::strict, "strict"}};
inline constexpr std::array seq_start_choices{choice{seq_start::zero, "zero"}, choice{seq_start::random, "random"}};
inline constexpr std::array<std::string_view, 3> table_formats{"leaf", "tinyid", "cosid"};
inline constexpr std::array restart_choices{choice{restart::never, "never"}, choice{restart::yearly, "yearly"},
                                            choice{restart::monthly, "monthly"}, choice{restart::daily, "daily"}};
inline constexpr std::array check_choices{
    choice{check_method::none, "none"},           choice{check_method::luhn, "luhn"},
    choice{check_method::verhoeff, "verhoeff"},   choice{check_method::mod_11_2, "mod-11-2"},
    choice{check_method::mod_11_10, "mod-11-10"}, choice{check_method::mod_97_10, "mod-97-10"},
    choice{check_method::mod_37_2, "mod-37-2"},   choice{check_method::mod_37_36, "mod-37-36"}};
inline constexpr std::array<std::string_view, 3> refill_kinds{"demand", "leaf", "step"};
inline constexpr std::array rpc_ids_choices{choice{rpc::id_replies::automatic, "auto"},
                                            choice{rpc::id_replies::integer, "integer"},
                                            choice{rpc::id_replies::text, "text"}};
inline constexpr std::array compatibility_choices{
    choice{rest::compatibility::own, "own"}, choice{rest::compatibility::netty, "netty"},
    choice{rest::compatibility::netty_2017, "netty-2017"}, choice{rest::compatibility::boot, "boot"}};
inline constexpr std::array log_format_choices{choice{log_format::text, "text"}, choice{log_format::json, "json"}};
inline constexpr std::array<std::string_view, 6> log_levels{"trace", "debug", "info", "warn", "error", "off"};

inline constexpr std::uint32_t largest_machine_id = 4294967295;
inline constexpr std::uint32_t largest_key_identifier = 1'000'000'000;
inline constexpr bounds<std::chrono::milliseconds> up_to_a_day{std::chrono::milliseconds{1}, std::chrono::hours{24}};
inline constexpr bounds<std::chrono::milliseconds> up_to_a_day_or_never{std::chrono::milliseconds{0},
                                                                        std::chrono::hours{24}};
inline constexpr bounds<std::chrono::milliseconds> up_to_an_hour_or_never{std::chrono::milliseconds{0},
                                                                          std::chrono::hours{1}};
inline constexpr bounds<std::uint32_t> up_to_a_million{1, 1'000'000};
inline constexpr bounds<std::uint64_t> up_to_a_gibibyte{1024, std::uint64_t{1} << 30};

} // namespace vesta::embed
