#include "command.hpp"
#include "machine_json.hpp"

#include <vesta/embed/machines.hpp>

#include <boost/json.hpp>

#include <iostream>
#include <limits>
#include <memory>

namespace vesta::cli {
namespace {

struct machines_options {
    bool json = false;
    bool force = false;
    std::uint64_t id = 0;
    const CLI::App* release = nullptr;
};

std::string lease_of(const embed::machine_entry& of) {
    const auto seconds = [](auto left) {
        return std::to_string(std::chrono::ceil<std::chrono::seconds>(left).count()) + "s";
    };
    if (!of.held || of.local) return "";
    if (of.left > std::chrono::milliseconds{0}) return ", lease " + seconds(of.left) + " left";
    return ", not heard of for " + seconds(-of.left);
}

void print(const embed::machine_entry& of) {
    std::cout << of.id.value << (of.share == 0 ? "" : "." + std::to_string(of.share)) << '\t' << state_of(of) << '\t'
              << of.instance << "\tmark " << to_rfc3339(of.mark) << lease_of(of)
              << (of.given ? ", by its own settings" : "") << '\n';
    if (!of.unusable.empty())
        std::cout << "\t" << of.unusable
                  << (of.local ? "" : "; `vesta machines release " + std::to_string(of.id.value) + "` repairs it")
                  << '\n';
    for (const auto& each : of.patterns)
        std::cout << "\t" << each << '\n';
}

int list(const machines_options& options, const embed::settings& settings) {
    const auto all = embed::list_machines(settings);
    if (!all) return report(all.error());
    for (const auto& each : *all) {
        if (options.json) {
            std::cout << boost::json::serialize(as_json(each)) << '\n';
        } else {
            print(each);
        }
    }
    return done;
}

int release(const machines_options& options, const embed::settings& settings) {
    if (options.id > std::numeric_limits<std::uint32_t>::max())
        return report({errc::invalid_argument, std::to_string(options.id) + " is no machine ID"});
    const machine_id id{static_cast<std::uint32_t>(options.id)};
    const auto told = embed::release_machine(settings, id, options.force);
    if (!told) return report(told.error());
    if (options.json) {
        std::cout << boost::json::serialize(boost::json::object{{"machine", id.value}, {"done", *told}}) << '\n';
    } else {
        std::cout << *told << '\n';
    }
    return done;
}

int run(const machines_options& options, const common_options& common) {
    const auto settings = load(common);
    if (!settings) return report(settings.error());
    return options.release->parsed() ? release(options, *settings) : list(options, *settings);
}

} // namespace

runner add_machines(CLI::App& program, const common_options& common) {
    auto options = std::make_shared<machines_options>();
    auto& group =
        *program.add_subcommand("machines", "Who holds which machine ID in the state folder and the shared store");
    group.require_subcommand(0, 1);
    group.add_flag("--json", options->json, "One JSON object a line");
    group.add_subcommand("list", "Every machine ID, who has it, its mark, its lease, what was made with it");
    auto& command = *group.add_subcommand("release", "Make a machine ID free to be had, and repair its row");
    command.add_option("ID", options->id, "The machine ID")->required()->check(whole_number);
    command.add_flag("--force", options->force, "Also where its owner may be alive");
    options->release = &command;
    return [options, &common] { return run(*options, common); };
}

} // namespace vesta::cli
