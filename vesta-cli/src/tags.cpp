#include "command.hpp"
#include "words/words.hpp"

#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/embed/layouts.hpp>
#include <vesta/embed/tags.hpp>
#include <vesta/time/clock.hpp>

#include <boost/json.hpp>

#include <iostream>
#include <limits>
#include <memory>
#include <optional>

namespace vesta::cli {
namespace {

namespace json = boost::json;

struct tags_options {
    bool json = false;
    std::string generator;
    std::string tag;
    std::int64_t value = 0; ///< The step, or the limit.
    const CLI::App* create = nullptr;
    const CLI::App* raise = nullptr;
    const CLI::App* preview = nullptr;
};

/// The seconds that the numbers of @p of last at its rate; absent where that is not known.
std::optional<double> seconds_left(const embed::tag_entry& of) {
    const double left = static_cast<double>(of.row.limit) - static_cast<double>(of.row.max_id) + 1;
    if (left <= 0) return 0;
    if (!of.rate) return {};
    if (of.rate->per_day == 0) return std::numeric_limits<double>::infinity();
    return left / of.rate->per_day * seconds_per_day;
}

std::string limit_of(const tag_row& of) {
    return of.limit == largest_number ? "no limit" : "limit " + in_groups(of.limit);
}

std::string rate_of(const embed::tag_entry& of) {
    if (!of.rate) return "rate not known before the next look";
    return in_groups(static_cast<std::int64_t>(std::min(of.rate->per_day, 9e18))) + " a day since " +
           to_rfc3339(of.rate->since);
}

std::string left_of(const embed::tag_entry& of) {
    const auto seconds = seconds_left(of);
    if (!seconds) return "";
    return *seconds == 0 ? "\texhausted" : "\tlasts " + lasting(*seconds);
}

void print(const embed::tag_entry& of) {
    std::cout << of.generator << '\t' << printable(of.row.tag) << "\treserved below " << in_groups(of.row.max_id)
              << "\tstep " << in_groups(of.row.step) << '\t' << limit_of(of.row) << '\t' << rate_of(of) << left_of(of)
              << '\n';
}

json::object as_json(const embed::tag_entry& of) {
    json::object made{{"generator", of.generator},
                      {"tag", of.row.tag},
                      {"table", of.where},
                      {"maxId", std::to_string(of.row.max_id)},
                      {"step", of.row.step}};
    if (of.row.limit != largest_number) made["limit"] = std::to_string(of.row.limit);
    if (of.row.delta != 1) made["delta"] = of.row.delta;
    if (of.row.delta != 1) made["remainder"] = of.row.remainder;
    if (of.rate) made["perDay"] = of.rate->per_day;
    if (of.rate) made["since"] = to_rfc3339(of.rate->since);
    const auto left = seconds_left(of);
    if (left && *left < std::numeric_limits<double>::infinity()) made["daysLeft"] = *left / seconds_per_day;
    return made;
}

/// How long the layout of the time-based generator @p name lasts, at the longest to @p until: the clock alone uses it
/// up.
void print_layout(const std::string& name, const embed::chosen_scheme& chosen, unix_ms until, bool as_json) {
    const layout& type = *chosen.type;
    const unix_ms last = std::min(type.last_instant(), until);
    const std::chrono::duration<double> left = std::min(type.end(), until) - system_wall_clock().now();
    if (!as_json) {
        std::cout << name << "\tlayout " << chosen.family->name() << ", " << type.name() << "\tlast instant "
                  << to_rfc3339(last) << "\tlasts " << lasting(left.count()) << '\n';
        return;
    }
    const json::object made{{"generator", name},
                            {"layout", chosen.family->name()},
                            {"type", type.name()},
                            {"lastInstant", to_rfc3339(last)},
                            {"daysLeft", left.count() / seconds_per_day}};
    std::cout << json::serialize(made) << '\n';
}

result<void> print_layouts(const std::string& name, const embed::generator_settings& of, bool as_json) {
    const auto both = embed::choose_succession(name, of);
    if (!both) return both.error();
    if (*both) {
        print_layout(name, (*both)->first, (*both)->both.at, as_json);
        print_layout(name + ".then", (*both)->second, unix_ms::max(), as_json);
        return {};
    }
    const auto chosen = embed::choose_scheme(name, of);
    if (!chosen) return chosen.error();
    print_layout(name, *chosen, unix_ms::max(), as_json);
    return {};
}

int list(const tags_options& options, const embed::settings& settings) {
    const auto all = embed::list_tags(settings, options.generator);
    if (!all) return report(all.error());
    for (const auto& each : all->tags) {
        if (options.json) {
            std::cout << json::serialize(as_json(each)) << '\n';
        } else {
            print(each);
        }
    }
    if (!all->doubt.empty()) std::cerr << "vesta: warning: " << printable(all->doubt) << '\n';
    if (!options.generator.empty()) return done;
    for (const auto& [name, each] : settings.generators)
        if (each.timed() != nullptr)
            if (auto printed = print_layouts(name, each, options.json); !printed) return report(printed.error());
    return done;
}

int tell(const tags_options& options, const result<void>& changed, std::string_view what) {
    if (!changed) return report(changed.error());
    if (options.json) {
        std::cout << json::serialize(
                         json::object{{"tag", options.tag}, {json::string_view{what}, std::to_string(options.value)}})
                  << '\n';
    } else {
        std::cout << "tag " << in_quotes(options.tag) << " has " << what << ' ' << in_groups(options.value) << '\n';
    }
    return done;
}

int preview(const tags_options& options, const embed::settings& settings) {
    const auto next = embed::preview_tag(settings, options.generator, options.tag);
    if (!next) return report(next.error());
    if (options.json) {
        std::cout << json::serialize(json::object{{"tag", options.tag},
                                                  {"row", next->row},
                                                  {"next", next->text},
                                                  {"number", std::to_string(next->next)},
                                                  {"left", std::to_string(next->left)}})
                  << '\n';
    } else {
        std::cout << next->text << "\tnumber " << in_groups(next->next) << " of " << printable(next->row) << "\t"
                  << in_groups(static_cast<std::int64_t>(next->left)) << " left\n";
    }
    return done;
}

int run(const tags_options& options, const common_options& common) {
    const auto settings = load(common);
    if (!settings) return report(settings.error());
    if (options.create->parsed())
        return tell(options, embed::create_tag(*settings, options.generator, options.tag, options.value), "step");
    if (options.raise->parsed())
        return tell(options, embed::raise_tag(*settings, options.generator, options.tag, options.value), "limit");
    if (options.preview->parsed()) return preview(options, *settings);
    return list(options, *settings);
}

} // namespace

runner add_tags(CLI::App& program, const common_options& common) {
    auto options = std::make_shared<tags_options>();
    auto& group = *program.add_subcommand("tags", "The tags of segment generators in the shared store, and how long "
                                                  "each of them and each layout lasts");
    group.require_subcommand(0, 1);
    group.add_flag("--json", options->json, "One JSON object a line");
    group.add_option("-g,--generator", options->generator,
                     "A segment generator of the settings; else all of them, or the only one");
    group.add_subcommand("list", "Every tag, what is reserved, its limit, and how long it lasts at the rate of the "
                                 "looks before; then the layouts");
    const auto add = [&](const char* name, const char* text, const char* option, const char* meaning) {
        auto& command = *group.add_subcommand(name, text);
        command.add_option("TAG", options->tag, "The tag")->required();
        command.add_option(option, options->value, meaning)->required()->check(whole_number);
        return &command;
    };
    options->create = add("create", "Make a tag, whose numbers begin at 1", "--step", "Its least reservation");
    options->raise = add("raise", "Raise the limit of a tag", "--max-limit", "The largest number it may give");
    auto& preview = *group.add_subcommand("preview", "What the next formatted number of a tag would be, of one that "
                                                     "no server has reserved; takes none");
    preview.add_option("TAG", options->tag, "The tag")->required();
    options->preview = &preview;
    return [options, &common] { return run(*options, common); };
}

} // namespace vesta::cli
