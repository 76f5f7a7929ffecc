#include "command.hpp"
#include "moving/gather.hpp"
#include "moving/old_text.hpp"
#include "moving/plan_output.hpp"
#include "moving/rehearsal.hpp"

#include <vesta/base/quote.hpp>

#include <memory>
#include <optional>
#include <utility>

namespace vesta::cli {
namespace {

struct migrate_options {
    std::vector<std::string> leaf, vesta, tinyid;
    old_fleet of;
    std::string skew;
    bool rehearse = false;
    std::string scratch; ///< The store for copies; empty: files.
    bool json = false;
};

result<old_fleet> fleet_of(const migrate_options& by) {
    constexpr std::chrono::milliseconds longest{60'000};
    old_fleet made = by.of;
    if (made.folder.empty()) made.folder = ".";
    if (!by.skew.empty()) {
        const auto skew = embed::parse_duration(by.skew);
        if (!skew || *skew <= std::chrono::milliseconds{0} || *skew > longest)
            return error{errc::invalid_argument, "--skew is " + by.skew + "; it must be a length of time, 1ms to 60s"};
        made.skew = *skew;
    }
    for (const auto& [files, from] : {std::pair{&by.leaf, migrate::old_program::leaf},
                                      {&by.vesta, migrate::old_program::vesta},
                                      {&by.tinyid, migrate::old_program::tinyid}}) {
        if (files->empty()) continue;
        made.files = *files;
        made.from = from;
    }
    if (made.files.empty())
        return error{errc::invalid_argument,
                     "which program is to be replaced? Name its settings: --from-leaf, --from-vesta or --from-tinyid"};
    return made;
}

int refuse(const migrate::plan& of) {
    const auto& first = of.refusals.front();
    const std::size_t more = of.refusals.size() - 1;
    report({errc::invalid_argument,
            "this cannot be moved safely yet: " + first.what + "; " + first.right +
                (more != 0 ? " (and " + std::to_string(more) + " more, on standard output)" : "")});
    return failed;
}

/// The database for copies that the settings of the command line name; nothing without one.
result<std::optional<embed::store_settings>> scratch_of(const migrate_options& by, const common_options& common) {
    if (by.scratch.empty()) return std::optional<embed::store_settings>{};
    const auto settings = load(common);
    if (!settings) return settings.error();
    const auto found = settings->stores.find(by.scratch);
    if (found == settings->stores.end() ||
        (found->second.kind != embed::store_kind::mysql && found->second.kind != embed::store_kind::sqlite))
        return error{errc::invalid_argument, "--rehearse-in is " + in_quotes(by.scratch) +
                                                 "; it must be the name of a store of kind mysql or sqlite in the "
                                                 "settings"};
    return std::optional{found->second};
}

int run(const migrate_options& by, const common_options& common) {
    const auto fleet = fleet_of(by);
    if (!fleet) return report(fleet.error());
    const auto found = gather(*fleet);
    if (!found) return report(found.error());
    const migrate::plan planned = migrate::make_plan(*found);
    shown_plan shown{.of = planned};
    const bool can_be_done = planned.refusals.empty();
    if (can_be_done && by.rehearse) {
        const auto scratch = scratch_of(by, common);
        if (!scratch) return report(scratch.error());
        auto seen = rehearse(*found, planned, *scratch);
        if (!seen) return report(seen.error());
        shown.rehearsed = *std::move(seen);
    }
    if (can_be_done && !by.of.folder.empty()) {
        if (auto written = write_files(planned); !written) return report(written.error());
        shown.is_written = true;
    }
    if (by.json) {
        print_json(shown);
    } else {
        print_text(shown);
    }
    return can_be_done ? done : refuse(planned);
}

void add_sources(CLI::App& command, migrate_options& to) {
    auto* const leaf =
        command.add_option("--from-leaf", to.leaf, "Leaf's leaf.properties: one for all nodes, or one for each");
    auto* const vesta = command.add_option("--from-vesta", to.vesta,
                                           "Properties files or Spring XMLs of Vesta for Java: one for each node, or "
                                           "one with its list of IPs or its table");
    auto* const tinyid =
        command.add_option("--from-tinyid", to.tinyid, "The application.properties of TinyId's servers");
    leaf->excludes(vesta)->excludes(tinyid);
    vesta->excludes(tinyid);
    auto* const fresh =
        command.add_option("--id", to.of.fresh_id, "An ID that Vesta for Java has just made: tells its layout")
            ->needs(vesta);
    command.add_option("--layout", to.of.layout, "Its layout, if known")
        ->check(CLI::IsMember(std::vector<std::string>{layouts_of_vesta.begin(), layouts_of_vesta.end()}))
        ->needs(vesta)
        ->excludes(fresh);
}

} // namespace

runner add_migrate(CLI::App& program, const common_options& common) {
    auto options = std::make_shared<migrate_options>();
    auto& group = *program.add_subcommand("migrate", "Move a fleet from Leaf, Vesta for Java or TinyId");
    group.require_subcommand(1);
    auto& command = *group.add_subcommand(
        "plan", "Read the old system, prove that nothing meets, and print each node's settings and the steps");
    add_sources(command, *options);
    command.add_option("--node", options->of.nodes,
                       "An old node to replace, as the old system names it (ip:port, IP); else those at work");
    command.add_option("--sample", options->of.sample, "A file of IDs that the old nodes have just made, one a line");
    command.add_option("--skew", options->skew, "How far apart the hosts' clocks may be, else 1s");
    command.add_option("--out", options->of.folder, "The folder to write the settings to, one below it for each node");
    auto* const rehearse =
        command.add_flag("--rehearse", options->rehearse, "Try it on private copies of the tables, and compare");
    command
        .add_option("--rehearse-in", options->scratch,
                    "An empty database for these copies, by its name below stores in the settings; else files of "
                    "SQLite")
        ->needs(rehearse);
    command.add_flag("--json", options->json, "One JSON object");
    return [options, &common] { return run(*options, common); };
}

} // namespace vesta::cli
