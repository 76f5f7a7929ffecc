#include "leases.hpp"

#include "databases.hpp"
#include "ip_map.hpp"
#include "known_files.hpp"
#include "registration.hpp"
#include "stores/store_clients.hpp"

#include <vesta/machine/leased_ids.hpp>
#include <vesta/sql/options.hpp>

#include <algorithm>
#include <functional>
#include <mutex>
#include <utility>

namespace vesta::embed {
namespace {

// Added to the time that a node serves without its store: for the last write's way, and for a clock that runs a little
// fast.
constexpr std::chrono::seconds grace{10};

/// Enters this instance's name in requests.
class named final : public machine_id_provider {
  public:
    named(std::unique_ptr<machine_id_provider> from, const settings& of, std::string address)
        : from_{std::move(from)}, of_{of}, address_{std::move(address)},
          by_address_{of.machine_id.provider == id_provider::database &&
                      of.machine_id.database->mode == "vesta-table"} {}

    result<std::vector<machine_lease>> acquire(const lease_request& request) override {
        lease_request by_name = request;
        const auto port = by_address_ ? std::nullopt : server_port(of_, request.published);
        by_name.instance = of_.instance.empty() ? address_ + (port ? ":" + std::to_string(*port) : "") : of_.instance;
        return from_->acquire(by_name);
    }

  private:
    const std::unique_ptr<machine_id_provider> from_;
    const settings of_;
    const std::string address_;
    const bool by_address_; // Vesta's table knows hosts, not ports
};

/// Logs once, with the first machine ID, the settings by which the store may lose acknowledged writes.
class warned final : public machine_id_provider {
  public:
    warned(std::unique_ptr<machine_id_provider> from, std::function<std::vector<std::string>()> risks, log_sink log)
        : from_{std::move(from)}, risks_{std::move(risks)}, log_{std::move(log)} {}

    result<std::vector<machine_lease>> acquire(const lease_request& request) override {
        auto leases = from_->acquire(request);
        if (leases)
            std::call_once(told_, [this] {
                for (const auto& each : risks_())
                    log_(severity::warning, each);
            });
        return leases;
    }

  private:
    const std::unique_ptr<machine_id_provider> from_;
    const std::function<std::vector<std::string>()> risks_;
    const log_sink log_;
    std::once_flag told_;
};

result<sql::options> lease_database(const settings& from, const std::string& store) {
    auto database = database_options(from, store);
    if (!database) return database;
    // Renewals are frequent: better to give one up early than to wait long.
    database->answer_timeout = std::chrono::seconds{3};
    database->lock_timeout = std::chrono::seconds{2};
    return database;
}

/// Machine IDs in the store that @p of names, of kind etcd or kubernetes or an SQL one; its mode is for the latter.
result<lease_store> named_store(store_clients& clients, const settings& from, const database_settings& of) {
    const std::string& store = of.store;
    const store_kind kind = from.stores.at(store).kind;
    if (kind == store_kind::etcd || kind == store_kind::kubernetes) {
        const auto place = store_place_of(from, store, std::chrono::seconds{3});
        if (!place) return place.error();
        return clients.leases(*place);
    }
    auto database = lease_database(from, store);
    if (!database) return std::move(database).error();
    return clients.leases(*database, of);
}

result<lease_store> zookeeper_store(store_clients& clients, const settings& from) {
    const zookeeper_settings& of = *from.machine_id.zookeeper;
    auto password = read_secret(of.password_file, of.password_env, "machine-id.zookeeper");
    if (!password) return std::move(password).error();
    return clients.leases(of, *password);
}

result<lease_store> lending_store(const settings& from) {
    auto clients = get_store_clients();
    if (!clients) return std::move(clients).error();
    const machine_id_settings& of = from.machine_id;
    if (of.provider == id_provider::zookeeper) return zookeeper_store(**clients, from);
    if (of.provider != id_provider::database) return named_store(**clients, from, {.store = from.lending_store()});
    return named_store(**clients, from, *of.database);
}

} // namespace

bool has_own_clock(const settings& from, const std::string& store) {
    return from.stores.at(store).kind != store_kind::sqlite;
}

lease_terms terms_of(const settings& from) {
    auto lead = from.clock.reserve_ahead;
    if (from.clock.after == after_crash::own_time) lead = std::max(lead, from.clock.max_lead);
    lease_terms terms{lead + grace};
    terms.lead = lead;
    terms.max_forward = from.clock.max_forward;
    return terms;
}

result<std::unique_ptr<machine_id_provider>> make_lending_provider(const settings& from, std::string address,
                                                                   const provider_context& context) {
    auto on = lending_store(from);
    if (!on) return std::move(on).error();
    lease_terms terms = terms_of(from);
    if (from.machine_id.provider != id_provider::database || has_own_clock(from, from.machine_id.database->store))
        terms.hear = context.hear;
    terms.memory = leases_of(from, context.log);
    std::unique_ptr<machine_id_provider> lent;
    if (on->assignment) {
        lent = std::make_unique<assigned_ids>(std::move(on->assignment), std::move(on->table), std::move(terms),
                                              *context.clock);
    } else {
        lent = std::make_unique<leased_ids>(std::move(on->table), std::move(terms), *context.clock);
    }
    if (on->risks && context.log) lent = std::make_unique<warned>(std::move(lent), std::move(on->risks), context.log);
    return named_by(std::move(lent), from, std::move(address));
}

std::unique_ptr<machine_id_provider> named_by(std::unique_ptr<machine_id_provider> from, const settings& by,
                                              std::string address) {
    return std::make_unique<named>(std::move(from), by, std::move(address));
}

result<std::shared_ptr<id_assignment>> open_assignment(const settings& from) {
    const auto clients = get_store_clients();
    if (!clients) return clients.error();
    const auto open = [&]() -> result<lease_store> {
        if (from.machine_id.provider == id_provider::zookeeper) return zookeeper_store(**clients, from);
        if (from.machine_id.provider != id_provider::database) return lease_store{};
        auto database = lease_database(from, from.machine_id.database->store);
        if (!database) return std::move(database).error();
        database->read_only = true;
        return (*clients)->leases(*database, *from.machine_id.database);
    };
    auto opened = open();
    if (!opened) return std::move(opened).error();
    if (opened->assignment) return std::move(opened->assignment);
    return error{errc::invalid_argument, "machine-id names no other program's format"};
}

result<std::shared_ptr<lease_table>> open_lease_table(const settings& from, const std::string& store) {
    auto clients = get_store_clients();
    if (!clients) return std::move(clients).error();
    auto on = named_store(**clients, from, {.store = store});
    if (!on) return std::move(on).error();
    return std::move(on->table);
}

result<shared_leases> open_shared_leases(const settings& from) {
    if (from.machine_id.is_lent()) {
        auto on = lending_store(from);
        if (!on) return std::move(on).error();
        return shared_leases{std::move(on->table), terms_of(from)};
    }
    const std::string store = register_store(from, "");
    if (store.empty()) return shared_leases{nullptr, terms_of(from)};
    auto table = open_lease_table(from, store);
    if (!table) return std::move(table).error();
    return shared_leases{*std::move(table), terms_of(from)};
}

} // namespace vesta::embed
