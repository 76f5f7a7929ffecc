#include "command.hpp"
#include "words/words.hpp"

#include <vesta/base/number.hpp>
#include <vesta/embed/gapless.hpp>

#include <boost/json.hpp>

#include <iostream>
#include <memory>

namespace vesta::cli {
namespace {

namespace json = boost::json;

struct gapless_arguments {
    bool json = false;
    std::string generator;
    std::size_t from = 1;
    std::size_t count = 100;
    voiding what; ///< Its tag is that of all commands.
    const CLI::App* list = nullptr;
    const CLI::App* make_void = nullptr;
    const CLI::App* moved = nullptr;
    const CLI::App* begin = nullptr;
};

int tell(const gapless_arguments& options, const json::object& made, const std::string& words) {
    std::cout << (options.json ? json::serialize(made) : words) << '\n';
    return done;
}

int print_series(const gapless_arguments& options, gapless_store& in) {
    const auto all = in.series();
    if (!all) return report(all.error());
    for (const auto& each : *all)
        tell(options, {{"tag", each.tag}, {"last", std::to_string(each.last)}, {"void", each.voided}},
             printable(each.tag) + "\t1 to " + in_groups(each.last) + "\t" + std::to_string(each.voided) + " void");
    return done;
}

json::object as_json(const number_entry& of) {
    json::object made{{"number", std::to_string(of.number)}};
    if (of.given_at) made["givenAt"] = to_rfc3339(*of.given_at);
    if (!of.key.empty()) made["key"] = of.key;
    if (of.void_since) made["voidSince"] = to_rfc3339(*of.void_since);
    if (of.void_since) made["who"] = of.who;
    if (of.void_since) made["why"] = of.why;
    return made;
}

std::string as_words(const number_entry& of) {
    std::string made = std::to_string(of.number) + "\t" + (of.void_since ? "void" : "given");
    if (of.given_at) made += "\tgiven " + to_rfc3339(*of.given_at) + " for key " + of.key;
    if (of.void_since)
        made += "\tvoid since " + to_rfc3339(*of.void_since) + " by " + printable(of.who + ": " + of.why);
    return made;
}

int list_numbers(const gapless_arguments& options, gapless_store& in) {
    for (std::size_t left = options.count, from = options.from; left > 0;) {
        const auto some = in.list(options.what.tag, static_cast<std::int64_t>(from), left);
        if (!some) return report(some.error());
        for (const auto& each : *some)
            tell(options, as_json(each), as_words(each));
        if (some->empty()) break;
        left -= some->size();
        from += some->size();
    }
    return done;
}

int make_void(const gapless_arguments& options, gapless_store& in) {
    if (const auto made = in.make_void(options.what); !made) return report(made.error());
    const std::string number = std::to_string(options.what.number);
    return tell(options, {{"void", number}}, "number " + number + " is void");
}

int run(const gapless_arguments& options, const common_options& common) {
    const auto settings = load(common);
    if (!settings) return report(settings.error());
    const auto start = options.moved->parsed()       ? book_start::moved
                       : options.begin->parsed()     ? book_start::anew
                       : options.make_void->parsed() ? book_start::existing
                                                     : book_start::to_read;
    const auto warn = [](severity, std::string_view what) {
        std::cerr << "vesta: warning: " << printable(what) << '\n';
    };
    const auto book = embed::open_numbers(*settings, options.generator, start, warn);
    if (!book) return report(book.error());
    if (start == book_start::moved) return tell(options, {{"moved", true}}, "the numbers are at home here");
    if (start == book_start::anew) return tell(options, {{"begun", true}}, "the numbers begin at 1");
    if (options.list->parsed()) return list_numbers(options, **book);
    if (options.make_void->parsed()) return make_void(options, **book);
    return print_series(options, **book);
}

} // namespace

runner add_gapless(CLI::App& program, const common_options& common) {
    auto options = std::make_shared<gapless_arguments>();
    auto& group = *program.add_subcommand("gapless", "The numbers of a generator without gaps: how far each series is");
    group.require_subcommand(0, 1);
    group.add_flag("--json", options->json, "One JSON object a line");
    group.add_option("-g,--generator", options->generator, "A generator of kind gapless; else the only one");
    const auto add = [&](const char* name, const char* text) {
        auto* const command = group.add_subcommand(name, text);
        command->add_option("-t,--tag", options->what.tag, "The series, where the generator has tags");
        return command;
    };
    auto* const list = add("list", "Numbers one by one: given, when and for which key while that is kept, or void");
    list->add_option("--from", options->from, "The first number")->check(whole_number);
    list->add_option("-n,--count", options->count, "How many at most")->check(whole_number);
    auto* const make_void =
        add("void", "Say that a number is used for nothing, for good; while no process gives numbers from its file");
    make_void->add_option("NUMBER", options->what.number, "The number")->required()->check(whole_number);
    make_void->add_option("--by", options->what.who, "Who says so")->required();
    make_void->add_option("--why", options->what.why, "Why")->required();
    options->list = list;
    options->make_void = make_void;
    options->moved = group.add_subcommand(
        "moved", "Say that the numbers were moved here, and that no other copy is used or has later ones");
    options->begin = group.add_subcommand("begin", "Say that there never were numbers of it: they begin at 1");
    return [options, &common] { return run(*options, common); };
}

} // namespace vesta::cli
