#include "databases.hpp"
#include "known_files.hpp"
#include "numbers.hpp"
#include "refill.hpp"
#include "stores/store_clients.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/catalogue/kinds.hpp>
#include <vesta/embed/sharded.hpp>

namespace vesta::embed {
namespace {

result<sharded_options> options_of(const sharded_settings& of) {
    sharded_options options{
        .order = of.order, .refill = refill_of(of.refill, refill_kind::step), .look_ahead = of.look_ahead};
    if (of.refresh) options.reload_every = *of.refresh;
    if (of.key_file.empty()) return options;
    auto family = load_permutations(of.key_file);
    if (!family) return std::move(family).error();
    options.permutations = *std::move(family);
    options.permutation_bits = of.permutation_bits.value_or(options.permutation_bits);
    return options;
}

result<shard_tables> tables_of(const settings& from, const sharded_settings& of) {
    const auto database = database_options(from, of.store);
    if (!database) return database.error();
    const auto clients = get_store_clients();
    if (!clients) return clients.error();
    return (*clients)->shards(*database);
}

result<std::shared_ptr<shard_supply>> supply_of(const settings& from, const sharded_settings& of, number_use use) {
    const auto tables = tables_of(from, of);
    if (!tables) return tables.error();
    if (of.queue == "memory") return direct_supply(tables->store, std::move(use));
    const std::string store = from.queue_store(of);
    const auto server = redis_options(from, store);
    if (!server) return server.error();
    store_clients& clients = **get_store_clients(); // they were needed for the tables above
    const bool listed = of.queue == "redis-list";
    const auto queue = listed ? clients.list(*server) : clients.queue(*server);
    if (!queue) return error{queue.error().code, "stores." + store + ": " + queue.error().message};
    if (listed) return listed_supply(tables->store, *queue, std::move(use));
    return queued_supply(tables->store, tables->ledger, *queue, std::move(use));
}

error at(const std::string& name, const error& reason) {
    return {reason.code, "generators." + name + ": " + reason.message};
}

struct named_settings {
    const std::string* name;
    const sharded_settings* of;
};

result<named_settings> find(const settings& from, std::string_view wanted) {
    for (const auto& [name, each] : from.generators) {
        if (wanted.empty() ? each.sharded() != nullptr : name == wanted) {
            if (each.sharded() != nullptr) return named_settings{&name, each.sharded()};
            return error{errc::invalid_argument, "generator " + name + " is of kind " + each.kind + ", not sharded"};
        }
    }
    if (wanted.empty())
        return error{errc::not_found, "the settings have no generator of kind sharded; add one below generators, for "
                                      "example  sharded: { kind: sharded, store: main, queue: memory }"};
    return from.unknown_generator(wanted);
}

} // namespace

result<std::shared_ptr<named_generator>> make_shards(const settings& from, const std::string& name,
                                                     const sharded_settings& of, const log_sink& log) {
    auto options = options_of(of);
    if (!options) return at(name, options.error());
    // Numbers from a queue may be lower than earlier ones.
    if (of.queue == "memory") options->memory = tags_of(from, name, of, log);
    auto supply = supply_of(from, of, use_of(*options));
    if (!supply) return at(name, supply.error());
    return std::make_shared<named_shards>(name, *std::move(supply), *options);
}

result<unsigned> init_sharded(const settings& from, std::string_view generator, std::int64_t app,
                              std::string_view name) {
    constexpr std::size_t longest_name = 128; // app_name's
    const auto wanted = find(from, generator);
    if (!wanted) return wanted.error();
    const auto number = make_app(app);
    if (!number) return number.error();
    if (name.empty() || name.size() > longest_name)
        return error{errc::invalid_argument, "the application's name is " + in_quotes(name) + "; it must have 1 to " +
                                                 std::to_string(longest_name) + " bytes"};
    const auto tables = tables_of(from, *wanted->of);
    if (!tables) return tables.error();
    return tables->store->init(*number, name);
}

result<sharded_explanation> explain_sharded(const settings& from, std::string_view generator, id value) {
    const auto wanted = find(from, generator);
    if (!wanted) return wanted.error();
    const auto options = options_of(*wanted->of);
    if (!options) return at(*wanted->name, options.error());
    return explain_sharded_id(value, *options);
}

result<std::shared_ptr<const permutation_family>> load_permutations(const std::filesystem::path& file) {
    const auto clients = get_store_clients();
    if (!clients) return clients.error();
    return (*clients)->permutations(file);
}

} // namespace vesta::embed
