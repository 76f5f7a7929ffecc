#include "leases.hpp"

#include "databases.hpp"
#include "stores/store_clients.hpp"

#include <vesta/machine/assigned_ids.hpp>
#include <vesta/machine/leased_ids.hpp>
#include <vesta/sql/options.hpp>

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

result<lease_store> database_store(store_clients& clients, const settings& from) {
    auto database = database_options(from, from.machine_id.database->store);
    if (!database) return std::move(database).reason();
    // Renewals come often, and the next one is soon: better to give up early than to have one wait for long.
    database->answer_timeout = std::chrono::seconds{3};
    database->lock_timeout = std::chrono::seconds{2};
    return clients.leases(*database, from.machine_id.database->mode);
}

result<lease_store> zookeeper_store(store_clients& clients, const settings& from) {
    const zookeeper_settings& of = *from.machine_id.zookeeper;
    auto password = read_secret(of.password_file, of.password_env, "machine-id.zookeeper");
    if (!password) return std::move(password).reason();
    return clients.leases(of, *password);
}

} // namespace

result<std::unique_ptr<machine_id_provider>> make_lending_provider(const settings& from, std::string address) {
    auto clients = get_store_clients();
    if (!clients) return std::move(clients).reason();
    auto on = from.machine_id.provider == id_provider::database ? database_store(**clients, from)
                                                                : zookeeper_store(**clients, from);
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
