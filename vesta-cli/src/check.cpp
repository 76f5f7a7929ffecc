#include "command.hpp"
#include "rights.hpp"
#include "serving.hpp"

#include <vesta/base/list.hpp>
#include <vesta/embed/instance.hpp>
#include <vesta/embed/leaf.hpp>
#include <vesta/embed/tinyid.hpp>
#include <vesta/embed/vesta_java.hpp>
#include <vesta/id/scheme.hpp>
#include <vesta/id/text_form.hpp>
#include <vesta/time/clock.hpp>

#include <boost/json.hpp>
#include <boost/property_tree/ptree.hpp>
#include <boost/property_tree/xml_parser.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
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

result<std::string> read_text(const std::string& file) {
    std::ifstream in{file, std::ios::binary};
    try {
        std::string text{std::istreambuf_iterator<char>{in}, {}};
        if (in) return text;
    } catch (const std::ios_base::failure&) { // a folder
    }
    return error{errc::invalid_settings, "cannot read " + file};
}

int print(const result<std::string>& yaml) {
    if (!yaml) return report(yaml.error());
    std::cout << *yaml;
    return done;
}

constexpr std::array<std::string_view, 3> layouts_of_vesta{"vesta", "vesta-2018", "vesta-2015"};

/// The layout under which @p fresh was made within a day of now.
result<std::string> layout_of(const std::string& fresh) {
    const auto value = parse_any_text(fresh);
    if (!value) return value.error();
    const unix_ms now = std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now());
    std::vector<std::string> right, all;
    for (const std::string_view each : layouts_of_vesta) {
        const auto explained = find_scheme(each)->explain(*value);
        if (!explained) continue;
        all.push_back(std::string{each} + " at " + to_rfc3339(explained->at));
        if (std::chrono::abs(explained->at - now) <= std::chrono::days{1}) right.emplace_back(each);
    }
    if (right.size() == 1) return right.front();
    return error{errc::invalid_argument,
                 "--id " + fresh + " was made within a day by " + (right.empty() ? "none" : "more than one") +
                     " of Vesta's layouts: " + listed(all) + "; give another fresh ID, or --layout"};
}

/// Collects the names and values of `property` elements below @p from.
///
/// Errors: `invalid_settings` for one whose value is written another way than this program reads, and for two of a
/// name.
result<void> take_properties(const boost::property_tree::ptree& from, std::map<std::string, std::string>& into) {
    for (const auto& [name, each] : from) {
        if (const auto key = each.get_optional<std::string>("<xmlattr>.name"); name == "property" && key) {
            auto value = each.get_optional<std::string>("<xmlattr>.value");
            if (!value) value = each.get_optional<std::string>("value");
            const bool is_bean = each.get_child_optional("<xmlattr>.ref") || each.get_child_optional("bean");
            if (!value && !is_bean) return error{errc::invalid_settings, "property " + *key + " has no value"};
            if (value && !into.emplace(*key, *value).second && into.at(*key) != *value)
                return error{errc::invalid_settings, "property " + *key + " is there twice: give a file with one bean"};
        }
        if (name == "<xmlattr>")
            for (const auto& [attribute, value] : each)
                if (attribute.starts_with("p:"))
                    return error{errc::invalid_settings, attribute + " is not read; write it as a property element"};
        if (auto taken = take_properties(each, into); !taken) return taken;
    }
    return {};
}

/// A Spring XML as properties: the names and values of its `property` elements.
result<std::string> read_properties_or_xml(const std::string& file) {
    if (!file.ends_with(".xml")) return read_text(file);
    boost::property_tree::ptree tree;
    try {
        boost::property_tree::read_xml(file, tree);
    } catch (const boost::property_tree::xml_parser_error& wrong) {
        return error{errc::invalid_settings,
                     file + ":" + std::to_string(wrong.line()) + ": cannot be read: " + wrong.message()};
    }
    std::map<std::string, std::string> all;
    if (auto taken = take_properties(tree, all); !taken)
        return error{taken.error().code, file + ": " + taken.error().message};
    return listed(all, [](const auto& each) { return each.first + "=" + each.second + "\n"; }, "");
}

int translate_vesta(const check_options& by) {
    const auto text = read_properties_or_xml(by.from_vesta);
    if (!text) return report(text.error());
    if (by.layout.empty() && by.fresh_id.empty())
        return report(
            {errc::invalid_argument, "which of Vesta's layouts does it have? Give an ID that it has just made "
                                     "(--id), or --layout " +
                                         listed(layouts_of_vesta)});
    const auto layout = by.layout.empty() ? layout_of(by.fresh_id) : result<std::string>{by.layout};
    if (!layout) return report(layout.error());
    return print(embed::settings_from_vesta(*text, by.from_vesta, *layout));
}

int translate_leaf(const check_options& by) {
    const auto text = read_text(by.from_leaf);
    return text ? print(embed::settings_from_leaf(*text, by.from_leaf)) : report(text.error());
}

int translate_tinyid(const check_options& by) {
    const auto text = read_text(by.from_tinyid);
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
