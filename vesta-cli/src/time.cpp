#include "find_layout.hpp"

#include <iostream>

namespace vesta::cli {
namespace {

struct time_options {
    std::optional<std::uint64_t> time;
    std::string from;
    std::string type;
    std::string generator;
};

int print_instant(const layout& type, std::uint64_t time) {
    if (time > type.max(field::time))
        return report({errc::invalid_argument, "time is " + std::to_string(time) + "; layout " + type.name() +
                                                   " takes 0 to " + std::to_string(type.max(field::time))});
    std::cout << to_rfc3339(type.instant_of(time)) << '\n';
    return done;
}

int print_time(const layout& type, const std::string& instant) {
    auto parsed = parse_rfc3339(instant);
    if (!parsed) return report(parsed.error());
    auto time = type.time_of(*parsed);
    if (!time) return report({errc::invalid_argument, time.error().message});
    std::cout << *time << '\n';
    return done;
}

int convert(const time_options& options, const common_options& common) {
    auto by = find_layout(common, options.generator, options.type);
    if (!by) return report(by.error());
    if (options.time) return print_instant(*by->type, *options.time);
    if (!options.from.empty()) return print_time(*by->type, options.from);
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
    return [options, &common] { return convert(*options, common); };
}

} // namespace vesta::cli
