#include "databases.hpp"
#include "known_files.hpp"
#include "numbers.hpp"
#include "stores/store_clients.hpp"

#include <vesta/catalogue/named_gapless.hpp>
#include <vesta/embed/gapless.hpp>
#include <vesta/file/number_book.hpp>

#include <algorithm>
#include <utility>

namespace vesta::embed {
namespace {

result<std::unique_ptr<gapless_store>> open_tables(const settings& from, const std::string& store,
                                                   number_options options, std::shared_ptr<group_memory> memory) {
    const auto clients = get_store_clients();
    if (!clients) return clients.error();
    const auto database = database_options(from, store);
    if (!database) return database.error();
    return (*clients)->numbers(*database, std::move(options), std::move(memory));
}

result<std::unique_ptr<gapless_store>> open_store(const settings& from, const std::string& name,
                                                  const gapless_settings& of, book_start start,
                                                  std::shared_ptr<group_memory> memory, const wall_clock& clock,
                                                  const log_sink& log) {
    number_options options{
        .name = name, .keys = of.keys, .most_keys = of.most_keys, .clock = &clock, .start = start, .log = log};
    auto opened = of.store.empty() ? file::open_book(from.state_dir, std::move(options))
                                   : open_tables(from, of.store, std::move(options), std::move(memory));
    if (!opened) return error{opened.error().code, "generators." + name + ": " + opened.error().message};
    return opened;
}

/// The name of the only generator of kind gapless.
result<std::string> only_gapless(const settings& from) {
    const auto is_gapless = [](const auto& each) { return each.second.gapless() != nullptr; };
    const auto found = std::ranges::find_if(from.generators, is_gapless);
    if (found == from.generators.end())
        return error{errc::not_found, "there is no generator of kind gapless; there are " + from.generator_names()};
    if (std::ranges::count_if(from.generators, is_gapless) == 1) return found->first;
    return error{errc::invalid_argument, "there are several generators of kind gapless; say which one"};
}

} // namespace

result<std::shared_ptr<named_generator>> make_gapless(const settings& from, const std::string& name,
                                                      const gapless_settings& of, const wall_clock& clock,
                                                      const log_sink& log) {
    auto memory = of.store.empty() ? nullptr : groups_of(from, name, of.store, log);
    auto opened = open_store(from, name, of, book_start::existing, std::move(memory), clock, log);
    if (!opened) return std::move(opened).error();
    return std::make_shared<named_gapless>(name, *std::move(opened), gapless_options{.tags = of.tags});
}

result<std::unique_ptr<gapless_store>> open_numbers(const settings& from, std::string_view generator, book_start start,
                                                    const log_sink& log, const wall_clock& clock) {
    const auto name = generator.empty() ? only_gapless(from) : result<std::string>{std::string{generator}};
    if (!name) return name.error();
    const auto* const named = from.generator(*name);
    if (named == nullptr) return from.unknown_generator(*name);
    if (named->gapless() == nullptr)
        return error{errc::invalid_argument, "generator " + *name + " is of kind " + named->kind + ", not gapless"};
    // Nothing is remembered here: who runs the program often may not write where the service does.
    return open_store(from, *name, *named->gapless(), start, nullptr, clock, log);
}

} // namespace vesta::embed
