#include "command_tree.hpp"

#include <algorithm>
#include <iterator>

namespace vesta::cli {
namespace {

std::vector<std::string> names_of(const CLI::Option& option) {
    if (option.get_positional()) return {option.get_name(true)};
    std::vector<std::string> names;
    for (const auto& each : option.get_snames())
        names.push_back("-" + each);
    for (const auto& each : option.get_lnames())
        names.push_back("--" + each);
    return names;
}

std::vector<std::string> choices_of(const CLI::Option& option) {
    const std::string& text = option.get_option_text();
    if (text.find('|') == std::string::npos) return {};
    return CLI::detail::split(text, '|');
}

/// UINT of "UINT:UINT in [1 - 9]": the validators are in the description.
std::string argument_of(const CLI::Option& option) {
    if (option.get_positional() || option.get_items_expected_max() == 0) return "";
    if (const std::string& text = option.get_option_text(); !text.empty()) return text;
    const std::string type = option.get_type_name();
    return type.substr(0, type.find(':'));
}

described_option describe(const CLI::Option& option) {
    return {.names = names_of(option),
            .argument = argument_of(option),
            .choices = choices_of(option),
            .text = option.get_description(),
            .positional = option.get_positional(),
            .required = option.get_required(),
            .repeated = option.get_items_expected_max() > 1};
}

described_command describe_below(const CLI::App& app, const std::string& above) {
    const std::string path = above.empty() ? app.get_name() : above + " " + app.get_name();
    described_command made{
        .path = path, .name = app.get_name(), .text = app.get_description(), .options = {}, .commands = {}};
    for (const auto* const each : app.get_options())
        made.options.push_back(describe(*each));
    for (const auto* const each : app.get_subcommands([](const CLI::App*) { return true; }))
        made.commands.push_back(describe_below(*each, path));
    return made;
}

} // namespace

described_command describe(const CLI::App& program) {
    return describe_below(program, "");
}

std::vector<std::string> words_of(const CLI::App& program) {
    std::vector<std::string> words;
    for (const CLI::App* at = &program; at != nullptr;) {
        for (const auto* const each : at->get_options())
            if (!each->get_positional()) std::ranges::move(names_of(*each), std::back_inserter(words));
        const auto met = at->get_subcommands();
        if (met.empty())
            std::ranges::transform(at->get_subcommands([](const CLI::App*) { return true; }), std::back_inserter(words),
                                   [](const CLI::App* each) { return each->get_name(); });
        at = met.empty() ? nullptr : met.front();
    }
    return words;
}

std::vector<const described_command*> flatten(const described_command& command) {
    std::vector<const described_command*> all{&command};
    for (const auto& each : command.commands) {
        const auto below = flatten(each);
        all.insert(all.end(), below.begin(), below.end());
    }
    return all;
}

} // namespace vesta::cli
