#include "successors.hpp"

#include "old_text.hpp"

#include <vesta/base/host_port.hpp>
#include <vesta/base/quote.hpp>
#include <vesta/embed/instance.hpp>
#include <vesta/embed/leaf.hpp>
#include <vesta/embed/old_stores.hpp>
#include <vesta/embed/tinyid.hpp>
#include <vesta/embed/vesta_java.hpp>

#include <cstdlib>
#include <utility>

namespace vesta::cli {
namespace {

using migrate::assignment;
using migrate::old_program;
using migrate::publishing;

result<std::string> yaml_of(const old_fleet& of, const old_node_file& from, const std::string& layout) {
    const embed::old_node node{.place = from.node, .store = from.store, .margin = of.skew};
    switch (of.from) {
    case old_program::leaf:
        return embed::settings_from_leaf(from.text, from.file, node);
    case old_program::tinyid:
        return embed::settings_from_tinyid(from.text, from.file, node);
    case old_program::vesta:
        break;
    }
    return embed::settings_from_vesta(from.text, from.file, layout, node);
}

/// These would be taken for every node's.
result<void> check_environment() {
    for (const char* const each : {"VESTA_MACHINE_ID", "VESTA_INSTANCE"})
        if (std::getenv(each) != nullptr) // NOLINT(concurrency-mt-unsafe): before any thread
            return error{errc::invalid_settings,
                         std::string{each} + " is set here, and would be taken for that of every node; unset it"};
    return {};
}

std::uint16_t port_in(const std::vector<std::string>& listen) {
    const auto at = listen.empty() ? std::nullopt : read_host_port(listen.front());
    return at ? at->port : std::uint16_t{0};
}

/// The machine ID of an ip-map, as the successor will look it up: by its address, and by the port of its server.
std::optional<machine_id> mapped(const embed::settings& of, std::uint16_t port) {
    const std::string& ip = of.machine_id.address;
    for (const std::string& each : {ip + ":" + std::to_string(port), ip})
        if (const auto found = of.machine_id.ip_map.find(each); found != of.machine_id.ip_map.end())
            return machine_id{found->second};
    return std::nullopt;
}

void add_machine(migrate::node_facts& to, const embed::settings& of) {
    if (to.how != assignment::by_settings) return;
    if (of.machine_id.provider == embed::id_provider::ip_map) {
        to.machine = mapped(of, to.port);
        const auto named = of.machine_id.ip_map.find(to.name);
        // The file has another port than this node, so that its successor would be another node.
        if (named != of.machine_id.ip_map.end() && to.machine && named->second != to.machine->value) to.machine.reset();
    } else if (of.machine_id.property.id) {
        to.machine = machine_id{*of.machine_id.property.id};
    }
}

} // namespace

result<std::vector<old_node_file>> read_files_of(const old_fleet& of) {
    std::vector<old_node_file> all;
    for (const std::string& file : of.files) {
        auto text = of.from == old_program::vesta ? read_properties_or_xml(file) : read_old_text(file);
        if (!text) return std::move(text).error();
        all.push_back({.file = file, .text = *std::move(text)});
    }
    return all;
}

result<successor> translate(const old_fleet& of, const old_node_file& from, const std::string& layout) {
    if (auto plain = check_environment(); !plain) return std::move(plain).error();
    auto yaml = yaml_of(of, from, layout);
    if (!yaml) return std::move(yaml).error();
    if (of.from != old_program::vesta) *yaml += "rpc: { enabled: false }   # the old program had none\n";
    auto read = embed::parse_settings(*yaml, "the settings for " + from.file);
    if (!read) return std::move(read).error();
    if (auto sound = embed::check_generators(*read); !sound) return std::move(sound).error();
    return successor{*std::move(yaml), *std::move(read)};
}

assignment assignment_of(const embed::settings& of) {
    bool is_timed = false;
    for (const auto& [name, each] : of.generators)
        is_timed = is_timed || each.timed() != nullptr;
    if (!is_timed) return assignment::none;
    if (of.machine_id.provider == embed::id_provider::zookeeper) return assignment::leaf_tree;
    if (of.machine_id.provider != embed::id_provider::database) return assignment::by_settings;
    return of.machine_id.database->mode == "vesta-table" ? assignment::vesta_table : assignment::leaf_table;
}

result<migrate::node_facts> facts_of(const old_node_file& from, const successor& of) {
    migrate::node_facts made{.name = from.node.empty() ? from.file : from.node,
                             .file = from.file,
                             .settings = of.yaml,
                             .how = assignment_of(of.read),
                             .leaf_file = of.read.machine_id.leaf_file};
    made.published = of.read.rest.enabled  ? publishing::rest
                     : of.read.rpc.enabled ? publishing::rpc
                                           : publishing::embedded;
    if (made.published != publishing::embedded)
        made.port = port_in(made.published == publishing::rest ? of.read.rest.listen : of.read.rpc.listen);
    for (const auto& [name, each] : of.read.generators)
        if (each.timed() != nullptr && made.layout.empty()) made.layout = each.kind;
    if (made.how != assignment::none) {
        auto patterns = embed::patterns_made_by(of.read);
        if (!patterns) return std::move(patterns).error();
        made.patterns = *std::move(patterns);
    }
    for (const auto& [name, each] : of.read.stores)
        if (!each.password_env.empty()) made.secrets.push_back(each.password_env);
    add_machine(made, of.read);
    return made;
}

} // namespace vesta::cli
