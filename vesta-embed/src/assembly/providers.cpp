#include "providers.hpp"

#include "leaf_worker.hpp"
#include "leases.hpp"

#include <vesta/file/marks.hpp>
#include <vesta/host/identity.hpp>
#include <vesta/machine/fixed_ids.hpp>

#include <utility>

namespace vesta::embed {
namespace {

using provider_ptr = std::unique_ptr<machine_id_provider>;

provider_ptr fixed(const settings& from, std::vector<machine_id> ids, std::string origin) {
    return std::make_unique<fixed_ids>(std::move(ids), std::move(origin),
                                       [folder = from.state_dir](machine_id id, const lease_request& request) {
                                           return file::open_mark(folder, id, request);
                                       });
}

result<provider_ptr> by_host_name(const settings& from) {
    auto name = host::host_name();
    if (!name) return std::move(name).reason();
    auto number = host::ordinal(*name);
    if (!number) return std::move(number).reason();
    const std::uint64_t id = std::uint64_t{*number} + from.machine_id.property.offset;
    if (id > 4294967295)
        return error{errc::invalid_settings, "machine-id.property.offset and the host name's number add up to " +
                                                 std::to_string(id) + ", which is no machine ID"};
    return fixed(from, {{static_cast<std::uint32_t>(id)}}, "the number in the host name " + *name);
}

/// Machine IDs, and the setting they are from.
struct listed_ids {
    std::vector<machine_id> ids;
    std::string origin;
};

result<listed_ids> ids_of(const property_settings& property) {
    if (property.id) return listed_ids{{{*property.id}}, "machine-id.property.id"};
    listed_ids listed{{}, "machine-id.property.ids"};
    for (const auto each : property.ids)
        listed.ids.push_back({each});
    if (!listed.ids.empty()) return listed;
    return error{
        errc::invalid_settings,
        "no machine ID: set machine-id.property.id, .ids or .host-name-ordinal, or VESTA_MACHINE_ID; there is no "
        "default, because two processes with one machine ID make the same IDs"};
}

result<listed_ids> ids_of(const std::map<std::string, std::uint32_t>& ip_map) {
    listed_ids listed{{}, "machine-id.ip-map"};
    for (const auto& [address, id] : ip_map)
        listed.ids.push_back({id});
    return listed;
}

/// Whether the settings leave the machine ID to the file that a Leaf left.
bool is_in_leaf_file(const machine_id_settings& of) {
    return of.provider == id_provider::property && !of.property.host_name_ordinal && !of.leaf_file.empty() &&
           !of.property.id && of.property.ids.empty();
}

result<provider_ptr> by_property(const settings& from) {
    if (from.machine_id.property.host_name_ordinal) return by_host_name(from);
    auto listed = ids_of(from.machine_id.property);
    if (!listed) return std::move(listed).reason();
    return fixed(from, std::move(listed->ids), std::move(listed->origin));
}

result<host::address> own_address(const machine_id_settings& of) {
    if (!of.address.empty()) return host::address::parse(of.address);
    auto found = host::local_addresses();
    if (!found) return std::move(found).reason();
    return host::choose_address(*found, of.interface);
}

result<provider_ptr> by_address(const settings& from) {
    auto self = own_address(from.machine_id);
    if (!self) return std::move(self).reason();
    std::map<host::address, machine_id> map;
    for (const auto& [text, id] : from.machine_id.ip_map) {
        auto address = host::address::parse(text);
        if (!address) return std::move(address).reason();
        if (!map.emplace(*std::move(address), machine_id{id}).second)
            return error{errc::invalid_settings,
                         "machine-id.ip-map has the address " + text + " twice, in different forms"};
    }
    auto id = host::look_up(map, *self);
    if (!id) return std::move(id).reason();
    return fixed(from, {*id}, "machine-id.ip-map for " + self->text());
}

result<provider_ptr> lent(const settings& from) {
    if (!from.instance.empty()) return make_lending_provider(from, "");
    auto self = own_address(from.machine_id);
    if (self) return make_lending_provider(from, self->text());
    error reason = std::move(self).reason();
    reason.message =
        "no name for this instance: set instance, or VESTA_INSTANCE, or machine-id.address; " + reason.message;
    return reason;
}

result<provider_ptr> provider_named(const settings& from) {
    switch (from.machine_id.provider) {
    case id_provider::property:
        return by_property(from);
    case id_provider::ip_map:
        return by_address(from);
    case id_provider::database:
    case id_provider::zookeeper:
        return lent(from);
    }
    return error{errc::internal, "unknown machine-id.provider"};
}

} // namespace

result<void> check_listed_ids(const settings& from, const lease_request& request) {
    const auto& of = from.machine_id;
    const bool by_property =
        of.provider == id_provider::property && !of.property.host_name_ordinal && !is_in_leaf_file(of);
    if (!by_property && of.provider != id_provider::ip_map) return {};
    auto listed = by_property ? ids_of(of.property) : ids_of(of.ip_map);
    if (!listed) return std::move(listed).reason();
    const auto open_nothing = [](machine_id, const lease_request&) { return std::unique_ptr<high_water_mark>{}; };
    auto fits = fixed_ids{std::move(listed->ids), std::move(listed->origin), open_nothing}.acquire(request);
    return fits ? result<void>{} : std::move(fits).reason();
}

result<provider_ptr> make_provider(const settings& from) {
    if (from.machine_id.leaf_file.empty()) return provider_named(from);
    auto node = read_leaf_worker(from.machine_id.leaf_file);
    if (!node) return std::move(node).reason();
    auto made = is_in_leaf_file(from.machine_id) ? fixed(from, {node->id}, "machine-id.leaf-file")
                                                 : provider_named(from);
    if (!made) return made;
    return continuing(*std::move(made), *node);
}

} // namespace vesta::embed
