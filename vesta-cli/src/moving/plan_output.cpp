#include "plan_output.hpp"

#include "../words/words.hpp"

#include <boost/json.hpp>

#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <span>
#include <system_error>

namespace vesta::cli {
namespace {

namespace json = boost::json;

void print_list(const char* heading, std::span<const std::string> lines) {
    if (lines.empty()) return;
    std::cout << heading << '\n';
    for (const std::string& each : lines)
        std::cout << "  - " << printable(each) << '\n';
    std::cout << '\n';
}

std::string file_of(const migrate::new_node& node) {
    return node.folder + "/vesta.yaml";
}

void print_files(const shown_plan& shown) {
    if (shown.of.nodes.empty()) return;
    std::cout << (shown.is_written ? "Files, written\n" : "Files, to be written (--out FOLDER does)\n");
    for (const migrate::new_node& node : shown.of.nodes) {
        std::cout << "  - " << file_of(node) << ", for " << node.name << '\n';
        if (!shown.is_written) std::cout << node.settings << '\n';
    }
    std::cout << '\n';
}

/// Numbered, under the node on whose host they are taken.
void print_steps(const char* heading, std::span<const migrate::step> steps) {
    if (steps.empty()) return;
    std::cout << heading << '\n';
    std::string node;
    int number = 0;
    for (const migrate::step& each : steps) {
        if (each.node != node) std::cout << "  " << each.node << '\n';
        node = each.node;
        std::cout << "  " << ++number << ". " << printable(each.does) << '\n';
        if (!each.command.empty()) std::cout << "       " << each.command << '\n';
    }
    std::cout << '\n';
}

json::array json_of(std::span<const migrate::step> steps, std::span<const migrate::new_node> nodes) {
    json::array made;
    for (const migrate::step& each : steps) {
        json::object one{{"number", made.size() + 1}, {"node", each.node}, {"does", each.does}};
        for (const migrate::new_node& node : nodes)
            if (node.name == each.node) one["folder"] = node.folder;
        if (!each.command.empty()) one["command"] = each.command;
        made.push_back(std::move(one));
    }
    return made;
}

json::array json_of(std::span<const migrate::new_node> nodes) {
    json::array made;
    for (const migrate::new_node& each : nodes) {
        json::object one{
            {"name", each.name}, {"folder", each.folder}, {"file", file_of(each)}, {"settings", each.settings}};
        if (each.machine) one["machine"] = each.machine->value;
        if (each.from) one["from"] = to_rfc3339(*each.from);
        one["waitMs"] = each.wait.count();
        made.push_back(std::move(one));
    }
    return made;
}

error cannot_write(const std::string& what, int number) {
    return {errc::internal, "cannot write " + what + ": " + std::generic_category().message(number)};
}

} // namespace

void print_text(const shown_plan& shown) {
    print_list("Found", shown.of.found);
    std::vector<std::string> refused;
    for (const migrate::refusal& each : shown.of.refusals)
        refused.push_back(each.what + ". What would be right: " + each.right);
    print_list("In the way", refused);
    print_list("Proven", shown.of.proven);
    print_list("It rests on", refused.empty() ? shown.of.rests_on : std::vector<std::string>{});
    if (shown.rehearsed) print_list("Rehearsed on copies", *shown.rehearsed);
    print_files(shown);
    print_steps("Steps", shown.of.steps);
    print_steps("The way back", shown.of.back);
}

void print_json(const shown_plan& shown) {
    json::array refusals;
    for (const migrate::refusal& each : shown.of.refusals)
        refusals.push_back(json::object{{"what", each.what}, {"right", each.right}});
    json::object made{{"found", json::value_from(shown.of.found)},
                      {"refusals", std::move(refusals)},
                      {"proven", json::value_from(shown.of.proven)},
                      {"restsOn", json::value_from(shown.of.rests_on)},
                      {"nodes", json_of(shown.of.nodes)},
                      {"written", shown.is_written},
                      {"steps", json_of(shown.of.steps, shown.of.nodes)},
                      {"back", json_of(shown.of.back, shown.of.nodes)}};
    if (shown.rehearsed) made["rehearsed"] = json::value_from(*shown.rehearsed);
    std::cout << json::serialize(made) << '\n';
}

result<void> write_files(const migrate::plan& of) {
    for (const migrate::new_node& node : of.nodes)
        if (std::filesystem::exists(file_of(node)))
            return error{errc::invalid_argument,
                         file_of(node) + " is there already; name another folder (--out), or remove it"};
    for (const migrate::new_node& node : of.nodes) {
        std::error_code failed;
        std::filesystem::create_directories(node.folder, failed);
        if (failed) return cannot_write(node.folder, failed.value());
        std::ofstream out{file_of(node), std::ios::binary};
        out << node.settings;
        if (!out.flush()) return cannot_write(file_of(node), errno);
    }
    return {};
}

} // namespace vesta::cli
