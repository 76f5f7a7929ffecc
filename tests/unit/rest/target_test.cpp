#include "http/target.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::rest::http {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> segments(std::string_view text) {
    target parsed;
    if (!parsed.parse(text)) return {"refused: " + std::string{parsed.problem()}};
    return {parsed.segments().begin(), parsed.segments().end()};
}

std::vector<std::string> parameters(std::string_view text) {
    target parsed;
    if (!parsed.parse(text)) return {"refused: " + std::string{parsed.problem()}};
    std::vector<std::string> all;
    for (const auto& each : parsed.parameters())
        all.push_back(std::string{each.name} + (each.value ? "=" + std::string{*each.value} : ""));
    return all;
}

TEST(target, splits_and_decodes_the_path) {
    EXPECT_THAT(segments("/"), IsEmpty());
    EXPECT_THAT(segments("/a"), ElementsAre("a"));
    EXPECT_THAT(segments("/a/b%20c/"), ElementsAre("a", "b c"));
    EXPECT_THAT(segments("/a//"), ElementsAre("a", ""));
    EXPECT_THAT(segments("//a"), ElementsAre("", "a"));
    EXPECT_THAT(segments("/%2F/%e8%ae%a2"), ElementsAre("/", "\xe8\xae\xa2"));
    EXPECT_THAT(segments("/a+b"), ElementsAre("a+b"));
    EXPECT_THAT(segments("/order.v1;x=y,z"), ElementsAre("order.v1;x=y,z"));
}

TEST(target, reads_the_absolute_form) {
    EXPECT_THAT(segments("http://a.example/b"), ElementsAre("b"));
    EXPECT_THAT(segments("HTTPS://a.example:1/b?c=d"), ElementsAre("b"));
    EXPECT_THAT(segments("http://a.example"), IsEmpty());
}

TEST(target, splits_and_decodes_the_query) {
    EXPECT_THAT(parameters("/?"), IsEmpty());
    EXPECT_THAT(parameters("/?a=1&b=2"), ElementsAre("a=1", "b=2"));
    EXPECT_THAT(parameters("/?a&b="), ElementsAre("a", "b="));
    EXPECT_THAT(parameters("/?&&a=1&&"), ElementsAre("a=1"));
    EXPECT_THAT(parameters("/?a=b=c"), ElementsAre("a=b=c"));
    EXPECT_THAT(parameters("/?a=x+y%2B%26"), ElementsAre("a=x y+&"));
    EXPECT_THAT(parameters("/?%61=1"), ElementsAre("a=1"));
}

TEST(target, forgets_the_one_before) {
    target parsed;
    ASSERT_TRUE(parsed.parse("/a/b?c=d"));
    ASSERT_TRUE(parsed.parse("/e"));
    EXPECT_THAT(parsed.segments(), ElementsAre("e"));
    EXPECT_THAT(parsed.parameters(), IsEmpty());
}

TEST(target, keeps_its_views_together_however_long_it_is) {
    const std::string part(3000, 'x');
    EXPECT_THAT(segments("/" + part + "/%41" + part), ElementsAre(part, "A" + part));
}

TEST(target, says_what_is_wrong) {
    for (const char* const bad : {"", "a", "*", "/%", "/%4", "/%gg", "/\x7f", "/\"", "/a b", "/#", "ftp://a/b",
                                  "http://u@a/", "http:///a", "//[", "/?\xff", "/%00", "/%ff", "/?%0a=1"}) {
        target parsed;
        EXPECT_FALSE(parsed.parse(bad)) << bad;
        EXPECT_FALSE(parsed.problem().empty());
    }
}

} // namespace
} // namespace vesta::rest::http
