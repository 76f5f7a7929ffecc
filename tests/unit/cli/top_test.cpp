#include "top/figures.hpp"
#include "top/screen.hpp"
#include "top/view.hpp"

#include <boost/json/parse.hpp>
#include <gmock/gmock.h>

// What `vesta top` makes of two looks at a server.
namespace vesta::cli {
namespace {

namespace json = boost::json;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

server_look look(std::int64_t at_ms, int ids, int served) {
    const std::string made = std::to_string(ids);
    return {.generators = json::parse(R"([{"name":"default","kind":"vesta","type":"max-peak","ready":true,
                "reservationLeftMs":2950,"epochLeftMs":172800000},
                {"name":"segment","kind":"segment","ready":false,"whyNotReady":"the table is away",
                "numbers":{"held":1234,"trouble":"no\u001b[2J\nanswer"}}])")
                              .as_array(),
            .at_ms = at_ms,
            .figures =
                json::parse(R"([{"name":"vesta_ids_total","labels":{"generator":"default","method":"rest"},"value":)" +
                            made + R"(},
                {"name":"vesta_http_connections","labels":{},"value":3},
                {"name":"vesta_http_requests_total","labels":{"path":"/genid","status":"200"},"value":)" +
                            made + R"(},
                {"name":"vesta_http_request_duration_seconds","labels":{"path":"/genid"},"count":)" +
                            made + R"(,"sum":1,"buckets":[[0.001,)" + std::to_string(ids / 2) + R"(],[0.25,)" + made +
                            R"(]]}])")
                    .as_array(),
            .tags = {json::parse(R"({"generator":"segment","tags":[
                {"tag":"free","present":true,"exhausted":false,"held":1,"served":0,"next":"1","limit":"9223372036854775806"},
                {"tag":"order","present":true,"exhausted":false,"held":5,"served":)" +
                                 std::to_string(served) + R"(,"next":"101","limit":"864100"},
                {"tag":"old","present":true,"exhausted":true,"held":0,"served":0,"next":"9","limit":"8"}]})")
                         .as_object()}};
}

TEST(a_view, has_the_rates_between_two_looks) {
    const auto view = compare(look(1000, 100, 0), look(3000, 300, 20));
    EXPECT_EQ(view.at("at").as_string(), "1970-01-01T00:00:03.000Z");
    EXPECT_EQ(view.at("perSecond"), 100.0);
    const auto& generator = view.at("generators").at(0);
    EXPECT_EQ(generator.at("restPerSecond"), 100.0);
    EXPECT_EQ(generator.at("rpcPerSecond"), 0.0);
    EXPECT_EQ(generator.at("daysLeft"), 2.0);
    ASSERT_EQ(view.at("protocols").as_array().size(), 1U) << "RPC does not run";
    const auto& rest = view.at("protocols").at(0);
    EXPECT_EQ(rest.at("requestsPerSecond"), 100.0);
    EXPECT_EQ(rest.at("latency").at("p50Ms"), 1.0);
    EXPECT_EQ(rest.at("latency").at("p99Ms"), 250.0);
}

TEST(a_view, begins_with_the_tags_that_end_first) {
    const auto tags = compare(look(1000, 0, 0), look(3000, 0, 20)).at("tags").as_array();
    ASSERT_EQ(tags.size(), 3U);
    EXPECT_EQ(tags[0].at("tag").as_string(), "old");
    EXPECT_EQ(tags[0].at("daysLeft"), 0.0);
    EXPECT_EQ(tags[1].at("tag").as_string(), "order");
    EXPECT_EQ(tags[1].at("perSecond"), 10.0);
    EXPECT_EQ(tags[1].at("daysLeft"), 1.0) << "864,000 numbers at ten a second";
    EXPECT_FALSE(tags[2].as_object().contains("daysLeft"));
}

TEST(a_view, has_no_rates_where_the_server_was_started_anew_or_told_the_same) {
    EXPECT_FALSE(compare(look(1000, 300, 5), look(3000, 100, 0)).contains("perSecond"));
    EXPECT_FALSE(compare(look(1000, 300, 5), look(1000, 300, 5)).contains("perSecond"));
    EXPECT_TRUE(
        compare(look(1000, 300, 5), look(1000, 300, 5)).at("protocols").at(0).at("latency").as_object().empty());
}

TEST(a_quantile, of_values_beyond_all_bounds_is_the_last_one) {
    value_buckets some;
    some.add(0.5, 1);
    some.add(std::numeric_limits<double>::infinity(), 10);
    EXPECT_EQ(some.quantile(0.99), 500.0);
    EXPECT_EQ(value_buckets{}.quantile(0.5), std::nullopt);
}

std::string drawn(const json::object& view, const screen_style& style, const std::string& trouble = "") {
    std::string all;
    for (const auto& each : draw(view, "127.0.0.1:8080", trouble, style))
        all += each + "\n";
    return all;
}

TEST(a_screen, shows_all_and_lets_no_name_rule_the_terminal) {
    const auto text = drawn(compare(look(1000, 100, 0), look(3000, 300, 20)), {});
    EXPECT_THAT(text, AllOf(HasSubstr("vesta top: 127.0.0.1:8080, 100 IDs a second"), HasSubstr("vesta, max-peak"),
                            HasSubstr("3.0 s"), HasSubstr("1,234 numbers"), HasSubstr("the table is away"),
                            HasSubstr("250.0 ms"), HasSubstr("exhausted"), HasSubstr("24 h"), HasSubstr("2 days")));
    EXPECT_THAT(text, AllOf(HasSubstr("no\\x1b[2J\\x0aanswer"), Not(HasSubstr("\x1b"))));
}

TEST(a_screen, cuts_lines_off_by_characters_not_bytes_and_colours_them_whole) {
    auto view = compare(look(1000, 0, 0), look(3000, 0, 0));
    view["generators"].as_array()[0].as_object()["name"] = "\xC3\xA4\xC3\xB6\xC3\xBC";
    for (const auto& each : draw(view, "s", "", {.columns = 2})) {
        EXPECT_LE(std::ranges::count_if(each, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }),
                  2);
        EXPECT_EQ(each.find('\x1b'), std::string::npos);
    }
    EXPECT_THAT(draw(view, "s", "", {.columns = 2})[3], ::testing::StrEq("\xC3\xA4\xC3\xB6"));
    for (const auto& each : draw(view, "s", "", {.columns = 7, .colours = true}))
        EXPECT_TRUE(each.empty() || each.rfind("\x1b[0m") != std::string::npos ||
                    each.find('\x1b') == std::string::npos);
}

TEST(a_screen, says_why_it_is_old_or_empty) {
    EXPECT_THAT(drawn({}, {}, "server x does not answer\x07"),
                AllOf(HasSubstr("vesta top: 127.0.0.1:8080\n"), HasSubstr("server x does not answer\\x07\n")));
}

} // namespace
} // namespace vesta::cli
