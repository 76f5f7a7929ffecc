#include "providers.hpp"

#include "ip_map.hpp"
#include "leaf_worker.hpp"
#include "leases.hpp"
#include "registration.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/file/marks.hpp>
#include <vesta/host/identity.hpp>
#include <vesta/machine/fixed_ids.hpp>

#include <limits>
#include <optional>
#include <utility>

namespace vesta::embed {
namespace {

using provider_ptr = std::unique_ptr<machine_id_provider>;

provider_ptr fixed(const settings& from, std::vector<machine_id> ids, std::string origin,
                   const provider_context& context) {
    const std::shared_ptr<file::host_register> host = file::open_host_register(from.state_dir);
    const file::mark_options options{
        .space = from.state_space, .clock = context.clock, .recall = context.recall, .host = host.get()};
    return std::make_unique<fixed_ids>(std::move(ids), std::move(origin),
                                       [host, options, folder = from.state_dir](machine_id id, const auto& request) {
                                           return file::open_mark(folder, id, request, options);
                                       });
}

result<provider_ptr> by_host_name(const settings& from, const ordinal_settings& by, const provider_context& context) {
    auto name = host::host_name();
    if (!name) return std::move(name).error();
    const auto id = machine_of(*name, by);
    if (!id) return id.error();
    return fixed(from, {*id}, "the number in the host name " + *name, context);
}

/// Machine IDs, and the setting that lists them.
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

/// Whether the settings leave the machine ID to a Leaf's file.
bool is_in_leaf_file(const machine_id_settings& of) {
    return of.provider == id_provider::property && !of.property.host_name_ordinal && !of.leaf_file.empty() &&
           !of.property.id && of.property.ids.empty();
}

result<provider_ptr> by_property(const settings& from, const provider_context& context) {
    if (const auto& of = from.machine_id.property; of.host_name_ordinal)
        return by_host_name(from, {.offset = of.offset}, context);
    auto listed = ids_of(from.machine_id.property);
    if (!listed) return std::move(listed).error();
    return fixed(from, std::move(listed->ids), std::move(listed->origin), context);
}

result<host::address> own_address(const machine_id_settings& of) {
    if (!of.address.empty()) return host::address::parse(of.address);
    auto found = host::local_addresses();
    if (!found) return std::move(found).error();
    return host::choose_address(*found, of.interface);
}

result<provider_ptr> by_address(const settings& from, const provider_context& context) {
    auto self = own_address(from.machine_id);
    if (!self) return std::move(self).error();
    return make_ip_map_provider(from, *std::move(self), [from, context](machine_id id, std::string origin) {
        return fixed(from, {id}, std::move(origin), context);
    });
}

result<provider_ptr> lent(const settings& from, const provider_context& context) {
    if (!from.instance.empty()) return make_lending_provider(from, "", context);
    auto self = own_address(from.machine_id);
    if (self) return make_lending_provider(from, self->text(), context);
    error reason = std::move(self).error();
    reason.message =
        "no name for this instance: set instance, or VESTA_INSTANCE, or machine-id.address; " + reason.message;
    return reason;
}

result<provider_ptr> provider_named(const settings& from, const provider_context& context) {
    switch (from.machine_id.provider) {
    case id_provider::property:
        return by_property(from, context);
    case id_provider::ip_map:
        return by_address(from, context);
    case id_provider::ordinal:
        return by_host_name(from, from.machine_id.ordinal, context);
    case id_provider::database:
    case id_provider::zookeeper:
    case id_provider::etcd:
    case id_provider::kubernetes:
        return lent(from, context);
    }
    return error{errc::internal, "unknown machine-id.provider"};
}

result<provider_ptr> by_leaf_file(const settings& from, const provider_context& context) {
    auto node = read_leaf_worker(from.machine_id.leaf_file);
    if (!node) return std::move(node).error();
    auto made = is_in_leaf_file(from.machine_id) ? fixed(from, {node->id}, "machine-id.leaf-file", context)
                                                 : provider_named(from, context);
    if (!made) return made;
    return continuing(*std::move(made), *node);
}

/// Nothing if the settings leave the machine ID to a host, a file or a store.
std::optional<result<listed_ids>> listed_in(const machine_id_settings& of) {
    const bool by_property =
        of.provider == id_provider::property && !of.property.host_name_ordinal && !is_in_leaf_file(of);
    if (by_property) return ids_of(of.property);
    if (of.provider == id_provider::ip_map) return ids_of(of.ip_map);
    return std::nullopt;
}

} // namespace

result<machine_id> machine_of(std::string_view host_name, const ordinal_settings& by) {
    const auto number = host::ordinal(host_name);
    if (!number) return number.error();
    if (by.replicas && *number >= *by.replicas)
        return error{errc::invalid_settings, "the host name " + in_quotes(host_name) + " has the number " +
                                                 std::to_string(*number) + ", and machine-id.ordinal.replicas is " +
                                                 std::to_string(*by.replicas) + ", so that it must be below that"};
    const std::uint64_t id = std::uint64_t{*number} + by.offset;
    if (id <= std::numeric_limits<std::uint32_t>::max()) return machine_id{static_cast<std::uint32_t>(id)};
    return error{errc::invalid_settings, "the offset " + std::to_string(by.offset) +
                                             " and the number in the host name " + in_quotes(host_name) +
                                             " add up to " + std::to_string(id) + ", which is no machine ID"};
}

std::vector<machine_id> listed_machines(const settings& from) {
    auto listed = listed_in(from.machine_id);
    return listed && *listed ? std::move((*listed)->ids) : std::vector<machine_id>{};
}

result<void> check_listed_ids(const settings& from, const lease_request& request) {
    auto found = listed_in(from.machine_id);
    if (!found) return {};
    auto& listed = *found;
    if (!listed) return std::move(listed).error();
    const auto open_nothing = [](machine_id, const lease_request&) { return std::unique_ptr<high_water_mark>{}; };
    return fixed_ids{std::move(listed->ids), std::move(listed->origin), open_nothing}.acquire(request).without_value();
}

result<provider_ptr> make_provider(const settings& from, const provider_context& context) {
    const bool has_leaf_file = !from.machine_id.leaf_file.empty();
    auto made = has_leaf_file ? by_leaf_file(from, context) : provider_named(from, context);
    if (!made || from.machine_id.is_lent()) return made;
    return registered(*std::move(made), from, context);
}

} // namespace vesta::embed
