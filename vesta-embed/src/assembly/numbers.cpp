#include "numbers.hpp"

#include "databases.hpp"
#include "known_files.hpp"
#include "refill.hpp"
#include "stores/store_clients.hpp"

#include <vesta/base/random_bits.hpp>
#include <vesta/catalogue/kinds.hpp>
#include <vesta/segment/masters.hpp>
#include <vesta/segment/several_masters.hpp>

#include <algorithm>

namespace vesta::embed {
namespace {

sql::table_format format_of(const segment_settings& of) {
    if (of.format == "tinyid") return sql::table_format::tinyid;
    return of.format == "cosid" ? sql::table_format::cosid : sql::table_format::leaf;
}

/// Reads the tokens of the first master that answers.
tag_tokens::reader first_of(std::vector<tag_tokens::reader> each) {
    return [each = std::move(each)] {
        auto tokens = each.front()();
        for (auto next = each.begin() + 1; !tokens && next != each.end(); ++next)
            tokens = (*next)();
        return tokens;
    };
}

/// TinyId's tokens; null for another format.
result<std::unique_ptr<tag_tokens>> make_tokens(const settings& from, const segment_settings& of) {
    if (format_of(of) != sql::table_format::tinyid) return std::unique_ptr<tag_tokens>{};
    const auto clients = get_store_clients();
    if (!clients) return clients.error();
    std::vector<tag_tokens::reader> readers;
    for (const std::string& store : of.stores()) {
        const auto place = segment_place(from, of.on(store));
        if (!place) return place.error();
        auto reader = (*clients)->tokens(*place);
        if (!reader) return std::move(reader).error();
        readers.push_back(*std::move(reader));
    }
    auto made = std::make_unique<tag_tokens>(first_of(std::move(readers)));
    made->await_first_reading(std::chrono::seconds{2}); // as TinyId, which does not listen before
    return made;
}

/// A period has few tags, and its rows change rarely, so it reads the table rarely and has few threads. An operator
/// listed its tags, so they get their memory and their rows however many tags clients made up.
segment_options of_periods(segment_options options) {
    options.budget = nullptr;
    options.most_created = segment_options{}.most_created;
    options.most_tags = segment_options{}.most_tags;
    options.refresh_every = std::max<std::chrono::milliseconds>(options.refresh_every, std::chrono::minutes{10});
    options.refill_threads = 2;
    return options;
}

/// Its only table, or those of its masters.
result<std::shared_ptr<segment_store>> open_numbers(const settings& from, const std::string& name,
                                                    const segment_settings& of, const log_sink& log) {
    if (of.masters.empty()) return open_segments(from, name, of);
    std::vector<master> all;
    for (const std::string& store : of.masters) {
        auto opened = open_segments(from, name, of.on(store));
        if (!opened) return opened;
        all.push_back({.name = store, .store = *std::move(opened)});
    }
    const auto told = [log, name](severity how, std::string_view line) {
        if (log) log(how, "generators." + name + ": " + std::string{line});
    };
    return std::make_shared<several_masters>(std::move(all), told, static_cast<std::uint32_t>(random_bits()));
}

result<std::shared_ptr<named_generator>> make_segments(const settings& from, const std::string& name,
                                                       const segment_settings& of, const log_sink& log,
                                                       std::shared_ptr<tag_budget> budget, const wall_clock& clock) {
    auto store = open_numbers(from, name, of, log);
    if (!store) return std::move(store).error();
    if (of.auto_create) store = heed_masters(*std::move(store));
    segment_options options{
        .order = of.order, .refill = refill_of(of.refill, refill_kind::demand), .look_ahead = of.look_ahead};
    if (of.refresh) options.refresh_every = *of.refresh;
    options.most_tags = from.limits.most_tags;
    options.budget = std::move(budget);
    if (of.auto_create) {
        options.auto_create = of.auto_create->step;
        options.most_created = of.auto_create->most_per_second;
    }
    options.memory = tags_of(from, name, of, log);
    auto tokens = make_tokens(from, of);
    if (!tokens) return std::move(tokens).error();
    auto formats = make_formats(name, of);
    if (!formats) return std::move(formats).error();
    if (formats->empty()) return std::make_shared<named_segments>(name, *std::move(store), options, *std::move(tokens));
    auto plain = without_periods(*store, *formats);
    formatted_options formatted{*std::move(formats), *std::move(store), of_periods(options), &clock};
    formatted.of.memory = remember_periods(periods_of(from, name, of, log));
    return std::make_shared<named_segments>(name, std::move(plain), options, *std::move(tokens), std::move(formatted));
}

result<std::shared_ptr<segment_store>> open_table(const settings& from, const segment_settings& of) {
    const auto clients = get_store_clients();
    if (!clients) return clients.error();
    if (from.stores.at(of.store).kind == store_kind::etcd) {
        const auto place = store_place_of(from, of.store, std::chrono::seconds{5});
        if (!place) return place.error();
        return (*clients)->segments(*place, table_of(of));
    }
    const auto place = segment_place(from, of);
    if (!place) return place.error();
    return (*clients)->segments(*place);
}

} // namespace

result<number_formats> make_formats(const std::string& name, const segment_settings& of) {
    number_formats made;
    for (const auto& [tag, each] : of.formats) {
        const std::string at = "generators." + name + ".formats." + tag;
        number_format_options options = options_of(each);
        if (each.zone != options.zone->name()) {
            const auto clients = get_store_clients();
            if (!clients) return clients.error();
            auto zone = (*clients)->zone(each.zone);
            if (!zone) return error{zone.error().code, at + ".zone: " + zone.error().message};
            options.zone = *std::move(zone);
        }
        auto format = number_format::make(std::move(options));
        if (!format) return error{format.error().code, at + ": " + format.error().message};
        made.emplace(tag, *std::move(format));
    }
    return made;
}

result<void> check_number_formats(const settings& from) {
    for (const auto& [name, each] : from.generators)
        if (const auto* const tags = std::get_if<segment_settings>(&each.of))
            if (auto made = make_formats(name, *tags); !made) return std::move(made).error();
    return {};
}

std::string table_of(const segment_settings& of) {
    if (!of.table.empty()) return of.table;
    switch (format_of(of)) {
    case sql::table_format::tinyid:
        return "tiny_id_info";
    case sql::table_format::cosid:
        return "cosid";
    case sql::table_format::leaf:
        break;
    }
    return sql::segment_table{}.table;
}

result<sql::segment_table> segment_place(const settings& from, const segment_settings& of) {
    auto database = database_options(from, of.store);
    if (!database) return std::move(database).error();
    const sql::table_format format = format_of(of);
    sql::segment_table made{.database = *std::move(database),
                            .table = table_of(of),
                            .format = format,
                            .rows_by_hand = format == sql::table_format::tinyid};
    if (of.auto_create) made.step = of.auto_create->step;
    return made;
}

result<std::shared_ptr<segment_store>> open_segments(const settings& from, const std::string& name,
                                                     const segment_settings& of) {
    auto store = open_table(from, of);
    if (!store) return error{store.error().code, "generators." + name + ": " + store.error().message};
    return store;
}

result<std::shared_ptr<named_generator>> make_numbers(const settings& from, const std::string& name,
                                                      const generator_settings& of, const log_sink& log,
                                                      std::shared_ptr<tag_budget> budget, const wall_clock& clock) {
    if (const auto* const sharded = of.sharded()) return make_shards(from, name, *sharded, log);
    return make_segments(from, name, std::get<segment_settings>(of.of), log, std::move(budget), clock);
}

} // namespace vesta::embed
