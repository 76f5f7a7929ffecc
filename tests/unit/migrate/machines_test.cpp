#include "fleets.hpp"

namespace vesta::migrate {
namespace {

TEST(machine_ids_of_a_plan, go_from_each_node_to_its_successor_alone) {
    const plan made = make_plan(leaf_fleet());
    EXPECT_THAT(whats(made), IsEmpty());
    ASSERT_EQ(made.nodes.size(), 2);
    EXPECT_EQ(made.nodes[0].machine, machine_id{1});
    EXPECT_EQ(made.nodes[1].machine, machine_id{2});
    EXPECT_THAT(made.proven, Contains(HasSubstr("keeps a machine ID that no successor gets: 10.0.0.3:8080 (3)")));
}

TEST(machine_ids_of_a_plan, begin_above_all_that_a_leaf_can_have_made) {
    const plan made = make_plan(leaf_fleet());
    EXPECT_EQ(made.nodes[0].from, now - 2s + 10s);
    EXPECT_EQ(made.nodes[0].wait, 8s);
}

TEST(machine_ids_of_a_plan, follow_the_clock_of_the_node_that_is_ahead) {
    facts of = leaf_fleet();
    of.assigned->entries[0].last = now + 30s;
    const plan made = make_plan(of);
    EXPECT_THAT(whats(made), IsEmpty());
    EXPECT_EQ(made.nodes[0].from, now + 40s);
    EXPECT_EQ(made.nodes[0].wait, 40s);
    EXPECT_THAT(made.found, Contains(HasSubstr("30.0 s ahead of this host's clock")));
}

TEST(machine_ids_of_a_plan, are_doubted_where_a_node_has_been_silent) {
    facts of = leaf_fleet();
    EXPECT_THAT(make_plan(of).rests_on, Not(Contains(HasSubstr("has not written its time"))));
    of.assigned->entries[0].last = now - 1h;
    const plan made = make_plan(of);
    EXPECT_EQ(made.nodes[0].wait, 0s);
    EXPECT_THAT(made.rests_on, Contains(HasSubstr("10.0.0.1:8080 has not written its time for 60 min")));
}

TEST(machine_ids_of_a_plan, rest_on_what_only_the_operator_can_see_to) {
    const plan leafs = make_plan(leaf_fleet());
    EXPECT_THAT(leafs.rests_on, Contains(HasSubstr("wrote its time until then")));
    EXPECT_THAT(leafs.rests_on, Contains(HasSubstr("its workerID.properties tells")));
    facts of = vesta_fleet();
    of.skew = 3s;
    EXPECT_THAT(make_plan(of).rests_on, Contains(HasSubstr("differ by at most 3.0 s (--skew)")));
    of.tables = {leaf_table()};
    EXPECT_THAT(make_plan(of).rests_on, Contains(HasSubstr("may create the table vesta_machine_lease")));
}

TEST(machine_ids_of_a_plan, are_refused_for_a_time_that_no_clock_can_have) {
    facts of = leaf_fleet();
    of.assigned->entries[0].last = now + 1h;
    EXPECT_THAT(whats(make_plan(of)), ElementsAre(HasSubstr("60 min ahead of this host's clock")));
}

TEST(machine_ids_of_a_plan, are_refused_for_a_node_that_nobody_knows) {
    facts of = leaf_fleet();
    of.nodes[1].name = "10.0.0.9:8080";
    const plan made = make_plan(of);
    EXPECT_THAT(whats(made), ElementsAre("10.0.0.9:8080 has no machine ID in the tree, so that it replaces nobody"));
    EXPECT_THAT(rights(made), ElementsAre(HasSubstr("10.0.0.1:8080, 10.0.0.2:8080, 10.0.0.3:8080")));
    of.assigned->entries.clear();
    EXPECT_THAT(rights(make_plan(of)), Each(HasSubstr("it is empty")));
}

TEST(machine_ids_of_a_plan, are_refused_where_two_entries_have_one) {
    facts of = leaf_fleet();
    of.assigned->entries[2].id = machine_id{1};
    EXPECT_THAT(whats(make_plan(of)),
                ElementsAre(HasSubstr("gives machine ID 1 to both 10.0.0.1:8080 and 10.0.0.3:8080")));
}

TEST(machine_ids_of_a_plan, are_refused_beside_an_entry_that_cannot_be_read) {
    facts of = leaf_fleet();
    of.assigned->entries[2] = {.instance = "odd", .unusable = "the node 'odd' has no worker ID"};
    EXPECT_THAT(whats(make_plan(of)), ElementsAre("the tree: the node 'odd' has no worker ID"));
}

TEST(machine_ids_of_a_plan, are_refused_where_the_layout_has_no_room) {
    facts of = leaf_fleet();
    of.assigned->entries[0].id = machine_id{1024};
    EXPECT_THAT(whats(make_plan(of)),
                ElementsAre(HasSubstr("machine ID 1024, and the layout snowflake takes 0 to 1023")));
}

TEST(machine_ids_of_a_plan, are_refused_for_a_node_named_twice_and_for_none) {
    facts of = leaf_fleet();
    of.nodes[1].name = of.nodes[0].name;
    EXPECT_THAT(whats(make_plan(of)), ElementsAre("10.0.0.1:8080 is named twice"));
    of.nodes.clear();
    EXPECT_THAT(whats(make_plan(of)), ElementsAre("there is no node to replace"));
}

TEST(machine_ids_of_a_plan, come_from_the_settings_of_each_vesta) {
    const plan made = make_plan(vesta_fleet());
    EXPECT_THAT(whats(made), IsEmpty());
    EXPECT_EQ(made.nodes[1].machine, machine_id{1022});
    EXPECT_FALSE(made.nodes[1].from) << "known only once the old node has stopped";
    EXPECT_THAT(made.proven, Contains(HasSubstr("the first full tick after its clock and 1.0 s")));
    EXPECT_THAT(made.rests_on, Contains(HasSubstr("no other file gives them")));
}

TEST(machine_ids_of_a_plan, are_refused_where_two_nodes_make_the_same_numbers) {
    facts of = vesta_fleet();
    of.nodes[1].machine = machine_id{1021};
    EXPECT_THAT(whats(make_plan(of)),
                ElementsAre(HasSubstr("a and b both have machine ID 1021, and could both make ")));
    of.nodes[1] = vesta_node("b", 1021, gen_method::rpc);
    EXPECT_THAT(whats(make_plan(of)), IsEmpty()) << "their genMethods differ";
}

TEST(machine_ids_of_a_plan, are_refused_where_a_file_gives_none) {
    facts of = vesta_fleet();
    of.nodes[1].machine.reset();
    EXPECT_THAT(whats(make_plan(of)), ElementsAre("b.properties gives b no machine ID"));
}

TEST(machine_ids_of_a_plan, come_from_vestas_table_with_what_is_free_left_alone) {
    facts of = vesta_fleet();
    of.assigned = register_facts{.where = "the table",
                                 .entries = {{.instance = "a", .id = machine_id{4}},
                                             {.instance = "b", .id = machine_id{5}},
                                             {.id = machine_id{6}}}};
    for (node_facts& each : of.nodes)
        each.how = assignment::vesta_table;
    const plan made = make_plan(of);
    EXPECT_THAT(whats(made), IsEmpty());
    EXPECT_EQ(made.nodes[0].machine, machine_id{4});
    EXPECT_THAT(made.found, Contains("the table has 2 machine IDs in use, and 1 free."));
}

TEST(nodes_at_work_in_a_register, wrote_within_the_last_minute) {
    register_facts in{.where = "the tree",
                      .entries = {worker("c", 3), worker("a", 1), worker("gone", 2, 2min), {.id = machine_id{9}}}};
    EXPECT_THAT(nodes_at_work(in, now), ElementsAre("a", "c"));
    for (auto& each : in.entries)
        each.last = each.written = std::nullopt;
    EXPECT_THAT(nodes_at_work(in, now), ElementsAre("a", "c", "gone")) << "a table that tells no times";
}

} // namespace
} // namespace vesta::migrate
