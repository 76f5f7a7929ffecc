#include "numbers.hpp"

#include <vesta/catalogue/named_gapless.hpp>
#include <vesta/embed/gapless.hpp>
#include <vesta/file/number_book.hpp>

#include <algorithm>
#include <utility>

namespace vesta::embed {
namespace {

file::book_options options_of(const std::string& name, const gapless_settings& of, const wall_clock& clock) {
    return {.name = name, .keys = of.keys, .most_keys = of.most_keys, .clock = &clock};
}

result<std::unique_ptr<gapless_store>> open_book(const settings& from, file::book_options options) {
    const std::string name = options.name;
    auto book = file::open_book(from.state_dir, std::move(options));
    if (!book) return error{book.error().code, "generators." + name + ": " + book.error().message};
    return book;
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
    auto options = options_of(name, of, clock);
    options.log = log;
    auto book = open_book(from, std::move(options));
    if (!book) return std::move(book).error();
    return std::make_shared<named_gapless>(name, *std::move(book), gapless_options{.tags = of.tags});
}

result<std::unique_ptr<gapless_store>> open_numbers(const settings& from, std::string_view generator, book_start start,
                                                    const log_sink& log, const wall_clock& clock) {
    const auto name = generator.empty() ? only_gapless(from) : result<std::string>{std::string{generator}};
    if (!name) return name.error();
    const auto* const named = from.generator(*name);
    if (named == nullptr) return from.unknown_generator(*name);
    if (named->gapless() == nullptr)
        return error{errc::invalid_argument, "generator " + *name + " is of kind " + named->kind + ", not gapless"};
    auto options = options_of(*name, *named->gapless(), clock);
    options.start = start;
    options.log = log;
    return open_book(from, std::move(options));
}

} // namespace vesta::embed
