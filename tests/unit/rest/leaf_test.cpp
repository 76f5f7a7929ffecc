// Leaf's paths where they go beyond an ID: errors, and the monitor pages.
#include "talk.hpp"

#include <vesta/segment/segment_generator.hpp>
#include <vesta/source/waiting.hpp>
#include <vesta/testing/memory_segments.hpp>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace vesta::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

class leaf_paths : public ::testing::Test {
  protected:
    leaf_paths() {
        for (const char* const tag : {"order", "user", "a<b>&\"c\""})
            table->put({.tag = tag, .max_id = 1234567, .step = 1000});
        segments = std::make_unique<segment_generator>(table, segment_options{});
        while (!segments->status().ready)
            std::this_thread::yield();
        world.generators.show(*segments);
    }

    heard ask(std::string_view target, std::string_view accept = {}) {
        talk with{world};
        with.say(get(target, accept.empty() ? "" : "Accept: " + std::string{accept} + "\r\n"));
        while (with.then() == talk::next::wait) {
            std::this_thread::sleep_for(with.session().pause());
            with.resume();
        }
        return with.answers().back();
    }
    static boost::json::object json(const heard& answer) { return boost::json::parse(answer.content).as_object(); }
    boost::json::array rows(std::string_view target) {
        return json(ask(target, "application/json"))["rows"].as_array();
    }

    void take(std::string_view tag, std::size_t count) {
        std::vector<id> ids(count);
        generate_all(*segments->tag(tag).value(), ids, system_wall_clock(), std::chrono::minutes{1}).value();
    }

    std::shared_ptr<memory_segments> table = std::make_shared<memory_segments>();
    std::unique_ptr<segment_generator> segments;
    rest_world world;
};

TEST_F(leaf_paths, fail_with_leafs_status_and_members_in_its_order) {
    const heard unknown = ask("/api/segment/get/none?");
    EXPECT_EQ(unknown.status, 500);
    EXPECT_THAT(
        unknown.content,
        MatchesRegex(
            R"~(\{"timestamp":[0-9]{13},"status":500,"error":"Internal Server Error",)~"
            R"~("exception":"com.sankuai.inf.leaf.server.exception.LeafServerException",)~"
            R"~("message":"Result\{id=-2, status=EXCEPTION\}","path":"/api/segment/get/none","type":"urn:vesta:.*)~"));
    EXPECT_TRUE(unknown.has_field("Content-Type: application/problem+json"));
}

// As Leaf's own server does, which scripts/peers compares them with.
TEST_F(leaf_paths, pass_over_parameters_and_accept_fields_that_mean_nothing_to_them) {
    EXPECT_EQ(ask("/api/segment/get/order?_=1700000000&_=2&a").content, "1");
    const heard answer = ask("/api/segment/get/order", "application/xml");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.content, "2");
    EXPECT_TRUE(answer.has_field("Content-Type: text/plain;charset=UTF-8"));
}

TEST_F(leaf_paths, say_what_leaf_says_of_an_id_it_cannot_take_apart) {
    for (const char* const id : {"abc", "-1"}) {
        const heard refused = ask(std::string{"/decodeSnowflakeId?snowflakeId="} + id);
        EXPECT_EQ(refused.status, 400);
        EXPECT_EQ(json(refused)["errorMsg"].as_string(), "snowflake Id反解析发生异常!");
    }
}

TEST_F(leaf_paths, show_the_tags_in_memory) {
    take("order", 5);
    const heard page = ask("/cache");
    EXPECT_EQ(page.status, 200);
    EXPECT_TRUE(page.has_field("Content-Type: text/html;charset=UTF-8"));
    EXPECT_THAT(page.content, HasSubstr("<title>Leaf</title>"));
    EXPECT_THAT(page.content, HasSubstr("<tr><th>name</th><th>init</th><th>next</th><th>pos</th><th>value0</th>"
                                        "<th>max0</th><th>step0</th><th>value1</th><th>max1</th><th>step1</th>"));
    EXPECT_THAT(page.content, HasSubstr("<td>order</td><td>true</td><td>false</td><td class=\"n\">0</td>"
                                        "<td class=\"n\">1,234,572</td><td class=\"n\">1,235,567</td>"
                                        "<td class=\"n\">1,000</td><td class=\"n\">0</td>"));
    EXPECT_THAT(page.content, HasSubstr("<td>a&lt;b&gt;&amp;&quot;c&quot;</td><td>false</td>"));
}

