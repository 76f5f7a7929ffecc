#include "parts.hpp"
#include "told.hpp"

#include <vesta/base/list.hpp>

#include <algorithm>
#include <utility>

namespace vesta::migrate {
namespace {

bool makes_time_based(const node_facts& of) {
    return of.how != assignment::none;
}

/// A path as a word of a shell.
std::string in_shell(const std::string& path) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789./_-";
    if (path.find_first_not_of(plain) == std::string::npos) return path;
    std::string made{"'"};
    for (const char each : path)
        made += each == '\'' ? R"('\'')" : std::string{each};
    return made + "'";
}

/// The steps of one node, there and back.
class node_steps {
  public:
    node_steps(const facts& of, const node_facts& node, const new_node& next, plan& to)
        : of_{of}, node_{node}, next_{next}, old_{name_of(of.from)}, leaf_file_{in_shell(node.leaf_file)}, to_{to} {}

    void there() {
        add("Copy the folder " + next_.folder + " to the host of " + node_.name + ", and go on in it.");
        if (!node_.secrets.empty())
            add("Put the passwords into the environment: " + listed(node_.secrets) +
                "; or name a password-file in vesta.yaml.");
        add("Check the settings.", "vesta check -c vesta.yaml >/dev/null");
        stop_the_old();
        if (!node_.leaf_file.empty())
            add("If this Leaf left no file with its worker ID, the settings must not name it.",
                "test -e " + leaf_file_ + " || sed -i '/leaf-file:/d' vesta.yaml");
        start();
        look();
        if (!node_.leaf_file.empty())
            add("The file has told what it knew. A Leaf that finds it would start whatever its entry says.",
                "sed -i '/leaf-file:/d' vesta.yaml; if test -e " + leaf_file_ + "; then mv " + leaf_file_ +
                    " worker-id-of-leaf; fi");
        add("Give " + node_.name + " its traffic again.");
    }

    void back() {
        add_back("Take " + node_.name +
                     " out of the load balancer, and stop the successor; what it did not use goes "
                     "back.",
                 node_.published == publishing::embedded
                     ? ""
                     : "kill $(cat vesta.pid); while kill -0 $(cat vesta.pid) 2>/dev/null; do sleep 0.1; done");
        if (makes_time_based(node_)) {
            add_back("See from when on another program may have machine ID " + std::to_string(next_.machine->value) +
                         ". If it was killed and did not say, wait 4 s (clock.reserve-ahead and a second).",
                     node_.published == publishing::embedded
                         ? ""
                         : "grep 'another program may use it from' vesta.log | tail -n 1");
            add_back("Wait until then, and " + told(of_.skew) + " more if " + old_ + " runs on another host.");
        }
        add_back("Start " + old_ + " as before, and give it its traffic.");
    }

  private:
    void add(std::string does, std::string command = "") {
        to_.steps.push_back({node_.name, std::move(does), std::move(command)});
    }
    void add_back(std::string does, std::string command = "") {
        to_.back.push_back({node_.name, std::move(does), std::move(command)});
    }

    void stop_the_old() {
        add("Take " + node_.name + " out of the load balancer, stop " + old_ + " there, and see that it has ended" +
            (makes_time_based(node_) ? ": two with one machine ID make the same IDs."
                                     : "; both may run at once, but not at one port."));
    }

    void start() {
        if (node_.published == publishing::embedded)
            return add("Start your program with these settings; or take one ID by hand.", "vesta gen -c vesta.yaml");
        add("Start the successor" +
                (next_.from ? "; it serves " + told(unseen_by_leaf) + " after the last time that its predecessor wrote"
                 : makes_time_based(node_) ? "; it serves after " + told(of_.skew) + " and a full tick"
                                           : std::string{}) +
                ".",
            "vesta serve -c vesta.yaml >>vesta.log 2>&1 & echo $! >vesta.pid");
    }

    void look() {
        const std::string at = "127.0.0.1:" + std::to_string(node_.port);
        if (node_.published == publishing::rpc)
            return add("See that it makes IDs.",
                       "timeout 60 bash -c 'until vesta gen --remote " + at + "; do sleep 1; done'");
        if (node_.published == publishing::rest)
            add("Wait until it is ready.",
                "curl -sf --retry 60 --retry-delay 1 --retry-all-errors http://" + at + "/readyz");
        // A number of a tag would be missing from it.
        if (node_.published == publishing::rest && makes_time_based(node_))
            add("See that it makes IDs.",
                "curl -sf http://" + at + (of_.from == old_program::leaf ? "/api/snowflake/get/look" : "/genid"));
    }

    const facts& of_;
    const node_facts& node_;
    const new_node& next_;
    const std::string old_;
    const std::string leaf_file_; // for the shell
    plan& to_;
};

} // namespace

void plan_steps(const facts& of, plan& to) {
    for (std::size_t i = 0; i < of.nodes.size(); ++i)
        node_steps{of, of.nodes[i], to.nodes[i], to}.there();
    for (std::size_t i = of.nodes.size(); i-- > 0;)
        node_steps{of, of.nodes[i], to.nodes[i], to}.back();
}

} // namespace vesta::migrate
