#include "fleets.hpp"

namespace vesta::migrate {
namespace {

facts sampled(const std::string& layout, std::vector<std::uint32_t> machines) {
    facts of = leaf_fleet();
    of.sample =
        sample_facts{.file = "ids", .ids = 1000, .layout = layout, .newest = now - 1s, .machines = std::move(machines)};
    return of;
}

TEST(a_sample_of_ids, proves_layout_and_epoch) {
    const plan made = make_plan(sampled("snowflake", {1, 3}));
    EXPECT_THAT(whats(made), IsEmpty());
    EXPECT_THAT(made.proven, Contains(HasSubstr("Layout and epoch agree: 1000 IDs")));
    EXPECT_THAT(made.rests_on, Not(Contains(HasSubstr("--sample"))));
}

TEST(a_sample_of_ids, is_asked_for_where_there_is_none) {
    EXPECT_THAT(make_plan(leaf_fleet()).rests_on, Contains(HasSubstr("a sample of IDs would show it (--sample)")));
}

TEST(a_sample_of_ids, refuses_another_layout_than_the_settings_say) {
    EXPECT_THAT(whats(make_plan(sampled("custom", {1}))),
                ElementsAre("ids has IDs of the layout custom, and the settings say snowflake"));
}

TEST(a_sample_of_ids, refuses_machine_ids_that_nobody_has) {
    EXPECT_THAT(whats(make_plan(sampled("snowflake", {0, 1}))),
                ElementsAre("ids has IDs of machine IDs that nobody is known to have: 0"));
}

TEST(a_sample_of_ids, refuses_where_no_layout_was_found) {
    facts of = leaf_fleet();
    of.sample = sample_facts{.file = "ids", .refused = "no layout that is known explains all of these IDs"};
    EXPECT_THAT(whats(make_plan(of)), ElementsAre("ids: no layout that is known explains all of these IDs"));
}

} // namespace
} // namespace vesta::migrate