TEST_F(leaf_paths, show_the_tags_to_scripts) {
    take("order", 5);
    const auto all = rows("/cache");
    ASSERT_EQ(all.size(), 3U);
    EXPECT_EQ(all[1].at("name").as_string(), "order");
    EXPECT_EQ(all[1].at("value0").as_int64(), 1234572);
    EXPECT_EQ(all[1].at("served").as_int64(), 5);
    EXPECT_EQ(all[1].at("held").as_int64(), 995);
    const heard text = ask("/cache", "text/plain");
    EXPECT_TRUE(text.has_field("Content-Type: text/plain;charset=UTF-8"));
    EXPECT_THAT(text.content, StartsWith("name\tinit\tnext\tpos\tvalue0\tmax0\tstep0\tvalue1\tmax1\tstep1\tserved"));
    EXPECT_THAT(text.content, HasSubstr("\norder\ttrue\tfalse\t0\t1234572\t1235567\t1000\t0\t0\t0\t5\t995\t0\t1\t\n"));
}

TEST_F(leaf_paths, show_the_table_as_it_is_now) {
    EXPECT_EQ(rows("/db")[1].at("max").as_int64(), 1234567);
    take("order", 1);
    EXPECT_EQ(rows("/db")[1].at("max").as_int64(), 1235567);
    table->remove("user");
    EXPECT_EQ(rows("/db").size(), 2U);
    const heard page = ask("/db", "text/html,*/*;q=0.8");
    EXPECT_THAT(page.content, HasSubstr("<tr><th>tag</th><th>max</th><th>step</th><th>update</th>"));
    EXPECT_THAT(page.content, HasSubstr("<td>order</td><td class=\"n\">1,235,567</td><td class=\"n\">1,000</td>"));
    EXPECT_EQ(world.services->requests_in_flight, 0U);
}

TEST_F(leaf_paths, show_large_tables_piece_by_piece) {
    const auto first = json(ask("/db?limit=2", "application/json"));
    EXPECT_EQ(first.at("rows").as_array().size(), 2U);
    EXPECT_EQ(first.at("next").as_string(), "order");
    const auto second = json(ask("/db?limit=2&after=order", "application/json"));
    EXPECT_EQ(second.at("rows").as_array().at(0).at("tag").as_string(), "user");
    EXPECT_FALSE(second.contains("next"));
    EXPECT_THAT(ask("/cache?limit=1").content, HasSubstr("There are more, after a&lt;b&gt;"));
    EXPECT_EQ(ask("/cache?limit=10001").status, 400);
    EXPECT_EQ(ask("/cache?all=1").status, 400);
}

TEST_F(leaf_paths, say_why_the_table_cannot_be_shown) {
    table->set_fault([](memory_segments::call, std::string_view) {
        return error{errc::store_unavailable, "stores.main: nobody answers"};
    });
    const heard refused = ask("/db");
    EXPECT_EQ(refused.status, 503);
    EXPECT_THAT(refused.content, HasSubstr("stores.main: nobody answers"));
    EXPECT_EQ(ask("/cache").status, 200) << "which needs no store";
}

TEST_F(leaf_paths, show_nothing_to_head_but_that_there_is_something) {
    talk with{world};
    with.say(get("/db", {}, "HEAD"));
    EXPECT_EQ(with.answers({true}).back().status, 200);
}

// Leaf takes a twepoch of one's own; here a layout of any kind has one.
TEST(a_generator_called_leaf, serves_leafs_paths_whatever_its_kind) {
    rest_world world{{}, "vesta"};
    const auto ask = [&](const std::string& target) {
        talk with{world};
        with.say(get(target));
        return with.answers().back();
    };
    const std::string made = ask("/api/snowflake/get/any").content;
    const fields parts = world.generators.time_based("leaf").value()->explain({std::stoll(made)})->parts;
    EXPECT_EQ(parts.gen_method, 2U) << "a field that snowflake does not have";
    EXPECT_THAT(ask("/decodeSnowflakeId?snowflakeId=" + made).content, HasSubstr(R"("workerId":"1")"));
}

} // namespace
} // namespace vesta::testing
