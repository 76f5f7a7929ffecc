// Names that have no row: however many are asked for, few are kept.
#include "tags_rig.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

class strangers : public tags {};

/// Asks for @p count names that have no row; how many were kept.
std::size_t ask_for_unknown(segment_generator& of, int count) {
    for (int i = 0; i < count; ++i)
        static_cast<void>(of.tag("unknown" + std::to_string(i)));
    return of.tags().size();
}

TEST_F(strangers, are_kept_in_a_small_number_only) {
    const auto of = open_ready();
    EXPECT_LE(ask_for_unknown(*of, 100'000), most_strangers + 16);
}

TEST_F(strangers, are_few_enough_for_tags_that_come_later) {
    segment_options options;
    options.most_tags = most_strangers + 10;
    const auto of = open_ready(options);
    ask_for_unknown(*of, 100'000);
    table->put({.tag = "late"});
    until([&] { return of->tag("late").has_value(); });
    EXPECT_EQ(take_one(**of->tag("late")), 1);
}

TEST_F(strangers, are_no_more_once_they_have_a_row) {
    segment_options options;
    options.auto_create = 1000;
    options.most_created = 5;
    const auto of = open_ready(options);
    std::size_t refused = 0;
    for (int i = 0; i < 100; ++i) {
        const auto made = of->tag("new" + std::to_string(i));
        if (made) continue;
        EXPECT_EQ(made.error().code, errc::not_ready);
        EXPECT_TRUE(made.error().retry_after);
        ++refused;
    }
    EXPECT_GE(refused, 80U); // unless the test takes seconds
    EXPECT_LE(of->tags().size(), 20U);
}

TEST_F(strangers, become_tags_only_while_tags_leave_room_in_memory) {
    segment_options options;
    options.auto_create = 1000;
    options.budget = std::make_shared<tag_budget>(10 * tag_budget::per_tag);
    {
        const auto of = open_ready(options);
        for (int i = 0; of->tag("new" + std::to_string(i)); ++i)
            ASSERT_LT(i, 10);
        EXPECT_EQ(options.budget->used(), 10 * tag_budget::per_tag);
        const auto refused = of->tag("one more");
        EXPECT_EQ(refused.error().code, errc::exhausted);
        EXPECT_THAT(refused.error().message, ::testing::HasSubstr("raise it, or add a row for the tag"));
        EXPECT_TRUE(of->tag("new3")) << "one that is there";
    }
    EXPECT_EQ(options.budget->used(), 0U);
}

} // namespace
} // namespace vesta::testing
