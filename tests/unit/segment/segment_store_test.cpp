#include <vesta/segment/segment_store.hpp>

#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

TEST(a_tags_name, may_be_any_text_of_1_to_128_characters) {
    for (const std::string& good :
         {std::string{"a"}, std::string(128, 'x'), std::string{"a.b c'\"\\%"}, std::string{"\xC3\xA4"},
          std::string{"\xE8\xAE\xA2"}, std::string{"\xF0\x9F\x9A\x80"}, std::string{"\xF4\x8F\xBF\xBF"}})
        EXPECT_TRUE(check_tag(good)) << good;
    std::string wide;
    for (int i = 0; i < 128; ++i)
        wide += "\xF0\x9F\x9A\x80";
    EXPECT_TRUE(check_tag(wide));
    EXPECT_FALSE(check_tag(wide + "a"));
}

TEST(a_tags_name, is_refused_where_a_table_could_not_hold_it) {
    for (const std::string& bad :
         {std::string{}, std::string(129, 'x'), std::string{"a\nb"}, std::string{"a\0b", 3}, std::string{"\x7F"},
          std::string{"\xC3"}, std::string{"\xC0\xAF"}, std::string{"\xE0\x80\xAF"}, std::string{"\xED\xA0\x80"},
          std::string{"\xF0\x80\x80\xAF"}, std::string{"\xF4\x90\x80\x80"}, std::string{"\xF5\x80\x80\x80"},
          std::string{"\x80"}, std::string{"a\xFF"}}) {
        const auto checked = check_tag(bad);
        ASSERT_FALSE(checked) << bad;
        EXPECT_EQ(checked.error().code, errc::invalid_argument);
    }
}

TEST(the_next_segment, is_the_rows_step_or_what_is_wanted_but_not_beyond_the_widest) {
    EXPECT_EQ(next_segment({.max_id = 5, .step = 10}, {})->end, 15);
    EXPECT_EQ(next_segment({.max_id = 5, .step = 10}, {.width = 100})->end, 105);
    EXPECT_EQ(next_segment({.max_id = 0, .step = 10}, {.width = ~std::uint64_t{0}})->end,
              static_cast<std::int64_t>(widest_segment));
}

TEST(the_next_segment, says_what_is_wrong_with_a_row) {
    EXPECT_EQ(next_segment({.step = 0}, {}).error().message, "step is 0, and must be 1 or more; correct the row");
    EXPECT_EQ(next_segment({.max_id = -1}, {}).error().message,
              "max_id is -1, and must not be negative; correct the row");
    EXPECT_EQ(next_segment({.delta = 0}, {}).error().code, errc::state_unusable);
    EXPECT_EQ(next_segment({.delta = 3, .remainder = 3}, {}).error().code, errc::state_unusable);
    EXPECT_EQ(next_segment({.delta = 1025}, {}).error().code, errc::state_unusable);
    EXPECT_EQ(next_segment({.max_id = 10}, {.not_below = 11}).error().code, errc::state_unusable);
    EXPECT_EQ(next_segment({.max_id = 11, .limit = 10}, {}).error().code, errc::exhausted);
}

} // namespace
} // namespace vesta::testing
