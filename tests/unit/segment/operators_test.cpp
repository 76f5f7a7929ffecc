#include "tags_rig.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

// What operators look for and change.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

TEST_F(tags, are_created_for_an_operator_where_no_numbers_can_have_been_given_out) {
    table->put({.tag = "order"});
    const auto from = open_ready({.refresh_every = 1h});
    EXPECT_TRUE(from->create("invoice", 250));
    EXPECT_EQ(table->find("invoice")->step, 250);
    until([&] { return from->find("invoice") && from->find("invoice")->present; });
    EXPECT_EQ(from->create("invoice", 250).error().code, errc::invalid_argument);
    EXPECT_EQ(from->create("order", 1).error().code, errc::invalid_argument);
    take_one(*from->tag("order").value());
    table->remove("order");
    refresh(*from);
    EXPECT_EQ(from->create("order", 1).error().code, errc::invalid_argument) << "its numbers would come again";
    EXPECT_FALSE(table->find("order"));
    EXPECT_EQ(from->create("new", 0).error().code, errc::invalid_argument);
    EXPECT_EQ(from->create("", 1).error().code, errc::invalid_argument);
}

TEST_F(tags, are_not_created_where_another_host_may_have_used_the_row_that_is_gone) {
    table->put({.tag = "order", .max_id = 50'000});
    const auto from = open_ready({.refresh_every = 1h});
    table->remove("order");
    refresh(*from);
    EXPECT_EQ(from->create("order", 1).error().code, errc::invalid_argument);
    EXPECT_FALSE(table->find("order"));
}

TEST_F(tags, that_another_host_has_made_are_not_said_to_be_created) {
    const auto from = open_ready({.refresh_every = 1h});
    table->put({.tag = "order", .max_id = 1, .step = 7}); // since the reading of the table
    const error refused = from->create("order", 1).error();
    EXPECT_EQ(refused.code, errc::invalid_argument);
    EXPECT_THAT(refused.message, HasSubstr("exists already"));
    EXPECT_EQ(table->find("order")->step, 7);
}

TEST_F(tags, that_cannot_be_raised_say_why) {
    table->put({.tag = "order", .max_id = 500, .limit = 100});
    table->put({.tag = "free", .max_id = 500});
    const auto from = open_ready({.refresh_every = 1h});
    const auto why = [&](std::string_view tag, std::int64_t limit) { return from->raise(tag, limit).error(); };
    EXPECT_THAT(why("order", 100).message, HasSubstr("is no higher"));
    EXPECT_THAT(why("order", 499).message, HasSubstr("used its numbers below 500"));
    EXPECT_THAT(why("free", 1000).message, HasSubstr("has no limit"));
    EXPECT_EQ(why("oder", 1000).code, errc::not_found);
    EXPECT_THAT(why("oder", 1000).message, HasSubstr("did you mean 'order'?"));
    EXPECT_TRUE(from->raise("order", 500));
}

TEST_F(tags, are_not_created_where_several_masters_share_the_numbers) {
    table->put({.tag = "order", .delta = 2, .remainder = 1});
    const auto from = open_ready({.refresh_every = 1h});
    EXPECT_EQ(from->create("invoice", 1).error().code, errc::invalid_argument);
    EXPECT_FALSE(table->find("invoice"));
}

TEST_F(tags, are_neither_created_nor_raised_once_closed) {
    table->put({.tag = "order", .limit = 2});
    const auto from = open_ready({.refresh_every = 1h});
    from->close(1s);
    EXPECT_EQ(from->create("invoice", 1).error().code, errc::closed);
    EXPECT_EQ(from->raise("order", 4).error().code, errc::closed);
    EXPECT_EQ(table->find("order")->limit, 2);
}

TEST_F(tags, go_on_once_their_limit_was_raised) {
    table->put({.tag = "order", .step = 10, .limit = 2});
    const auto from = open_ready({.refresh_every = 1h});
    auto& order = *from->tag("order").value();
    EXPECT_EQ(take_one(order), 1);
    EXPECT_EQ(take_one(order), 2);
    EXPECT_EQ(refusal_of(order).code, errc::exhausted);
    EXPECT_EQ(status_of(*from, "order").limit, 2);
    EXPECT_EQ(from->raise("order", 2).error().code, errc::invalid_argument);
    EXPECT_TRUE(from->raise("order", 4));
    until([&] { return status_of(*from, "order").limit == 4; });
    EXPECT_EQ(take_one(order), 3);
}

TEST_F(tags, are_found_by_a_part_of_their_names) {
    for (int i = 0; i < 3000; ++i)
        table->put({.tag = "order-" + std::to_string(10000 + i)});
    const auto from = open_ready({.refresh_every = 1h});
    const auto names = [](const tags_found& found) {
        std::vector<std::string> all;
        for (const tag_status& each : found.tags)
            all.push_back(each.tag);
        return all;
    };
    const auto all = from->search({.part = "r-1299"});
    EXPECT_EQ(names(all).size(), 10U);
    EXPECT_EQ(all.next, "");
    const auto first = from->search({.part = "99", .most = 2});
    EXPECT_EQ(names(first), (std::vector<std::string>{"order-10099", "order-10199"}));
    EXPECT_EQ(first.next, "order-10199");
    EXPECT_EQ(names(from->search({.after = first.next, .part = "99", .most = 1})),
              std::vector<std::string>{"order-10299"});
    const auto far = from->search({.part = "order-12999", .most_looks = 1024});
    EXPECT_TRUE(far.tags.empty());
    EXPECT_EQ(far.next, "order-11023") << "where it goes on";
}

} // namespace
} // namespace vesta::testing
