#include "parts.hpp"
#include "told.hpp"

#include <vesta/base/list.hpp>
#include <vesta/base/quote.hpp>

#include <algorithm>
#include <set>

namespace vesta::migrate {
namespace {

bool fits_in_a_name(char each) {
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || (each >= '0' && each <= '9') ||
           each == '.' || each == '-';
}

/// A folder for a node of that name, which is not among @p taken.
std::string folder_for(const std::string& node, std::set<std::string>& taken) {
    std::string base = node;
    std::ranges::replace_if(base, [](char each) { return !fits_in_a_name(each); }, '_');
    if (base.empty() || base.front() == '.' || base.front() == '-') base.insert(0, "node_");
    std::string made = base;
    for (int i = 2; !taken.insert(made).second; ++i)
        made = base + "_" + std::to_string(i);
    return made;
}

void add_nodes(const facts& of, plan& to) {
    std::set<std::string> taken;
    for (const node_facts& each : of.nodes)
        to.nodes.push_back(
            {.name = each.name, .folder = of.folder + "/" + folder_for(each.name, taken), .settings = each.settings});
}

void refuse_twice(const facts& of, plan& to) {
    std::set<std::string> seen;
    for (const node_facts& each : of.nodes)
        if (!seen.insert(each.name).second)
            to.refusals.push_back({each.name + " is named twice", "name each old node once"});
    if (of.nodes.empty()) to.refusals.push_back({"there is no node to replace", "name the old nodes (--node)"});
}

} // namespace

std::string_view name_of(old_program which) noexcept {
    switch (which) {
    case old_program::leaf:
        return "Leaf";
    case old_program::vesta:
        return "Vesta";
    case old_program::tinyid:
        break;
    }
    return "TinyId";
}

void plan_sample(const facts& of, plan& to) {
    std::set<std::string> layouts;
    std::set<std::uint32_t> known;
    for (std::size_t i = 0; i < of.nodes.size(); ++i)
        if (!of.nodes[i].layout.empty()) layouts.insert(of.nodes[i].layout);
    if (of.assigned)
        for (const auto& each : of.assigned->entries)
            if (each.id && !each.instance.empty()) known.insert(each.id->value);
    for (const node_facts& each : of.nodes)
        if (each.machine) known.insert(each.machine->value);
    if (layouts.empty()) return;
    if (!of.sample) {
        to.rests_on.push_back("The old nodes make IDs of the layout " + listed(layouts) +
                              " with its own epoch, as their settings say; a sample of IDs would show it (--sample).");
        return;
    }
    const sample_facts& sample = *of.sample;
    if (!sample.refused.empty()) {
        to.refusals.push_back({sample.file + ": " + sample.refused, "give IDs that the old nodes have just made"});
        return;
    }
    to.found.push_back(sample.file + " has " + counted(sample.ids, "ID") + " of the layout " + sample.layout +
                       ", the newest of " + to_rfc3339(sample.newest) + ".");
    if (!layouts.contains(sample.layout) || layouts.size() > 1)
        to.refusals.push_back(
            {sample.file + " has IDs of the layout " + sample.layout + ", and the settings say " + listed(layouts),
             "IDs of another layout or epoch could meet: plan with the layout that they have, or use "
             "`vesta adopt` beside a program that is not as its settings say"});
    else
        to.proven.push_back("Layout and epoch agree: " + counted(sample.ids, "ID") + " of the old nodes read as " +
                            sample.layout + ", and as nothing else, at the right time.");
    std::vector<std::string> strangers;
    for (const std::uint32_t each : sample.machines)
        if (!known.contains(each)) strangers.push_back(std::to_string(each));
    if (!strangers.empty())
        to.refusals.push_back({sample.file + " has IDs of machine IDs that nobody is known to have: " + told(strangers),
                               "find the node that makes them (a Leaf that found an empty tree has 0, whatever its "
                               "entry says), or give fresh IDs alone"});
}

plan make_plan(const facts& of) {
    plan made;
    refuse_twice(of, made);
    add_nodes(of, made);
    plan_machines(of, made);
    plan_tags(of, made);
    plan_sample(of, made);
    if (made.refusals.empty()) {
        plan_steps(of, made);
    } else {
        made.nodes.clear();
        made.proven.clear();
    }
    return made;
}

} // namespace vesta::migrate
