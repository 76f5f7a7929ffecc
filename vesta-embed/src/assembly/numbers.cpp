#include "numbers.hpp"

#include "databases.hpp"
#include "known_files.hpp"
#include "refill.hpp"
#include "stores/store_clients.hpp"

#include <vesta/catalogue/kinds.hpp>
#include <vesta/sql/segment_table.hpp>

namespace vesta::embed {
namespace {

result<std::shared_ptr<named_generator>> make_segments(const settings& from, const std::string& name,
                                                       const segment_settings& of, const log_sink& log,
                                                       std::shared_ptr<tag_budget> budget) {
    auto store = open_segments(from, name, of);
    if (!store) return std::move(store).error();
    segment_options options{
        .order = of.order, .refill = refill_of(of.refill, refill_kind::demand), .look_ahead = of.look_ahead};
    if (of.refresh) options.refresh_every = *of.refresh;
    options.most_tags = from.limits.most_tags;
    options.budget = std::move(budget);
    if (of.auto_create) {
        options.auto_create = of.auto_create->step;
        options.most_created = of.auto_create->most_per_second;
    }
    options.memory = tags_of(from, name, log);
    return std::make_shared<named_segments>(name, *std::move(store), options);
}

} // namespace

std::string table_of(const segment_settings& of) {
    return of.table.empty() ? sql::segment_table{}.table : of.table;
}

result<std::shared_ptr<segment_store>> open_segments(const settings& from, const std::string& name,
                                                     const segment_settings& of) {
    auto database = database_options(from, of.store);
    if (!database) return std::move(database).error();
    const auto clients = get_store_clients();
    if (!clients) return clients.error();
    auto store = (*clients)->segments({.database = *std::move(database), .table = table_of(of)});
    if (!store) return error{store.error().code, "generators." + name + ": " + store.error().message};
    return store;
}

result<std::shared_ptr<named_generator>> make_numbers(const settings& from, const std::string& name,
                                                      const generator_settings& of, const log_sink& log,
                                                      std::shared_ptr<tag_budget> budget) {
    if (const auto* const sharded = of.sharded()) return make_shards(from, name, *sharded, log);
    return make_segments(from, name, std::get<segment_settings>(of.of), log, std::move(budget));
}

} // namespace vesta::embed
