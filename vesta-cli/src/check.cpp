#include "command.hpp"
#include "rights.hpp"
#include "serving.hpp"

#include <vesta/embed/instance.hpp>
#include <vesta/embed/leaf.hpp>

#include <fstream>
#include <iostream>
#include <iterator>
#include <memory>

namespace vesta::cli {
namespace {

int check(const common_options& common) {
    auto settings = load(common);
    if (!settings) return report(settings.error());
    if (auto planned = embed::check_generators(*settings); !planned) return report(planned.error());
    if (auto readable = embed::check_secrets(*settings); !readable) return report(readable.error());
    if (auto readable = rights::read(settings->security); !readable) return report(readable.error());
    const auto tls = read_tls(*settings);
    if (!tls) return report(tls.error());
    if (const auto peers = peers_tls(*settings); !peers) return report(peers.error());
    for (const auto& doubt : tls->warnings)
        std::cerr << "vesta: warning: " << doubt << '\n';
    for (const auto& doubt : embed::doubts_about(*settings))
        std::cerr << "vesta: warning: " << doubt << '\n';
    std::cout << embed::to_yaml(*settings);
    return done;
}

int translate(const std::string& leaf_properties) {
    std::ifstream in{leaf_properties, std::ios::binary};
    const std::string text{std::istreambuf_iterator<char>{in}, {}};
    if (!in) return report({errc::invalid_settings, "cannot read " + leaf_properties});
    auto yaml = embed::settings_from_leaf(text, leaf_properties);
    if (!yaml) return report(yaml.error());
    std::cout << *yaml;
    return done;
}

} // namespace

runner add_check(CLI::App& program, const common_options& common) {
    auto leaf_properties = std::make_shared<std::string>();
    auto& command = *program.add_subcommand("check", "Validate the settings and print the effective ones");
    command.add_option("--from-leaf", *leaf_properties,
                       "Read Leaf's leaf.properties instead, and print the settings to use here");
    return
        [leaf_properties, &common] { return leaf_properties->empty() ? check(common) : translate(*leaf_properties); };
}

} // namespace vesta::cli
