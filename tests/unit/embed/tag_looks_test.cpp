#include "assembly/tag_looks.hpp"
#include "support/temp_folder.hpp"

#include <gtest/gtest.h>

namespace vesta::embed {
namespace {

using std::chrono::days;
using std::chrono::hours;

class looks_at_tags : public ::testing::Test {
  protected:
    /// What one look says of the tag, whose row has come to @p max_id.
    std::optional<tag_rate> look(unix_ms at, std::int64_t max_id, const std::string& tag = "order") {
        tag_looks looks{file_};
        const auto rate = looks.note({.tag = tag, .max_id = max_id}, at);
        looks.save().value();
        return rate;
    }

    testing::temp_folder folder_;
    const std::filesystem::path file_ = folder_ / "new/tags.looks";
    const unix_ms start_ = parse_rfc3339("2026-01-01T00:00:00Z").value();
};

TEST_F(looks_at_tags, know_a_rate_from_the_second_on) {
    EXPECT_FALSE(look(start_, 1));
    EXPECT_FALSE(look(start_, 100)) << "no time has passed";
    const auto rate = look(start_ + hours{6}, 1101);
    ASSERT_TRUE(rate);
    EXPECT_DOUBLE_EQ(rate->per_day, 4004);
    EXPECT_EQ(rate->since, start_);
}

TEST_F(looks_at_tags, measure_over_a_day_or_two) {
    look(start_, 0);
    EXPECT_EQ(look(start_ + days{1}, 1000)->since, start_);
    EXPECT_EQ(look(start_ + days{1} + hours{12}, 1500)->since, start_ + days{0});
    EXPECT_EQ(look(start_ + days{2}, 2000)->since, start_ + days{0});
    const auto rate = look(start_ + days{2} + hours{12}, 2050);
    EXPECT_EQ(rate->since, start_ + days{1}) << "a day old, and more";
    EXPECT_DOUBLE_EQ(rate->per_day, 700);
}

TEST_F(looks_at_tags, take_numbers_given_back_for_none_used) {
    look(start_, 1001);
    EXPECT_DOUBLE_EQ(look(start_ + hours{1}, 500)->per_day, 0);
}

TEST_F(looks_at_tags, begin_anew_where_the_clock_or_the_file_is_wrong) {
    look(start_, 1);
    EXPECT_FALSE(look(start_ - days{300}, 100)) << "the earlier look is in the future";
    std::ofstream{file_} << "vesta-tag-looks 2\n";
    EXPECT_FALSE(look(start_ + days{1}, 200));
    std::ofstream{file_} << "vesta-tag-looks 1\n1 2 x\n";
    EXPECT_FALSE(look(start_ + days{1}, 200));
}

TEST_F(looks_at_tags, keep_tags_with_spaces_and_forget_those_that_have_gone) {
    look(start_, 1, " a  tag ");
    EXPECT_TRUE(look(start_ + hours{1}, 1, " a  tag "));
    look(start_ + hours{1}, 1, "other");
    EXPECT_FALSE(look(start_ + hours{2}, 1, " a  tag "));
}

TEST_F(looks_at_tags, do_not_remember_what_no_tag_can_be) {
    EXPECT_FALSE(look(start_, 1, "a\nb"));
    EXPECT_FALSE(look(start_ + hours{1}, 1, "a\nb"));
    EXPECT_EQ(testing::read_all(file_), "vesta-tag-looks 1\n");
}

TEST_F(looks_at_tags, say_where_they_cannot_be_kept) {
    std::ofstream{folder_ / "file"} << "in the way";
    const tag_looks looks{folder_ / "file" / "tags.looks"};
    EXPECT_EQ(looks.save().error().code, errc::state_unusable);
}

} // namespace
} // namespace vesta::embed
