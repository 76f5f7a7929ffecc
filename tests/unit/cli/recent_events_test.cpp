#include "logging/recent_events.hpp"

#include <boost/json.hpp>
#include <gtest/gtest.h>

namespace vesta::cli {
namespace {

boost::json::array events_of(const recent_events& from) {
    return boost::json::parse(from.json()).at("events").as_array();
}

TEST(recent_events, are_told_the_latest_first) {
    recent_events some;
    EXPECT_TRUE(events_of(some).empty());
    some.note(severity::info, "one");
    some.note(severity::warning, "generator \"a\" is not ready", "not-ready", "a");
    const auto told = events_of(some);
    ASSERT_EQ(told.size(), 2U);
    EXPECT_EQ(told[0].at("level"), "warning");
    EXPECT_EQ(told[0].at("message"), "generator \"a\" is not ready");
    EXPECT_EQ(told[0].at("event"), "not-ready");
    EXPECT_EQ(told[0].at("generator"), "a");
    EXPECT_TRUE(told[0].at("at").as_string().ends_with("Z"));
    EXPECT_EQ(told[1].at("message"), "one");
    EXPECT_FALSE(told[1].as_object().contains("event"));
}

TEST(recent_events, are_not_kept_beyond_their_number) {
    recent_events some;
    for (std::size_t i = 0; i <= recent_events::most; ++i)
        some.note(severity::info, std::to_string(i));
    const auto told = events_of(some);
    EXPECT_EQ(told.size(), recent_events::most);
    EXPECT_EQ(told.back().at("message"), "1");
}

} // namespace
} // namespace vesta::cli
