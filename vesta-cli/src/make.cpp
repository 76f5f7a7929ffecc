#include "find_layout.hpp"

#include <iostream>

namespace vesta::cli {
namespace {

struct make_options {
    fields parts;
    std::optional<std::uint64_t> machine;
    std::string type;
    std::string generator;
};

int make(const make_options& options, const common_options& common) {
    auto by = find_layout(common, options.generator, options.type);
    if (!by) return report(by.error());
    fields parts = options.parts;
    if (options.machine) {
        parts.machine = *options.machine;
    } else if (by->machine) {
        parts.machine = *by->machine;
    } else {
        return report({errc::invalid_argument, "--machine is needed: the settings do not say one machine ID"});
    }
    auto made = by->family->make(*by->type, parts);
    if (!made) return report(made.error());
    std::cout << to_string(*made) << '\n';
    return done;
}

} // namespace

runner add_make(CLI::App& program, const common_options& common) {
    auto options = std::make_shared<make_options>();
    auto& command = *program.add_subcommand("make", "Build an ID from its parts, for repairing data");
    command.add_option("--time", options->parts.time, "Units since the epoch; see vesta time")
        ->check(whole_number)
        ->required();
    command.add_option("--seq", options->parts.seq, "Sequence")->check(whole_number)->required();
    command.add_option("--machine", options->machine, "Machine ID; else the settings' own")->check(whole_number);
    command.add_option("--gen-method", options->parts.gen_method, "0 embedded, 1 RPC, 2 REST, 3 reserved")
        ->check(whole_number);
    command.add_option("--type", options->type, "ID type; else the generator's own");
    command.add_option("--version-bit", options->parts.version, "0 or 1")->check(whole_number);
    command.add_option("-g,--generator", options->generator, "A generator of the settings, or a layout");
    return [options, &common] { return make(*options, common); };
}

} // namespace vesta::cli
