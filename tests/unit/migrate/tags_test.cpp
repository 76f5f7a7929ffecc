#include "fleets.hpp"

namespace vesta::migrate {
namespace {

/// A fleet of Leaf's that gives out numbers alone.
facts numbers_only(table_facts table = leaf_table()) {
    node_facts node = leaf_node("leaf.properties");
    node.how = assignment::none;
    node.layout.clear();
    node.leaf_file.clear();
    return {.from = old_program::leaf, .now = now, .nodes = {node}, .tables = {std::move(table)}};
}

plan with_tag(seen_tag of) {
    table_facts table = leaf_table();
    table.seen.tags = {std::move(of)};
    return make_plan(numbers_only(table));
}

TEST(tags_of_a_plan, are_found_with_what_is_free) {
    const plan made = make_plan(numbers_only());
    EXPECT_THAT(whats(made), IsEmpty());
    EXPECT_THAT(made.found, ElementsAre("leaf_alloc of db:3306/leaf has 1 tag; max_id is bigint, step int; InnoDB.",
                                        "Tag 'order': numbers from 70001 on are free, step 2000."));
    EXPECT_THAT(made.proven, ElementsAre(HasSubstr("No number of a tag comes twice, also while Leaf runs beside")));
}

TEST(tags_of_a_plan, are_refused_with_rows_that_nothing_can_be_reserved_from) {
    EXPECT_THAT(whats(with_tag(tag("a", 1, 0))), ElementsAre(HasSubstr("tag 'a': step is 0")));
    EXPECT_THAT(rights(with_tag(tag("it's", 1, 0))),
                ElementsAre("UPDATE leaf_alloc SET step = 1000 WHERE biz_tag = 'it''s';"));
    EXPECT_THAT(whats(with_tag(tag("a", -5))), ElementsAre(HasSubstr("tag 'a': max_id is -5")));
    EXPECT_THAT(whats(with_tag({.tag = "a", .unreadable = "step is NULL"})), ElementsAre(HasSubstr("step is NULL")));
    EXPECT_THAT(whats(with_tag(tag("a\nb"))), ElementsAre(HasSubstr("control character")));
    EXPECT_THAT(whats(with_tag(tag(""))), ElementsAre(HasSubstr("0 characters")));
}

TEST(tags_of_a_plan, are_refused_on_a_replica_and_in_an_engine_that_loses_writes) {
    table_facts table = leaf_table();
    table.seen.read_only = true;
    EXPECT_THAT(whats(make_plan(numbers_only(table))), ElementsAre(HasSubstr("takes no writes")));
    table = leaf_table();
    table.seen.engine = "MyISAM";
    EXPECT_THAT(rights(make_plan(numbers_only(table))), ElementsAre("ALTER TABLE leaf_alloc ENGINE = InnoDB;"));
}

TEST(tags_of_a_plan, are_refused_where_max_id_is_no_whole_number) {
    table_facts table = leaf_table();
    table.seen.columns["max_id"] = "double";
    EXPECT_THAT(whats(make_plan(numbers_only(table))), ElementsAre(HasSubstr("max_id is of type double")));
    table.seen.columns["max_id"] = "int";
    const plan made = make_plan(numbers_only(table));
    EXPECT_THAT(whats(made), IsEmpty());
    EXPECT_THAT(made.rests_on, Contains(HasSubstr("is of type int, and overflows far below 2^63")));
}

/// One of several databases of TinyId.
table_facts shard_of(const std::string& name, std::uint32_t delta, std::uint32_t remainder) {
    seen_tag row = tag("invoice");
    row.row->delta = delta;
    row.row->remainder = remainder;
    return {.where = "tiny_id_info of " + name,
            .name = "tiny_id_info",
            .is_tinyid = true,
            .seen = {.columns = {{"max_id", "bigint"}, {"step", "int"}}, .engine = "InnoDB", .tags = {row}}};
}

TEST(tags_of_a_plan, have_a_remainder_of_their_own_in_each_database) {
    facts of = numbers_only();
    of.from = old_program::tinyid;
    of.tables = {shard_of("db1", 2, 0), shard_of("db2", 2, 1)};
    const plan made = make_plan(of);
    EXPECT_THAT(whats(made), IsEmpty());
    EXPECT_THAT(made.proven, Contains(HasSubstr("different remainders of one delta")));
    of.tables[1] = shard_of("db2", 2, 0);
    EXPECT_THAT(whats(make_plan(of)), ElementsAre(HasSubstr("in tiny_id_info of db2, so that both may give the same")));
    of.tables[1] = shard_of("db2", 3, 1);
    EXPECT_THAT(whats(make_plan(of)), ElementsAre(HasSubstr("delta 3, remainder 1")));
}

TEST(tags_of_a_plan, that_have_no_token_in_tinyid_are_told) {
    facts of = numbers_only(shard_of("db1", 1, 0));
    of.from = old_program::tinyid;
    EXPECT_THAT(make_plan(of).found, Contains(HasSubstr("has no token for invoice")));
    of.tables[0].with_tokens = {"invoice"};
    EXPECT_THAT(make_plan(of).found, Not(Contains(HasSubstr("has no token"))));
    EXPECT_THAT(make_plan(numbers_only()).found, Not(Contains(HasSubstr("has no token")))) << "Leaf has no tokens";
}

TEST(tags_of_a_plan, are_told_up_to_a_number) {
    table_facts table = leaf_table();
    table.seen.tags.clear();
    for (int i = 0; i < 25; ++i)
        table.seen.tags.push_back(tag("t" + std::to_string(i)));
    const plan made = make_plan(numbers_only(table));
    EXPECT_EQ(made.found.size(), 22);
    EXPECT_EQ(made.found.back(), "... and 5 tags more.");
    table.seen.tags.push_back(tag("last", 1, 0));
    EXPECT_THAT(whats(make_plan(numbers_only(table))), ElementsAre(HasSubstr("tag 'last'"))) << "all are checked";
}

} // namespace
} // namespace vesta::migrate
