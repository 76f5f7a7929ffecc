#include "leases.hpp"

#include <vesta/machine/assigned_ids.hpp>
#include <vesta/machine/leased_ids.hpp>
#include <vesta/sql/machine_assignments.hpp>
#include <vesta/sql/machine_leases.hpp>
#include <vesta/zookeeper/leaf_forever.hpp>
#include <vesta/zookeeper/lease_nodes.hpp>

#include <algorithm>
#include <utility>

namespace vesta::embed {
namespace {

// Beyond what a node serves without its store: for the last write's way, and for a clock that runs a little fast.
constexpr std::chrono::seconds grace{10};

std::string port_of(const std::string& listen) {
    const auto colon = listen.rfind(':');
    return colon == std::string::npos ? "" : listen.substr(colon);
}

/// Gives a request the name of this instance.
class named final : public machine_id_provider {
  public:
    named(std::unique_ptr<machine_id_provider> from, const settings& of, std::string address)
        : from_{std::move(from)}, name_{of.instance}, address_{std::move(address)}, rest_port_{port_of(of.rest.listen)},
          rpc_port_{port_of(of.rpc.listen)}, by_address_{of.machine_id.provider == id_provider::database &&
                                                         of.machine_id.database->mode == "vesta-table"} {}

    result<std::vector<machine_lease>> acquire(const lease_request& request) override {
        lease_request by_name = request;
        by_name.instance = name_.empty() ? address_ + (by_address_ ? "" : port_for(request)) : name_;
        return from_->acquire(by_name);
    }

  private:
    std::string port_for(const lease_request& request) const {
        const auto serves = [&](gen_method how) {
            return std::ranges::find(request.methods, how) != request.methods.end();
        };
        return serves(gen_method::rest) ? rest_port_ : serves(gen_method::rpc) ? rpc_port_ : "";
    }

    const std::unique_ptr<machine_id_provider> from_;
    const std::string name_, address_, rest_port_, rpc_port_;
    const bool by_address_; // Vesta's table knows hosts, not ports
};

/// The leases, and the assignment that says who may have which machine ID; null in mode leased, where anybody may.
struct store {
    std::shared_ptr<lease_table> table;
    std::shared_ptr<id_assignment> assignment;
};

result<store> database_store(const settings& from) {
    const std::string label = "stores." + from.machine_id.database->store;
    const store_settings& of = from.stores.at(from.machine_id.database->store);
    auto password = read_secret(of.password_file, of.password_env, label);
    if (!password) return std::move(password).reason();
    sql::machine_database_options with{.kind =
                                           of.kind == store_kind::mysql ? sql::dialect::mysql : sql::dialect::sqlite,
                                       .label = label,
                                       .file = of.file,
                                       .host = of.host};
    if (of.port != 0) with.port = of.port;
    with.database = of.database;
    with.user = of.user;
    with.password = *std::move(password);
    auto on = std::make_shared<sql::machine_database>(std::move(with));
    store made{std::make_shared<sql::machine_leases>(on), nullptr};
    const std::string& mode = from.machine_id.database->mode;
    if (mode == "vesta-table") made.assignment = std::make_shared<sql::vesta_table>(on);
    if (mode == "leaf-mysql") made.assignment = std::make_shared<sql::leaf_table>(on);
    return made;
}

result<store> zookeeper_store(const settings& from) {
    const zookeeper_settings& of = *from.machine_id.zookeeper;
    if (of.name.empty() || of.name.find('/') != std::string::npos)
        return error{errc::invalid_settings,
                     "machine-id.zookeeper.name is '" + of.name + "'; it must be one path element"};
    auto session = std::make_shared<zookeeper::session>(zookeeper::options{.hosts = of.hosts});
    store made{std::make_shared<zookeeper::lease_nodes>(session, of.name), nullptr};
    if (of.mode == "leaf-forever") made.assignment = std::make_shared<zookeeper::leaf_forever>(session, of.name);
    return made;
}

} // namespace

result<std::unique_ptr<machine_id_provider>> make_lending_provider(const settings& from, std::string address) {
    auto on = from.machine_id.provider == id_provider::database ? database_store(from) : zookeeper_store(from);
    if (!on) return std::move(on).reason();
    auto lease = from.clock.reserve_ahead + grace;
    if (from.clock.after == after_crash::own_time) lease = std::max(lease, from.clock.max_lead + grace);
    std::unique_ptr<machine_id_provider> lent;
    if (on->assignment) {
        lent = std::make_unique<assigned_ids>(std::move(on->assignment), std::move(on->table), lease);
    } else {
        lent = std::make_unique<leased_ids>(std::move(on->table), lease);
    }
    return std::make_unique<named>(std::move(lent), from, std::move(address));
}

} // namespace vesta::embed
