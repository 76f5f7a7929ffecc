#include "parts.hpp"
#include "told.hpp"

#include <vesta/base/list.hpp>
#include <vesta/base/quote.hpp>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>

namespace vesta::migrate {
namespace {

using entry = id_assignment::entry;

// What the successor itself would not believe (clock.max-forward).
constexpr std::chrono::minutes absurd{10};
// IDs of two nodes are compared so far ahead.
constexpr std::chrono::days horizon{2 * 365};
// A node writes every 3 s; who has not for so long has stopped, or has lost its store.
constexpr std::chrono::seconds silent{30};

bool is_leafs(assignment how) {
    return how == assignment::leaf_table || how == assignment::leaf_tree;
}

bool is_in_register(const node_facts& of) {
    return of.how != assignment::none && of.how != assignment::by_settings;
}

std::string number(machine_id id) {
    return std::to_string(id.value);
}

std::string spoken(const entry& of, unix_ms now) {
    const std::string who = of.instance + " has machine ID " + number(*of.id);
    if (!of.last) return who;
    const auto ago = now - *of.last;
    const std::string when = to_rfc3339(*of.last);
    if (ago < std::chrono::milliseconds{0})
        return who + ", last time " + when + ", " + told(-ago) + " ahead of this host's clock";
    return who + ", last time " + when + ", " + told(ago) + " ago" + (ago <= silent ? ": at work" : "");
}

class register_check {
  public:
    register_check(const facts& of, plan& to) : of_{of}, in_{*of.assigned}, to_{to} {}

    void run() {
        tell_entries();
        refuse_bad_entries();
        for (std::size_t i = 0; i < of_.nodes.size(); ++i)
            if (is_in_register(of_.nodes[i])) take_over(of_.nodes[i], to_.nodes[i]);
        tell_who_stays();
    }

  private:
    void refuse(std::string what, std::string right) { to_.refusals.push_back({std::move(what), std::move(right)}); }

    void tell_entries() {
        std::size_t free = 0;
        for (const entry& each : in_.entries)
            free += each.instance.empty() ? 1 : 0;
        const std::size_t taken = in_.entries.size() - free;
        to_.found.push_back(in_.where + " has " + counted(taken, "machine ID") + " in use" +
                            (free != 0 ? ", and " + std::to_string(free) + " free" : "") + ".");
        for (const entry& each : in_.entries)
            if (each.id && each.unusable.empty() && !each.instance.empty())
                to_.found.push_back(spoken(each, of_.now) + ".");
    }

    void refuse_bad_entries() {
        std::map<std::uint32_t, std::string> owners;
        std::set<std::string> names;
        for (const entry& each : in_.entries) {
            if (!each.unusable.empty())
                refuse(in_.where + ": " + each.unusable,
                       "correct or remove that entry; every node that starts reads it");
            if (!each.id || each.instance.empty()) continue;
            if (!names.insert(each.instance).second)
                refuse(in_.where + " has two entries of " + each.instance,
                       "remove the one that it does not use; programs differ in which they take");
            const auto [owner, is_new] = owners.emplace(each.id->value, each.instance);
            if (!is_new)
                refuse(in_.where + " gives machine ID " + number(*each.id) + " to both " + owner->second + " and " +
                           each.instance + ", which make the same IDs already",
                       "stop one of them, and remove its entry");
        }
    }

    const entry* find(const std::string& instance) const {
        const auto found = std::ranges::find(in_.entries, instance, &entry::instance);
        return found == in_.entries.end() || !found->id ? nullptr : &*found;
    }

    void refuse_unknown(const node_facts& node) {
        std::vector<std::string> known;
        for (const entry& each : in_.entries)
            if (each.id && !each.instance.empty()) known.push_back(each.instance);
        refuse(node.name + " has no machine ID in " + in_.where + ", so that it replaces nobody",
               known.empty() ? "look whether the settings name the right one: it is empty"
                             : "name one of " + told(known) + "; a node more is added after the move");
    }

    void take_over(const node_facts& node, new_node& next) {
        const entry* const old = find(node.name);
        if (old == nullptr) return refuse_unknown(node);
        next.machine = old->id;
        for (const id_pattern& each : node.patterns)
            if (old->id->value > each.of().max(field::machine))
                return refuse(node.name + " has machine ID " + number(*old->id) + ", and the layout " + node.layout +
                                  " takes 0 to " + std::to_string(each.of().max(field::machine)),
                              "remove the entries of nodes that are gone, let " + node.name +
                                  " register anew, and plan again");
        if (old->last && *old->last > of_.now + absurd)
            return refuse(node.name + " wrote " + to_rfc3339(*old->last) + " for its last time, " +
                              told(*old->last - of_.now) + " ahead of this host's clock",
                          "set the wrong one of the two clocks right; if IDs of that time were made, wait for it");
        to_.proven.push_back("Machine ID " + number(*old->id) + " goes from " + node.name +
                             " to its successor alone: " + in_.where +
                             " has it once, and the successor takes the entry of its own name, under a lease.");
        begin(*old, next);
    }

    void begin(const entry& old, new_node& next) {
        if (!old.last) return;
        next.from = *old.last + unseen_by_leaf;
        next.wait = std::max(*next.from - of_.now, std::chrono::milliseconds{0});
        if (of_.now - *old.last > silent)
            to_.rests_on.push_back(next.name + " has not written its time for " + told(of_.now - *old.last) +
                                   ": it has stopped, or it has lost its store and goes on; see that it is not "
                                   "running before its successor starts.");
    }

