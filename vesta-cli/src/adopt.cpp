#include "survey_files.hpp"
#include "survey_output.hpp"

#include <vesta/base/number.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/survey/adoption.hpp>
#include <vesta/time/clock.hpp>

#include <memory>

namespace vesta::cli {
namespace {

struct adopt_command {
    survey_files from;
    std::string until;
    std::string machines;
    bool stopped = false;
    bool json = false;
};

error bad_machines(const std::string& text) {
    return {errc::invalid_argument, "--machines is " + in_quotes(text) + "; it must be machine IDs as in 0-31,40"};
}

std::optional<survey::machine_range> take_range(std::string_view& text) {
    const auto first = take_number<std::uint32_t>(text);
    if (!first) return {};
    if (!text.starts_with('-')) return survey::machine_range{machine_id{*first}, machine_id{*first}};
    text.remove_prefix(1);
    const auto last = take_number<std::uint32_t>(text);
    if (!last || *last < *first) return {};
    return survey::machine_range{machine_id{*first}, machine_id{*last}};
}

result<std::vector<survey::machine_range>> parse_machines(const std::string& text) {
    std::vector<survey::machine_range> all;
    for (std::string_view rest = text; !rest.empty();) {
        const auto one = take_range(rest);
        if (!one) return bad_machines(text);
        all.push_back(*one);
        if (rest.empty()) return all;
        if (!rest.starts_with(',') || rest.size() == 1) return bad_machines(text);
        rest.remove_prefix(1);
    }
    return all;
}

result<survey::fleet> fleet_of(const adopt_command& by) {
    survey::fleet made{.stopped = by.stopped};
    made.now = made.until = std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now());
    if (!by.until.empty()) {
        const auto until = parse_rfc3339(by.until);
        if (!until) return until.error();
        made.until = *until;
    }
    auto machines = parse_machines(by.machines);
    if (!machines) return std::move(machines).error();
    made.machines = *std::move(machines);
    return made;
}

int run(adopt_command& by, const common_options& common) {
    const auto fleet = fleet_of(by);
    if (!fleet) return report(fleet.error());
    survey::adoption all{*fleet};
    const survey::list_visitor to{.read =
                                      [&](survey::place at, id value, std::optional<unix_ms> made) {
                                          all.add(at, value, made);
                                          return result<void>{};
                                      },
                                  .unreadable = [&](survey::place at, std::string_view text) -> result<void> {
                                      return error{errc::invalid_argument,
                                                   by.from.names[at.file] + ":" + std::to_string(at.line) + ": " +
                                                       in_quotes(text) + " has no ID" +
                                                       (by.from.is_dated() ? ", or no time" : "")};
                                  }};
    if (const auto taken = read_files(by.from, common, to, [&] { return all.size(); }); !taken)
        return report(taken.error());
    const auto found = all.finish();
    if (!found) {
        report(found.error());
        return failed;
    }
    if (by.json) {
        print_json(*found, *fleet);
    } else {
        print_text(*found, *fleet);
    }
    return done;
}

} // namespace

runner add_adopt(CLI::App& program, const common_options& common) {
    auto options = std::make_shared<adopt_command>();
    auto& command = *program.add_subcommand(
        "adopt", "From IDs of another program: their layout, and settings whose IDs cannot meet them");
    add_files(command, options->from);
    add_times(command, options->from);
    command.add_option("--until", options->until, "When the newest of them was made, within a day; else just now");
    auto* const stopped = command.add_flag(
        "--stopped", options->stopped, "The program has stopped permanently, and the newest of its IDs is among these");
    command
        .add_option("--machines", options->machines,
                    "All machine IDs that the program may ever use, as in 0-31,40, to go on in its layout beside it")
        ->excludes(stopped);
    command.add_flag("--json", options->json, "One JSON object");
    return [options, &common] { return run(*options, common); };
}

} // namespace vesta::cli
