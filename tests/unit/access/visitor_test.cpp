#include "support/access.hpp"

#include <vesta/access/visitor.hpp>

#include <gtest/gtest.h>

#include <string_view>

namespace vesta::access {
namespace {

constexpr std::string_view message = "user vesta of db1:3306 cannot read /var/lib/vesta";

/// What a visitor without the right to observe is told.
struct told {
    errc code;
    std::string_view text;
};

constexpr told to_strangers[] = {
    {errc::invalid_argument, message},
    {errc::invalid_settings, "the server's settings cannot be used"},
    {errc::not_found, "there is no generator, tag, application or shard of that name"},
    {errc::clock_behind, message},
    {errc::not_ready, "IDs cannot be made at the moment"},
    {errc::exhausted, message},
    {errc::state_unusable, "the server's state cannot be used"},
    {errc::in_use, "another owner holds the machine ID"},
    {errc::lease_lost, "another owner has taken the machine ID"},
    {errc::store_unavailable, "the store does not answer"},
    {errc::closed, message},
    {errc::forked, message},
    {errc::not_authenticated, message},
    {errc::not_permitted, message},
    {errc::over_quota, message},
    {errc::internal, "the server has a defect"},
};

TEST(visitor_test, is_told_what_a_message_names_only_with_the_right_to_observe) {
    gate by{testing::access_list_of({{"observer", {"observe"}}, {"taker", {"take *", "health"}}}, {"take *"})};
    visitor observer{&by, "10.0.0.1:1", {}};
    visitor taker{&by, "10.0.0.1:2", {}};
    const visitor anonymous{&by, "10.0.0.1:3", {}};
    ASSERT_TRUE(observer.identify("token-of-observer"));
    ASSERT_TRUE(taker.identify("token-of-taker"));
    for (const auto& [code, text] : to_strangers) {
        EXPECT_EQ(observer.told(code, message), message) << name(code);
        EXPECT_EQ(taker.told(code, message), text) << name(code);
        EXPECT_EQ(anonymous.told(code, message), text) << name(code);
    }
    EXPECT_EQ(by.counted().not_permitted, 0U) << "it asked for nothing";
}

TEST(visitor_test, is_told_everything_where_nobody_needs_rights) {
    for (const auto& each : to_strangers)
        EXPECT_EQ(visitor{}.told(each.code, message), message) << name(each.code);
}

} // namespace
} // namespace vesta::access
