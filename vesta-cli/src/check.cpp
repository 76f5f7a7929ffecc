#include "command.hpp"
#include "moving/old_text.hpp"
#include "rights.hpp"
#include "serving.hpp"

#include <vesta/embed/instance.hpp>
#include <vesta/embed/leaf.hpp>
#include <vesta/embed/tinyid.hpp>
#include <vesta/embed/vesta_java.hpp>

#include <boost/json.hpp>

#include <algorithm>
#include <iostream>
#include <iterator>
#include <memory>
#include <utility>
#include <vector>

namespace vesta::cli {
namespace {

int print(const embed::settings& settings, std::vector<std::string> doubts, bool as_json) {
    if (as_json) {
        const boost::json::object told{{"settings", boost::json::parse(embed::to_json(settings))},
                                       {"warnings", boost::json::value_from(doubts)}};
        std::cout << boost::json::serialize(told) << '\n';
        return done;
    }
    for (const auto& doubt : doubts)
        std::cerr << "vesta: warning: " << doubt << '\n';
    std::cout << embed::to_yaml(settings);
    return done;
}

int check(const common_options& common, bool as_json) {
    auto settings = load(common);
    if (!settings) return report(settings.error());
    if (auto planned = embed::check_generators(*settings); !planned) return report(planned.error());
    if (auto readable = embed::check_secrets(*settings); !readable) return report(readable.error());
    if (auto readable = rights::read(settings->security); !readable) return report(readable.error());
    const auto tls = read_tls(*settings);
    if (!tls) return report(tls.error());
    if (const auto peers = peers_tls(*settings); !peers) return report(peers.error());
    std::vector<std::string> doubts = tls->warnings;
    std::ranges::copy(embed::doubts_about(*settings), std::back_inserter(doubts));
    return print(*settings, std::move(doubts), as_json);
}

struct check_options {
    std::string from_leaf;
    std::string from_vesta;
    std::string from_tinyid;
    std::string layout;
    std::string fresh_id;
    bool json = false;
};

int print(const result<std::string>& yaml) {
    if (!yaml) return report(yaml.error());
    std::cout << *yaml;
    return done;
}

int translate_vesta(const check_options& by) {
    const auto text = read_properties_or_xml(by.from_vesta);
    if (!text) return report(text.error());
    const auto layout = layout_of_vesta(by.layout, by.fresh_id);
    if (!layout) return report(layout.error());
    return print(embed::settings_from_vesta(*text, by.from_vesta, *layout));
}

int translate_leaf(const check_options& by) {
    const auto text = read_old_text(by.from_leaf);
    return text ? print(embed::settings_from_leaf(*text, by.from_leaf)) : report(text.error());
}

int translate_tinyid(const check_options& by) {
    const auto text = read_old_text(by.from_tinyid);
    return text ? print(embed::settings_from_tinyid(*text, by.from_tinyid)) : report(text.error());
}

int run(const check_options& options, const common_options& common) {
    if (!options.from_vesta.empty()) return translate_vesta(options);
    if (!options.from_tinyid.empty()) return translate_tinyid(options);
    return options.from_leaf.empty() ? check(common, options.json) : translate_leaf(options);
}

} // namespace

runner add_check(CLI::App& program, const common_options& common) {
    auto options = std::make_shared<check_options>();
    auto& command = *program.add_subcommand("check", "Validate the settings and print the effective ones");
    auto* const leaf = command.add_option("--from-leaf", options->from_leaf,
                                          "Read Leaf's leaf.properties instead, and print the settings to use here");
    auto* const vesta =
        command.add_option("--from-vesta", options->from_vesta,
                           "Read a properties file or Spring XML of Vesta for Java instead, and print the settings");
    vesta->excludes(leaf);
    auto* const tinyid = command
                             .add_option("--from-tinyid", options->from_tinyid,
                                         "Read the application.properties of TinyId's server instead, and print the "
                                         "settings to use here")
                             ->excludes(leaf)
                             ->excludes(vesta);
    command.add_flag("--json", options->json, "The settings and the warnings as one JSON object")
        ->excludes(leaf)
        ->excludes(vesta)
        ->excludes(tinyid);
    auto* const fresh =
        command.add_option("--id", options->fresh_id, "An ID that that program has just made: tells its layout")
            ->needs(vesta);
    command.add_option("--layout", options->layout, "Its layout, if known")
        ->check(CLI::IsMember(std::vector<std::string>{layouts_of_vesta.begin(), layouts_of_vesta.end()}))
        ->needs(vesta)
        ->excludes(fresh);
    return [options, &common] { return run(*options, common); };
}

} // namespace vesta::cli
