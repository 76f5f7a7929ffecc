#include "shards.hpp"

#include "databases.hpp"
#include "known_files.hpp"
#include "refill.hpp"
#include "stores/store_clients.hpp"
#include "view.hpp"

#include <vesta/base/quote.hpp>
#include <vesta/embed/sharded.hpp>

namespace vesta::embed {
namespace {

/// A sharded generator; its streams are its shards.
class sharded_member final : public member {
  public:
    sharded_member(std::string name, std::shared_ptr<shard_supply> supply, const sharded_options& options)
        : member{std::move(name), "sharded"}, of_{std::move(supply), options} {}

    result<id_source*> stream(const stream_query& query) override {
        if (query.tag) return unsuited("takes no tag");
        if (!query.app || !query.gate_pass) return unsuited("needs an app and a gatePass");
        return of_.stream(*query.app, *query.gate_pass);
    }

    result<sharded_generator*> sharded() override { return &of_; }

    /// Ready once the store has answered, as a segment generator is.
    generator_status status() const override {
        sharded_status now = of_.status();
        generator_status status{.name = name(), .kind = kind(), .ready = now.ready};
        if (!now.ready) status.why_not = now.trouble ? now.trouble->message : "id_alloc has not been read yet";
        number_status& sum = status.numbers.emplace(number_status{.latency = now.latency, .trouble = now.trouble});
        for (const app_status& each : now.apps) {
            sum.streams += each.shards;
            sum.counts += each.counts;
        }
        status.apps = std::move(now.apps);
        return status;
    }

    void close() override { of_.close(); }

  private:
    sharded_generator of_;
};

result<sharded_options> options_of(const generator_settings& of) {
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

result<shard_tables> tables_of(const settings& from, const generator_settings& of) {
    const auto database = database_options(from, of.store);
    if (!database) return database.error();
    const auto clients = get_store_clients();
    if (!clients) return clients.error();
    return (*clients)->shards(*database);
}

result<std::shared_ptr<shard_supply>> supply_of(const settings& from, const generator_settings& of, number_use use) {
    const auto tables = tables_of(from, of);
    if (!tables) return tables.error();
    if (of.queue == "memory") return direct_supply(tables->store, std::move(use));
    const auto server = redis_options(from, from.queue_store(of));
    if (!server) return server.error();
    store_clients& clients = **get_store_clients(); // the tables are from them
    if (of.queue == "redis-list") return listed_supply(tables->store, clients.list(*server), std::move(use));
    return queued_supply(tables->store, tables->ledger, clients.queue(*server), std::move(use));
}

error at(const std::string& name, const error& reason) {
    return {reason.code, "generators." + name + ": " + reason.message};
}

struct named_generator {
    const std::string* name;
    const generator_settings* of;
};

result<named_generator> find(const settings& from, std::string_view wanted) {
    for (const auto& [name, each] : from.generators) {
        if (wanted.empty() ? each.kind == "sharded" : name == wanted) {
            if (each.kind == "sharded") return named_generator{&name, &each};
            return error{errc::invalid_argument, "generator " + name + " is of kind " + each.kind + ", not sharded"};
        }
    }
    if (wanted.empty())
        return error{errc::not_found, "the settings have no generator of kind sharded; add one below generators, for "
                                      "example  sharded: { kind: sharded, store: main, queue: memory }"};
    return error{errc::not_found,
                 "there is no generator " + in_quotes(wanted) + "; there are " + from.generator_names()};
}

} // namespace

result<std::shared_ptr<member>> make_shards(const settings& from, const std::string& name, const generator_settings& of,
                                            const log_sink& log) {
    auto options = options_of(of);
    if (!options) return at(name, options.error());
    // What comes through a queue may be lower than what came before.
    if (of.queue == "memory") options->memory = tags_of(from, name, log);
    auto supply = supply_of(from, of, use_of(*options));
    if (!supply) return at(name, supply.error());
    return std::make_shared<sharded_member>(name, *std::move(supply), *options);
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

std::vector<named_sharded> sharded_generators(catalogue& published) {
    std::vector<named_sharded> all;
    const auto* const of_instance = dynamic_cast<const view*>(&published);
    if (of_instance == nullptr) return all;
    for (const auto& each : of_instance->members())
        if (const auto found = each->sharded()) all.push_back({each->name(), *found});
    return all;
}

result<sharded_explanation> explain_sharded(catalogue& published, std::string_view generator, id value) {
    if (generator.empty()) {
        const auto all = sharded_generators(published);
        if (all.empty()) return error{errc::not_found, "there is no generator of kind sharded"};
        return all.front().of->explain(value);
    }
    const auto named = published.sharded(generator);
    if (!named) return named.error();
    return (*named)->explain(value);
}

} // namespace vesta::embed
