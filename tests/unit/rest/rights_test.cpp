#include "api/route.hpp"
#include "support/access.hpp"
#include "talk.hpp"

#include <vesta/catalogue/named_gapless.hpp>
#include <vesta/testing/memory_numbers.hpp>
#include <vesta/testing/memory_segments.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace vesta::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A request, the route it is for, and the right that lets it through.
struct rule_of_route {
    const char* route;
    const char* target;
    const char* right;
};

/// Every route that needs a right stands here, with one line at least.
const std::vector<rule_of_route> requests{
    {"/genid", "/genid", "take default"},
    {"/expid", "/expid?id=1", "explain default"},
    {"/transtime", "/transtime?time=1", "explain d*"},
    {"/makeid", "/makeid?time=1&seq=1", "make default"},
    {"/api/segment/get/{tag}", "/api/segment/get/order", "take segment/order"},
    {"/api/snowflake/get/{key}", "/api/snowflake/get/any", "take leaf"},
    {"/decodeSnowflakeId", "/decodeSnowflakeId?snowflakeId=1", "explain leaf"},
    {"/cache", "/cache", "observe"},
    {"/db", "/db", "observe"},
    {"/api/sharded/get/{appId}", "/api/sharded/get/1?gatePass=a", "take sharded/1"},
    {"/tinyid/id/nextId", "/tinyid/id/nextId?bizType=order", "take tiny/order"},
    {"/tinyid/id/nextIdSimple", "/tinyid/id/nextIdSimple?bizType=order", "take tiny/ord*"},
    {"/tinyid/id/nextSegmentId", "/tinyid/id/nextSegmentId?bizType=order", "range tiny/order"},
    {"/tinyid/id/nextSegmentIdSimple", "/tinyid/id/nextSegmentIdSimple?bizType=order", "range tiny/order"},
    {"/v1/generators", "/v1/generators", "observe"},
    {"/v1/generators/{name}/ids", "/v1/generators/peak/ids", "take peak"},
    {"/v1/generators/{name}/ids", "/v1/generators/segment/ids?tag=order", "take segment/ord*"},
    {"/v1/generators/{name}/ids", "/v1/generators/sharded/ids?app=1&gatePass=a", "take sharded/1"},
    {"/v1/generators/{name}/ids/{id}", "/v1/generators/peak/ids/1", "explain peak"},
    {"/v1/generators/{name}/make", "/v1/generators/peak/make", "make peak"},
    {"/v1/generators/{name}/tags", "/v1/generators/segment/tags", "observe"},
    {"/v1/generators/{name}/tags/{tag}/create", "/v1/generators/segment/tags/order/create", "admin"},
    {"/v1/generators/{name}/tags/{tag}/raise", "/v1/generators/segment/tags/order/raise", "admin"},
    {"/v1/generators/{name}/number", "/v1/generators/invoice/number?tag=order", "take invoice/ord*"},
    {"/v1/generators/{name}/numbers", "/v1/generators/invoice/numbers?tag=order", "observe"},
    {"/v1/generators/{name}/numbers/{number}/void", "/v1/generators/invoice/numbers/1/void?tag=order", "admin"},
    {"/v1/figures", "/v1/figures", "observe"},
    {"/v1/events", "/v1/events", "observe"},
    {"/v1/machines", "/v1/machines", "observe"},
    {"/v1/machines/{id}/release", "/v1/machines/1/release", "admin"},
    {"/healthz", "/healthz", "health"},
    {"/readyz", "/readyz", "health"},
    {"/metrics", "/metrics", "observe"},
    {"/openapi.json", "/openapi.json", "observe"},
};

class rights_of_paths : public ::testing::Test {
  protected:
    rights_of_paths() {
        static_cast<catalogue&>(world.generators)
            .add(std::make_shared<named_segments>(
                "tiny", std::make_shared<memory_segments>(), segment_options{},
                std::make_unique<tag_tokens>([] { return std::vector<tag_token>{}; })));
        static_cast<catalogue&>(world.generators)
            .add(std::make_shared<named_gapless>("invoice",
                                                 std::make_unique<memory_numbers>(std::make_shared<kept_numbers>()),
                                                 gapless_options{.tags = {"order"}}));
        world.open();
    }

    /// Opens the world with these principals, whose tokens are `token-of-` and their name.
    void permit(std::map<std::string, std::vector<std::string>> may, std::vector<std::string> anonymous = {},
                std::optional<access::quota_settings> quota = {}) {
        world.gate = std::make_unique<access::gate>(access_list_of(std::move(may), std::move(anonymous), quota));
        world.open();
    }

    static std::string asking(const rule_of_route& of, const std::string& token) {
        const std::string_view route{of.route};
        const bool makes = route.ends_with("/make") || route.ends_with("/create") || route.ends_with("/raise") ||
                           route.ends_with("/release") || route.ends_with("/number") || route.ends_with("/void");
        std::string fields = token.empty() ? "" : "Authorization: Bearer " + token + "\r\n";
        if (makes) fields += "Content-Length: 2\r\n";
        return get(of.target, fields, makes ? "POST" : "GET") + (makes ? "{}" : "");
    }

    heard ask(const rule_of_route& of, const std::string& token) {
        talk with{world};
        with.say(asking(of, token));
        while (with.then() == talk::next::wait)
            with.resume();
        return with.answers().back();
    }

    rest_world world;
};

TEST_F(rights_of_paths, are_asked_for_by_every_route) {
    std::set<std::string_view> named;
    for (const auto& each : requests)
        named.insert(each.route);
    for (const rest::route& each : rest::routes())
        EXPECT_TRUE(each.is_public || named.contains(each.pattern)) << each.pattern;
}

