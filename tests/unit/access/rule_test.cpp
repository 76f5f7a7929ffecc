#include <vesta/access/rule.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace vesta::access {
namespace {

using ::testing::HasSubstr;

rule read(std::string_view text) {
    return rule::parse(text).value();
}

TEST(a_pattern, matches_what_its_stars_stand_for) {
    for (const auto& [wanted, name] : std::initializer_list<std::pair<const char*, const char*>>{{"*", ""},
                                                                                                 {"*", "a"},
                                                                                                 {"order*", "order"},
                                                                                                 {"order*", "orders"},
                                                                                                 {"*er", "order"},
                                                                                                 {"a*c*e", "abcde"},
                                                                                                 {"a*c*e", "accee"},
                                                                                                 {"*a*", "bab"},
                                                                                                 {"a**b", "ab"},
                                                                                                 {"abc", "abc"},
                                                                                                 {"", ""}})
        EXPECT_TRUE(pattern{wanted}.matches(name)) << wanted << ' ' << name;
    for (const auto& [wanted, name] : std::initializer_list<std::pair<const char*, const char*>>{{"", "a"},
                                                                                                 {"order*", "orde"},
                                                                                                 {"*er", "orders"},
                                                                                                 {"a*c*e", "abde"},
                                                                                                 {"abc", "abcd"},
                                                                                                 {"abc", "ab"},
                                                                                                 {"a*a", "a"}})
        EXPECT_FALSE(pattern{wanted}.matches(name)) << wanted << ' ' << name;
}

TEST(a_pattern, of_many_stars_costs_no_more_than_its_length_times_the_names) {
    std::string stars;
    for (int i = 0; i < 1000; ++i)
        stars += "a*";
    EXPECT_FALSE(
        pattern{stars + "b"}.matches(std::string(100'000, 'a'))); // for ever, where each star is tried with each
}

TEST(a_rule, permits_its_verb_on_its_generator) {
    const auto rule = read("take default");
    EXPECT_TRUE(rule.permits(verb::take, "default", ""));
    EXPECT_FALSE(rule.permits(verb::take, "defaults", ""));
    EXPECT_FALSE(rule.permits(verb::range, "default", ""));
    EXPECT_TRUE(read("explain *").permits(verb::explain, "anything", ""));
}

TEST(a_rule, on_a_generator_permits_all_its_tags_and_one_on_tags_only_those) {
    EXPECT_TRUE(read("take segment").permits(verb::take, "segment", "orders"));
    const auto rule = read("take segment/order*");
    EXPECT_TRUE(rule.permits(verb::take, "segment", "orders"));
    EXPECT_FALSE(rule.permits(verb::take, "segment", "users"));
    EXPECT_FALSE(rule.permits(verb::take, "segment", ""));
    EXPECT_TRUE(read("take segment/a/b").permits(verb::take, "segment", "a/b"));
}

TEST(a_rule, of_a_verb_without_target_has_none) {
    EXPECT_TRUE(read("health").permits(verb::health, "", ""));
    EXPECT_TRUE(read("observe").permits(verb::observe, "", ""));
    EXPECT_THAT(rule::parse("health *").error().message, HasSubstr("health has none"));
}

TEST(a_rule, that_is_malformed_is_refused_with_what_would_be_right) {
    EXPECT_THAT(rule::parse("").error().message, HasSubstr("one of take, range, make"));
    EXPECT_THAT(rule::parse("Take default").error().message, HasSubstr("one of take, range, make"));
    EXPECT_THAT(rule::parse("take").error().message, HasSubstr("'take default'"));
    for (const char* const each : {"take ", "take /a", "take a b", "take  a"})
        EXPECT_THAT(rule::parse(each).error().message, HasSubstr("is not one generator, as in 'default'")) << each;
    EXPECT_THAT(rule::parse("take segment/").error().message, HasSubstr("* stands for all"));
}

} // namespace
} // namespace vesta::access
