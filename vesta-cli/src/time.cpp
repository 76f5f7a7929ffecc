#include "find_layout.hpp"

#include <vesta/catalogue/making.hpp>
#include <vesta/time/clock.hpp>

#include <boost/json.hpp>

#include <iostream>

namespace vesta::cli {
namespace {

struct time_options {
    std::optional<std::uint64_t> time;
    std::string from;
    std::string type;
    std::string generator;
    bool json = false;
};

int print(std::uint64_t time, unix_ms at, const time_options& options) {
    if (options.json) {
        std::cout << boost::json::serialize(boost::json::object{{"time", time}, {"at", to_rfc3339(at)}}) << '\n';
    } else if (options.time) {
        std::cout << to_rfc3339(at) << '\n';
    } else {
        std::cout << time << '\n';
    }
    return done;
}

int print_instant(const layout& type, const time_options& options) {
    const std::uint64_t time = *options.time;
    if (time > type.max(field::time))
        return report({errc::invalid_argument, "time is " + std::to_string(time) + "; layout " + type.name() +
                                                   " takes 0 to " + std::to_string(type.max(field::time))});
    return print(time, type.instant_of(time), options);
}

int print_time(const layout& type, const time_options& options) {
    auto parsed = parse_rfc3339(options.from);
    if (!parsed) return report(parsed.error());
    auto time = type.time_of(*parsed);
    if (!time) return report({errc::invalid_argument, time.error().message});
    return print(*time, type.instant_of(*time), options);
}

/// By the layout that the time, or the instant, belongs to.
int convert(const named_layout& by, const time_options& options) {
    if (!options.time) {
        const auto at = parse_rfc3339(options.from);
        return print_time(at ? *by.at(*at).type : *by.type, options);
    }
    const layouts_in_turn& both = *by.both;
    const making_in_turn turns{{*both.first.family, *both.first.type, both.first.version},
                               {*both.second.family, *both.second.type, both.second.version},
                               both.at,
                               std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now())};
    const auto chosen = turns.choose(*options.time, {}, {});
    return chosen ? print_instant(*chosen->type, options) : report(chosen.error());
}

int convert(const time_options& options, const common_options& common) {
    auto by = find_layout(common, options.generator, options.type);
    if (!by) return report(by.error());
    if (by->both) return convert(*by, options);
    if (options.time) return print_instant(*by->type, options);
    if (!options.from.empty()) return print_time(*by->type, options);
    return report({errc::invalid_argument, "give a time field, or --from INSTANT"});
}

} // namespace

runner add_time(CLI::App& program, const common_options& common) {
    auto options = std::make_shared<time_options>();
    auto& command = *program.add_subcommand("time", "A time field as a UTC instant, and back");
    auto* const time = command.add_option("T", options->time, "A time field")->check(whole_number);
    command.add_option("--from", options->from, "An instant, RFC 3339: prints its time field")->excludes(time);
    command.add_option("--type", options->type, "ID type; else the generator's own");
    command.add_option("-g,--generator", options->generator, "A generator of the settings, or a layout");
    command.add_flag("--json", options->json, "Both as one JSON object");
    return [options, &common] { return convert(*options, common); };
}

} // namespace vesta::cli
