#include "find_layout.hpp"

#include <vesta/catalogue/making.hpp>
#include <vesta/embed/outward.hpp>

#include <boost/json.hpp>

#include <iostream>

namespace vesta::cli {
namespace {

struct make_options {
    making parts;
    std::string generator;
    bool json = false;
};

std::string option_of(field which) {
    if (which == field::gen_method) return "--gen-method";
    if (which == field::version) return "--version-bit";
    return "--" + std::string{name(which)};
}

/// As the generator's IDs leave.
result<id> outward(id made, const make_options& options, const common_options& common) {
    const auto settings = load(common);
    if (!settings) return settings.error();
    const auto form = embed::find_outward_form(*settings, options.generator);
    if (!form) return form.error();
    if (!(*form)->takes(made))
        return error{errc::invalid_argument,
                     to_string(made) + " is none of this generator's, so it has no outward form"};
    if (!(*form)->apply({&made, 1})) return error{errc::internal, "the cipher of the outward form failed"};
    return made;
}

int make(const make_options& options, const common_options& common) {
    const auto by = find_layout(common, options.generator, "");
    if (!by) return report(by.error());
    if (!by->machine && !options.parts[field::machine])
        return report({errc::invalid_argument, "--machine is needed: the settings do not say one machine ID"});
    const auto made =
        make_id({.family = *by->family, .type = *by->type, .machine = by->machine}, options.parts, option_of)
            .and_then([&](id each) { return by->outward ? outward(each, options, common) : each; });
    if (!made) return report(made.error());
    if (options.json) {
        std::cout << boost::json::serialize(boost::json::object{{"id", to_string(*made)}}) << '\n';
    } else {
        std::cout << to_string(*made) << '\n';
    }
    return done;
}

} // namespace

runner add_make(CLI::App& program, const common_options& common) {
    auto options = std::make_shared<make_options>();
    auto& command = *program.add_subcommand("make", "Build an ID from its parts, for repairing data");
    const auto add = [&](field which, const std::string& meaning) {
        return command.add_option(option_of(which), options->parts[which], meaning);
    };
    add(field::time, "Units since the epoch; see vesta time")->check(whole_number)->required();
    add(field::seq, "Sequence")->check(whole_number)->required();
    add(field::machine, "Machine ID; else the settings' own")->check(whole_number);
    add(field::gen_method, "0 embedded, 1 RPC, 2 REST, 3 reserved")->check(whole_number);
    add(field::type, "ID type; else the generator's own");
    add(field::version, "0 or 1")->check(whole_number);
    command.add_option("-g,--generator", options->generator, "A generator of the settings, or a layout");
    command.add_flag("--json", options->json, "A JSON object, as gen");
    return [options, &common] { return make(*options, common); };
}

} // namespace vesta::cli