TEST_F(rights_of_paths, are_not_needed_to_see_the_console_and_what_one_may) {
    permit({{"watcher", {"observe"}}, {"operator", {"observe", "admin"}}});
    const rule_of_route root{"/", "/", ""};
    EXPECT_THAT(ask(root, "").content, HasSubstr(R"("mayObserve":false,"mayAdminister":false)"));
    EXPECT_THAT(ask(root, "token-of-watcher").content, HasSubstr(R"("mayObserve":true,"mayAdminister":false)"));
    EXPECT_THAT(ask(root, "token-of-operator").content, HasSubstr(R"("mayObserve":true,"mayAdminister":true)"));
    talk with{world};
    with.say(get("/", "Accept: text/html\r\n"));
    EXPECT_EQ(with.answers().back().status, 200);
}

TEST_F(rights_of_paths, let_nobody_in_who_gave_no_token) {
    permit({{"other", {"admin"}}});
    for (const auto& each : requests) {
        const heard answer = ask(each, "");
        EXPECT_EQ(answer.status, 401) << each.target;
        EXPECT_THAT(answer.head, HasSubstr("\r\nWWW-Authenticate: Bearer")) << each.target;
        EXPECT_THAT(answer.content, HasSubstr("urn:vesta:problem:not-authenticated")) << each.target;
    }
}

TEST_F(rights_of_paths, let_through_what_they_include_and_nothing_else) {
    for (const auto& each : requests) {
        permit({{"one", {each.right}}, {"other", {"take other", "explain other", "make other", "range other"}}});
        EXPECT_THAT(ask(each, "token-of-one").status, ::testing::AnyOf(200, 400, 404, 500, 503)) << each.target;
        const heard refused = ask(each, "token-of-other");
        EXPECT_EQ(refused.status, 403) << each.target;
        EXPECT_THAT(refused.content, HasSubstr("the rights of 'other' do not include")) << each.target;
        permit({}, {each.right});
        EXPECT_THAT(ask(each, "").status, ::testing::AnyOf(200, 400, 404, 500, 503)) << each.target;
    }
}

TEST_F(rights_of_paths, belong_to_each_request_and_not_to_its_connection) {
    permit({{"a", {"take default"}}});
    talk with{world};
    with.say(asking(requests[0], "token-of-a") + asking(requests[0], "") + asking(requests[0], "token-of-a"));
    const auto all = with.answers();
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].status, 200);
    EXPECT_EQ(all[1].status, 401);
    EXPECT_EQ(all[2].status, 200);
}

TEST_F(rights_of_paths, hold_from_the_next_request_on_when_the_list_changes) {
    permit({{"a", {"take default"}}});
    talk with{world};
    with.say(asking(requests[0], "token-of-a"));
    world.gate->replace(access_list_of({{"a", {"observe"}}}));
    with.say(asking(requests[0], "token-of-a"));
    world.gate->replace(access_list_of({{"b", {"take default"}}}));
    with.say(asking(requests[0], "token-of-a"));
    const auto all = with.answers();
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[0].status, 200);
    EXPECT_EQ(all[1].status, 403);
    EXPECT_EQ(all[2].status, 401);
}

TEST_F(rights_of_paths, answer_wrong_tokens_ever_later) {
    permit({{"a", {"take default"}}}, {"take default"});
    talk with{world};
    with.say(asking(requests[0], "1") + asking(requests[0], "2") + asking(requests[0], "3"));
    EXPECT_EQ(with.answers().size(), 3U);
    with.say(asking(requests[0], "4") + asking(requests[0], "token-of-a"));
    EXPECT_EQ(with.then(), talk::next::wait);
    EXPECT_GT(with.session().pause(), std::chrono::milliseconds{50});
    EXPECT_EQ(with.answers().size(), 3U);
    with.resume();
    const auto all = with.answers();
    ASSERT_EQ(all.size(), 5U);
    EXPECT_EQ(all[3].status, 401); // a wrong token is not the same as none
    EXPECT_EQ(all[4].status, 200);
    EXPECT_EQ(world.gate->counted().unknown_tokens, 4U);
}

TEST_F(rights_of_paths, take_only_tokens_of_the_kind_bearer) {
    permit({{"a", {"take default"}}});
    const auto status = [&](const std::string& field) {
        talk with{world};
        with.say(get("/genid", "Authorization: " + field + "\r\n"));
        return with.answers().back().status;
    };
    EXPECT_EQ(status("bearer token-of-a"), 200);
    EXPECT_EQ(status("Basic token-of-a"), 401);
    EXPECT_EQ(status("token-of-a"), 401);
    EXPECT_EQ(status("Bearer "), 401);
    talk twice{world};
    twice.say(get("/genid", "Authorization: Bearer token-of-a\r\nAuthorization: Bearer token-of-b\r\n"));
    EXPECT_EQ(twice.answers().back().status, 400);
}

TEST_F(rights_of_paths, give_no_more_than_the_quota) {
    permit({{"a", {"take *"}}}, {}, access::quota_settings{.ids_per_second = 1, .burst = 10});
    const rule_of_route eight{"", "/v1/generators/peak/ids?count=8", ""},
        eleven{"", "/v1/generators/peak/ids?count=11", ""};
    EXPECT_EQ(ask(eleven, "token-of-a").status, 429);
    EXPECT_EQ(ask(eight, "token-of-a").status, 200);
    const heard refused = ask(eight, "token-of-a");
    EXPECT_EQ(refused.status, 429);
    EXPECT_THAT(refused.head, HasSubstr("\r\nRetry-After: 6"));
    EXPECT_THAT(refused.content, HasSubstr("urn:vesta:problem:over-quota"));
    EXPECT_EQ(ask(requests[0], "token-of-a").status, 200);
}

} // namespace
} // namespace vesta::testing