    void tell_who_stays() {
        std::vector<std::string> staying;
        for (const entry& each : in_.entries)
            if (each.id && !each.instance.empty() &&
                std::ranges::find(of_.nodes, each.instance, &node_facts::name) == of_.nodes.end())
                staying.push_back(each.instance + " (" + number(*each.id) + ")");
        if (!staying.empty())
            to_.proven.push_back("Who is not replaced keeps a machine ID that no successor gets: " + told(staying) +
                                 ".");
    }

    const facts& of_;
    const register_facts& in_;
    plan& to_;
};

/// The first number that both could make; nothing if there is none.
std::optional<id> meeting_of(const node_facts& a, const node_facts& b, unix_ms now) {
    for (const id_pattern& ours : a.patterns)
        for (const id_pattern& theirs : b.patterns)
            if (const auto found = meeting(reach_between(ours, *a.machine, *a.machine, now, now + horizon),
                                           reach_between(theirs, *b.machine, *b.machine, now, now + horizon)))
                return found;
    return std::nullopt;
}

void plan_by_settings(const facts& of, plan& to) {
    std::vector<std::string> taken;
    for (std::size_t i = 0; i < of.nodes.size(); ++i) {
        const node_facts& node = of.nodes[i];
        if (node.how != assignment::by_settings) continue;
        if (!node.machine) {
            to.refusals.push_back({node.file + " gives " + node.name + " no machine ID",
                                   "name a node that it lists, or give the file of this one"});
            continue;
        }
        to.nodes[i].machine = node.machine;
        to.found.push_back(node.name + " has machine ID " + number(*node.machine) + ", by " + node.file + ".");
        taken.push_back(node.name + " (" + number(*node.machine) + ")");
        for (std::size_t j = 0; j < i; ++j) {
            const node_facts& other = of.nodes[j];
            if (other.how != assignment::by_settings || !other.machine) continue;
            if (const auto same = meeting_of(node, other, of.now))
                to.refusals.push_back({other.name + " and " + node.name + " both have machine ID " +
                                           number(*node.machine) + ", and could both make " + to_string(*same),
                                       "give one of them a machine ID of its own, in the old program first"});
        }
    }
    if (taken.empty()) return;
    to.proven.push_back("Each successor has the machine ID of the node that it replaces, and no two could make one "
                        "number in the next two years: " +
                        told(taken) + ".");
    to.rests_on.push_back("These are all nodes that have these machine IDs: no other file gives them.");
}

void tell_ticks(const facts& of, plan& to) {
    const bool leafs = std::ranges::any_of(of.nodes, [](const auto& each) { return is_leafs(each.how); });
    const bool others = std::ranges::any_of(of.nodes, [](const auto& each) {
        return each.how == assignment::vesta_table || each.how == assignment::by_settings;
    });
    if (leafs)
        to.proven.push_back("No tick is used twice: a successor begins " + told(unseen_by_leaf) +
                            " above the last time that its predecessor wrote, by the predecessor's own clock, and "
                            "Leaf writes it every 3 s. On the way back the same holds: the successor keeps that "
                            "time at its own mark, and Leaf refuses to start below it.");
    if (others)
        to.proven.push_back("No tick is used twice: a successor's first start begins at the first full tick after its "
                            "clock and " +
                            told(of.skew) + ", where no predecessor that has stopped can have been.");
    const bool in_tree =
        std::ranges::any_of(of.nodes, [](const auto& each) { return each.how == assignment::leaf_tree; });
    if (in_tree && !of.sample)
        to.rests_on.push_back("Each Leaf has the worker ID of its node. One that found an empty tree when it first "
                              "started has 0, whatever its node says: its workerID.properties tells, which the first "
                              "start reads, and so does a sample.");
    const bool in_database = std::ranges::any_of(of.nodes, [&](const auto& each) {
        return each.how == assignment::vesta_table || each.how == assignment::leaf_table ||
               (each.how == assignment::by_settings && !of.tables.empty());
    });
    if (in_database)
        to.rests_on.push_back("The database's user may create the table vesta_machine_lease beside the old ones, or an "
                              "administrator makes it before (docs/operating.md#what-is-stored).");
    if (leafs)
        to.rests_on.push_back(
            "An old node has stopped before its successor starts, and wrote its time until then. If its "
            "store was away at the end, the successor's clock must not be behind its own.");
    if (others)
        to.rests_on.push_back(
            "An old node has stopped before its successor starts, and the clocks of their hosts differ "
            "by at most " +
            told(of.skew) + " (--skew).");
}

} // namespace

std::vector<std::string> nodes_at_work(const register_facts& in, unix_ms now) {
    constexpr std::chrono::minutes lately{1};
    std::vector<std::string> all, at_work;
    for (const entry& each : in.entries) {
        if (!each.id || each.instance.empty() || !each.unusable.empty()) continue;
        all.push_back(each.instance);
        const auto last = std::max(each.last.value_or(unix_ms::min()), each.written.value_or(unix_ms::min()));
        if (last > now - lately) at_work.push_back(each.instance);
    }
    std::vector<std::string> chosen = at_work.empty() ? std::move(all) : std::move(at_work);
    std::ranges::sort(chosen);
    return chosen;
}

void plan_machines(const facts& of, plan& to) {
    if (of.assigned) register_check{of, to}.run();
    plan_by_settings(of, to);
    tell_ticks(of, to);
}

} // namespace vesta::migrate
