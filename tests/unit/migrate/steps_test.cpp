#include "fleets.hpp"

#include <algorithm>

namespace vesta::migrate {
namespace {

std::vector<std::string> commands(const std::vector<step>& of, const std::string& node) {
    std::vector<std::string> all;
    for (const step& each : of)
        if (each.node == node && !each.command.empty()) all.push_back(each.command);
    return all;
}

std::string words(const std::vector<step>& of) {
    std::string all;
    for (const step& each : of)
        all += each.does + "\n";
    return all;
}

TEST(steps_of_a_plan, move_one_node_after_the_other_and_go_back_the_other_way) {
    const plan made = make_plan(leaf_fleet());
    EXPECT_EQ(made.steps.front().node, "10.0.0.1:8080");
    EXPECT_EQ(made.steps.back().node, "10.0.0.2:8080");
    EXPECT_EQ(made.back.front().node, "10.0.0.2:8080");
    EXPECT_TRUE(std::ranges::is_sorted(made.steps, {}, &step::node));
}

TEST(steps_of_a_plan, stop_the_old_node_before_its_machine_id_is_used) {
    const plan made = make_plan(leaf_fleet());
    const auto at = [&](const char* what) {
        return std::ranges::find_if(
            made.steps, [&](const step& each) { return (each.does + each.command).find(what) != std::string::npos; });
    };
    EXPECT_LT(at("vesta check"), at("stop Leaf there"));
    EXPECT_LT(at("stop Leaf there"), at("vesta serve"));
    EXPECT_LT(at("vesta serve"), at("mv /tmp/x/leafconf/8080/workerID.properties"));
}

TEST(steps_of_a_plan, say_what_to_type) {
    EXPECT_THAT(commands(make_plan(vesta_fleet()).steps, "a"),
                ElementsAre("vesta check -c vesta.yaml >/dev/null",
                            "vesta serve -c vesta.yaml >>vesta.log 2>&1 & echo $! >vesta.pid", HasSubstr("/readyz"),
                            HasSubstr("/genid")));
    EXPECT_THAT(commands(make_plan(vesta_fleet()).back, "a"),
                ElementsAre(HasSubstr("kill $(cat vesta.pid)"), HasSubstr("another program may use it from")));
}

TEST(steps_of_a_plan, know_programs_and_servers_of_rpc) {
    facts of = vesta_fleet();
    of.nodes[0].published = publishing::embedded;
    of.nodes[1].published = publishing::rpc;
    of.nodes[1].port = 6399;
    const plan made = make_plan(of);
    EXPECT_THAT(commands(made.steps, "a"), Contains("vesta gen -c vesta.yaml"));
    EXPECT_THAT(commands(made.back, "a"), IsEmpty());
    EXPECT_THAT(commands(made.steps, "b"), Contains(HasSubstr("vesta gen --remote 127.0.0.1:6399")));
}

TEST(steps_of_a_plan, quote_paths_for_the_shell) {
    facts of = leaf_fleet();
    of.nodes[0].leaf_file = "/tmp/it's x/leafconf/8080/workerID.properties";
    EXPECT_THAT(commands(make_plan(of).steps, "10.0.0.1:8080"),
                Contains(HasSubstr(R"(test -e '/tmp/it'\''s x/leafconf/8080/workerID.properties')")));
}

TEST(steps_of_a_plan, have_no_waits_where_there_are_only_numbers) {
    facts of = leaf_fleet();
    of.assigned.reset();
    for (node_facts& each : of.nodes) {
        each.how = assignment::none;
        each.leaf_file.clear();
    }
    const plan made = make_plan(of);
    EXPECT_THAT(words(made.steps), HasSubstr("both may run at once"));
    EXPECT_THAT(words(made.back), Not(HasSubstr("Wait until then")));
}

TEST(folders_of_a_plan, are_names_that_a_file_can_have_and_differ) {
    facts of = vesta_fleet();
    of.nodes = {vesta_node("../a b", 1), vesta_node("../a_b", 2), vesta_node("-x", 3)};
    of.folder = "out";
    const plan made = make_plan(of);
    std::vector<std::string> folders;
    for (const new_node& each : made.nodes)
        folders.push_back(each.folder);
    EXPECT_THAT(folders, ElementsAre("out/node_.._a_b", "out/node_.._a_b_2", "out/node_-x"));
}

TEST(a_plan_with_something_in_the_way, has_neither_steps_nor_files) {
    facts of = leaf_fleet();
    of.nodes[1].name = "unknown";
    const plan made = make_plan(of);
    EXPECT_TRUE(made.nodes.empty() && made.steps.empty() && made.back.empty() && made.proven.empty());
    EXPECT_FALSE(made.found.empty());
}

} // namespace
} // namespace vesta::migrate
