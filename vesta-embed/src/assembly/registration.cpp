#include "registration.hpp"

#include "databases.hpp"
#include "leases.hpp"

#include <vesta/host/identity.hpp>
#include <vesta/machine/registered_ids.hpp>

#include <algorithm>
#include <fstream>

namespace vesta::embed {
namespace {

/// 16 hexadecimal digits of @p text (FNV-1a, 64 bits).
std::string digest(std::string_view text) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char each : text)
        hash = (hash ^ static_cast<unsigned char>(each)) * 0x100000001b3;
    std::string digits;
    for (int i = 0; i < 16; ++i, hash >>= 4)
        digits += "0123456789abcdef"[hash & 0xf];
    return digits;
}

/// Tells this host and state folder from others as long as neither moves. A copy of both looks the same; then both
/// renew one entry and find out.
std::string place_of(const std::filesystem::path& folder) {
    std::string machine;
    std::getline(std::ifstream{"/etc/machine-id"}, machine);
    const auto name = host::host_name();
    std::error_code ignored;
    return digest((name ? *name : "") + '\n' + machine + '\n' + std::filesystem::absolute(folder, ignored).string());
}

bool has_leases(const store_settings& of) {
    return of.kind != store_kind::redis;
}

bool is_used(const settings& from, const std::string& store, const std::string& only) {
    return std::ranges::any_of(from.generators, [&](const auto& each) {
        return store_of(each.second) == store && (only.empty() || each.first == only);
    });
}

/// The name of the instance if the settings give none: one that a person would look for.
std::string name_of(const settings& from) {
    if (!from.machine_id.address.empty()) return from.machine_id.address;
    const auto name = host::host_name();
    return name ? *name : "unnamed host";
}

} // namespace

std::string register_store(const settings& from, const std::string& only) {
    if (from.machine_id.registered_in == "none") return "";
    if (!from.machine_id.registered_in.empty()) return from.machine_id.registered_in;
    std::string found;
    for (const auto& [name, each] : from.stores) {
        if (!has_leases(each)) continue;
        if (!found.empty()) return "";
        found = name;
    }
    if (found.empty() || from.stores.at(found).kind != store_kind::sqlite) return found;
    return is_used(from, found, only) ? found : "";
}

result<std::unique_ptr<machine_id_provider>> registered(std::unique_ptr<machine_id_provider> from, const settings& by,
                                                        const provider_context& context) {
    const std::string store = register_store(by, context.only);
    if (store.empty()) return from;
    auto table = open_lease_table(by, store);
    if (!table) return std::move(table).error();
    auto terms = terms_of(by);
    if (has_own_clock(by, store)) terms.hear = context.hear;
    auto made = std::make_unique<registered_ids>(std::move(from), *std::move(table), std::move(terms),
                                                 registration_options{place_of(by.state_dir), context.log});
    return named_by(std::move(made), by, name_of(by));
}

} // namespace vesta::embed
