#include "find_layout.hpp"

#include <vesta/id/id_bounds.hpp>

#include <boost/json.hpp>

#include <algorithm>
#include <array>
#include <iostream>
#include <limits>
#include <memory>

namespace vesta::cli {
namespace {

struct range_options {
    std::string from;
    std::string to;
    std::string generator;
    std::string type;
    std::optional<std::uint32_t> machine;
    std::optional<text_form> as;
    bool json = false;
};

void print(const id_bounds& of, const layout& type, gen_method method, const range_options& options) {
    const text_form as = options.as.value_or(text_form::decimal);
    const std::string least = to_text(of.least, as);
    const std::string greatest = to_text(of.greatest, as);
    const bool has_method = type.width(field::gen_method) != 0;
    if (options.json) {
        boost::json::object made{{"least", least}, {"greatest", greatest}};
        if (has_method) made["genMethod"] = static_cast<int>(method);
        std::cout << boost::json::serialize(made) << '\n';
    } else {
        std::cout << least << '\t' << greatest << (has_method ? "\t" + std::string{name(method)} : "") << '\n';
    }
}

int print(const uuid_bounds& of, text_form as, bool json) {
    const std::string least = to_text(of.least, as);
    const std::string greatest = to_text(of.greatest, as);
    if (json) {
        std::cout << boost::json::serialize(boost::json::object{{"least", least}, {"greatest", greatest}}) << '\n';
    } else {
        std::cout << least << '\t' << greatest << '\n';
    }
    return done;
}

/// Of whichever machine ID: it lies below the time.
int run(uuid_kind of, unix_ms from, unix_ms to, const range_options& options) {
    if (options.machine)
        return report({errc::invalid_argument, "--machine is not for kinds uuid7 and ulid: one range holds all"});
    const auto as = suited_form(of, options.as);
    if (!as) return report(as.error());
    const auto bounds = bounds_between(of, from, to);
    return bounds ? print(*bounds, *as, options.json) : report(bounds.error());
}

/// With a genMethod, which is above the time, each has a range of its own.
int run(const named_layout& by, unix_ms from, unix_ms to, const range_options& options) {
    const auto machine = options.machine ? std::optional{machine_id{*options.machine}} : std::nullopt;
    for (const gen_method method : {gen_method::embedded, gen_method::rpc, gen_method::rest}) {
        if (static_cast<std::uint64_t>(method) > by.type->max(field::gen_method)) break;
        const auto bounds = bounds_between(*by.type, by.version, method, machine, from, to);
        if (!bounds) return report(bounds.error());
        print(*bounds, *by.type, method, options);
    }
    return done;
}

int run(const range_options& options, const common_options& common) {
    const auto by = find_any_layout(common, options.generator, options.type);
    if (!by) return report(by.error());
    if (by->outward)
        return report({errc::invalid_argument,
                       "these IDs leave in outward form, which no range of time holds: query the column of the time"});
    const auto from = parse_rfc3339(options.from);
    if (!from) return report(from.error());
    const auto to = parse_rfc3339(options.to);
    if (!to) return report(to.error());
    if (by->cores_of) return run(*by->cores_of, *from, *to, options);
    if (const auto as = suited_form({}, options.as); !as) return report(as.error());
    if (!by->both) return run(*by, *from, *to, options);
    const unix_ms at = by->both->at;
    if (*from < at)
        if (const int code = run(by->at(*from), *from, std::min(*to, at), options); code != done) return code;
    return *to > at || *from >= at ? run(by->at(at), std::max(*from, at), *to, options) : int{done};
}

} // namespace

runner add_range(CLI::App& program, const common_options& common) {
    auto options = std::make_shared<range_options>();
    auto& command =
        *program.add_subcommand("range", "The least and the greatest ID of a time range, for queries on IDs");
    command.add_option("--from", options->from, "An instant, RFC 3339")->required();
    command.add_option("--to", options->to, "The instant before which the range ends")->required();
    command.add_option("-g,--generator", options->generator, "A generator of the settings, or a layout");
    command.add_option("--type", options->type, "ID type; else the generator's own");
    command.add_option("--machine", options->machine, "The IDs of this machine ID only")
        ->check(whole_number)
        ->check(CLI::Range(std::uint32_t{0}, std::numeric_limits<std::uint32_t>::max()));
    add_form(command, options->as, "The text form of the IDs");
    command.add_flag("--json", options->json, "One JSON object a line");
    return [options, &common] { return run(*options, common); };
}

} // namespace vesta::cli
