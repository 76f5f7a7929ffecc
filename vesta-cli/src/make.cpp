#include "find_layout.hpp"

#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/catalogue/making.hpp>
#include <vesta/embed/backfill.hpp>
#include <vesta/embed/outward.hpp>
#include <vesta/time/clock.hpp>

#include <boost/json.hpp>

#include <iostream>

namespace vesta::cli {
namespace {

struct make_options {
    making parts;
    std::string at;
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
                     to_string(made) + " is none of this generator's, so it has no outward form: version, type and "
                                       "--gen-method, which is 0 unless given, must be as in its settings"};
    if (!(*form)->apply({&made, 1})) return error{errc::internal, "the cipher of the outward form failed"};
    return made;
}

result<id> make_as(const named_layout& by, const making& parts) {
    if (!by.machine && !parts[field::machine])
        return error{errc::invalid_argument, "--machine is needed: the settings do not name exactly one machine ID"};
    const auto defaults = [&](const versioned_layout& of) {
        return making_defaults{.family = *of.family, .type = *of.type, .version = of.version, .machine = by.machine};
    };
    if (!by.both) return make_id(defaults({by.family.get(), by.type, by.version}), parts, option_of);
    const unix_ms now = std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now());
    return make_id(making_in_turn{defaults(by.both->first), defaults(by.both->second), by.both->at, now}, parts,
                   option_of);
}

/// An ID of a past instant that no generator makes: of a machine ID that is set aside.
result<id> make_past(const named_layout& of, const make_options& options, const common_options& common) {
    const auto settings = load(common);
    if (!settings) return settings.error();
    const unix_ms now = std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now());
    const auto at = parse_rfc3339(options.at);
    if (!at) return at.error();
    if (*at >= now) return error{errc::invalid_argument, "--at is " + options.at + "; it must lie in the past"};
    const named_layout by = of.at(*at);
    const auto type = find_type({*by.family, *by.type}, options.parts[field::type]);
    if (!type) return type.error();
    const auto time = (*type)->time_of(*at);
    if (!time) return error{errc::invalid_argument, "--at: " + time.error().message};
    std::optional<machine_id> wanted;
    if (const auto& given = options.parts[field::machine]) {
        const auto number = read_number<std::uint32_t>(*given);
        if (!number) return error{errc::invalid_argument, "--machine is " + in_quotes(*given) + ", which is too large"};
        wanted = machine_id{*number};
    }
    const auto machine = embed::backfill_machine(*settings, **type, wanted);
    if (!machine) return machine.error();
    making parts = options.parts;
    parts[field::time] = std::to_string(*time);
    parts[field::machine] = std::to_string(machine->value);
    return make_as(by, parts).and_then([&](id made) -> result<id> {
        if (by.outward) return made; // it leaves in another form
        return embed::check_not_met(*settings, made).transform([made] { return made; });
    });
}

int make(const make_options& options, const common_options& common) {
    if (options.at.empty() && !options.parts[field::time])
        return report({errc::invalid_argument, "give --time, or --at INSTANT"});
    const auto by = find_layout(common, options.generator, "");
    if (!by) return report(by.error());
    const auto made =
        (options.at.empty() ? make_as(*by, options.parts) : make_past(*by, options, common)).and_then([&](id each) {
            return by->outward ? outward(each, options, common) : each;
        });
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
    auto* const time = add(field::time, "Units since the epoch; see vesta time")->check(whole_number);
    command
        .add_option("--at", options->at,
                    "A past instant instead, RFC 3339: an ID that no generator makes, of a machine ID that is set "
                    "aside (machine-id.backfill)")
        ->excludes(time);
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
