// What each path answers, to the byte where another server's bytes are kept.
#include "support/identity_permutations.hpp"
#include "talk.hpp"

#include <vesta/testing/memory_shards.hpp>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace vesta::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

class paths : public ::testing::Test {
  protected:
    heard ask(std::string_view target, std::string_view fields = {}, std::string_view method = "GET") {
        talk with{world};
        with.say(get(target, fields, method));
        return with.answers({method == "HEAD"}).back();
    }

    static boost::json::object json(const heard& answer) { return boost::json::parse(answer.content).as_object(); }

    static std::int64_t number(const heard& answer) { return std::stoll(answer.content); }

    fields taken_apart(std::int64_t value) { return world.generators.time_based({}).value()->explain({value})->parts; }

    rest_world world;
};

TEST_F(paths, genid_is_a_decimal_and_nothing_else) {
    const heard answer = ask("/genid");
    EXPECT_THAT(answer.content, MatchesRegex("[0-9]+"));
    EXPECT_THAT(answer.head, HasSubstr("\r\nContent-Type: text/plain\r\n"));
    EXPECT_THAT(answer.head, HasSubstr("\r\nContent-Length: " + std::to_string(answer.content.size())));
    EXPECT_THAT(answer.head, HasSubstr("\r\nCache-Control: no-store"));
    const fields parts = taken_apart(number(answer));
    EXPECT_EQ(parts.gen_method, 2U);
    EXPECT_EQ(parts.machine, 1U);
}

TEST_F(paths, genid_increases) {
    std::int64_t last = 0;
    for (int i = 0; i < 1000; ++i) {
        const std::int64_t next = number(ask("/genid"));
        ASSERT_GT(next, last);
        last = next;
    }
}

// The documents of Vesta give these fields; the value is theirs with the arguments in their right places.
TEST_F(paths, expid_has_vestas_bytes) {
    const heard answer = ask("/expid?id=2407837855670862845");
    EXPECT_EQ(answer.content, R"({"genMethod":2,"machine":1021,"seq":0,"time":94990103,"type":0,"version":0})");
    EXPECT_THAT(answer.head, HasSubstr("\r\nContent-Type: text/plain\r\n"));
}

TEST_F(paths, makeid_puts_each_field_in_its_place) {
    EXPECT_EQ(ask("/makeid?machine=1021&time=94990103&genMethod=2&seq=0&type=0").content, "2407837855670862845");
    EXPECT_EQ(ask("/makeid?version=0&type=0&genMethod=2&machine=1021&time=94990103&seq=0").content,
              "2407837855670862845");
    EXPECT_EQ(ask("/makeid?machine=1021&time=123456789012&genMethod=2&seq=5&type=1").content, "7046982853636134909");
}

TEST_F(paths, makeid_fills_in_what_the_server_would) {
    const fields parts = taken_apart(number(ask("/makeid?time=7&seq=8")));
    EXPECT_EQ(parts, (fields{.type = 1, .gen_method = 2, .machine = 1, .time = 7, .seq = 8}));
}

TEST_F(paths, expid_and_makeid_undo_each_other) {
    const std::string made = ask("/genid").content;
    const auto parts = json(ask("/expid?id=" + made));
    std::string target = "/makeid?";
    for (const auto& [name, value] : parts)
        target += std::string{name} + "=" + std::to_string(value.as_int64()) + "&";
    EXPECT_EQ(ask(target).content, made);
}

TEST_F(paths, transtime_is_in_the_servers_zone) {
    ::setenv("TZ", "Asia/Shanghai", 1);
    ::tzset();
    EXPECT_EQ(ask("/transtime?time=0").content, "2015-01-01 00:00:00.000");
    EXPECT_EQ(ask("/transtime?time=1123").content, "2015-01-01 00:00:01.123");
    ::setenv("TZ", "UTC", 1);
    ::tzset();
    EXPECT_EQ(ask("/transtime?time=0").content, "2014-12-31 16:00:00.000");
    ::unsetenv("TZ");
}

TEST_F(paths, json_is_a_bare_number_on_the_compatible_paths) {
    const heard answer = ask("/genid", "Accept: application/json\r\n");
    EXPECT_THAT(answer.content, MatchesRegex("[0-9]+"));
    EXPECT_THAT(answer.head, HasSubstr("\r\nContent-Type: application/json\r\n"));
}

TEST_F(paths, head_consumes_no_id) {
    const std::int64_t before = number(ask("/api/segment/get/order"));
    for (const char* const target : {"/api/segment/get/order", "/v1/generators/segment/ids?tag=order&count=5"}) {
        const heard answer = ask(target, {}, "HEAD");
        EXPECT_EQ(answer.status, 200);
        EXPECT_EQ(answer.content, "");
        EXPECT_THAT(answer.head, HasSubstr("\r\nCache-Control: no-store"));
        EXPECT_THAT(answer.head, Not(HasSubstr("Content-Length")));
    }
    EXPECT_EQ(number(ask("/api/segment/get/order")), before + 1);
}

TEST_F(paths, head_tells_the_length_of_what_get_would_give) {
    const heard answer = ask("/healthz", {}, "HEAD");
    EXPECT_EQ(answer.content, "");
    EXPECT_THAT(answer.head, HasSubstr("\r\nContent-Length: 3"));
}

TEST_F(paths, leaf_segments_have_leafs_bytes) {
    const heard answer = ask("/api/segment/get/order");
    EXPECT_EQ(answer.content, "1");
    EXPECT_THAT(answer.head, HasSubstr("\r\nContent-Type: text/plain;charset=UTF-8\r\n"));
    EXPECT_EQ(ask("/api/segment/get/order/").content, "2");
}

TEST_F(paths, leaf_snowflakes_need_a_key_and_ignore_it) {
    const std::int64_t one = number(ask("/api/snowflake/get/anything"));
    EXPECT_LT(one, number(ask("/api/snowflake/get/else")));
    EXPECT_EQ(ask("/api/snowflake/get").status, 404);
}

TEST_F(paths, leaf_decodes_snowflakes) {
    ::setenv("TZ", "Asia/Shanghai", 1);
    ::tzset();
    // Leaf's own example: 1567733700834 ms, worker 39, sequence 3448.
    const std::int64_t value = (1567733700834 - 1288834974657) << 22 | 39 << 12 | 3448;
    const heard answer = ask("/decodeSnowflakeId?snowflakeId=" + std::to_string(value));
    EXPECT_EQ(answer.content,
              R"~({"workerId":"39","sequenceId":"3448","timestamp":"1567733700834(2019-09-06 09:35:00.834)"})~");
    EXPECT_THAT(answer.head, HasSubstr("\r\nContent-Type: application/json;charset=UTF-8\r\n"));
    ::unsetenv("TZ");
}

TEST_F(paths, sharded_needs_a_gate_pass) {
    EXPECT_EQ(ask("/api/sharded/get/1?gatePass=bob").content, "16384");
    EXPECT_EQ(ask("/api/sharded/get/1").status, 400);
}

TEST_F(paths, v1_ids_are_strings) {
    const heard answer = ask("/v1/generators/default/ids?count=3");
    const auto document = json(answer);
    EXPECT_EQ(document.at("generator").as_string(), "default");
    ASSERT_EQ(document.at("ids").as_array().size(), 3U);
    for (const auto& each : document.at("ids").as_array())
        EXPECT_EQ(taken_apart(std::stoll(std::string{each.as_string()})).gen_method, 2U);
    EXPECT_THAT(answer.head, HasSubstr("\r\nContent-Type: application/json\r\n"));
}

TEST_F(paths, v1_ids_can_be_lines) {
    const heard answer = ask("/v1/generators/segment/ids?tag=order&count=3", "Accept: text/plain\r\n", "POST");
    EXPECT_EQ(answer.content, "1\n2\n3\n");
}

TEST_F(paths, v1_ids_come_one_at_a_time_unless_asked) {
    EXPECT_EQ(ask("/v1/generators/segment/ids?tag=order").content, R"({"generator":"segment","ids":["1"]})");
    EXPECT_EQ(ask("/v1/generators/sharded/ids?app=1&gatePass=x").content, R"({"generator":"sharded","ids":["16384"]})");
}

TEST_F(paths, v1_gives_as_many_ids_as_the_limit) {
    const auto document = json(ask("/v1/generators/segment/ids?tag=order&count=10000"));
    EXPECT_EQ(document.at("ids").as_array().size(), 10'000U);
    EXPECT_EQ(document.at("ids").as_array().back().as_string(), "10000");
}

TEST_F(paths, v1_explains) {
    EXPECT_EQ(ask("/v1/generators/default/ids/2407837855670862845").content,
              R"({"id":"2407837855670862845","generator":"default","scheme":"vesta","type":"max-peak",)"
              R"("at":"2018-01-04T02:08:23.000Z",)"
              R"("fields":{"version":0,"type":0,"genMethod":2,"machine":1021,"time":94990103,"seq":0}})");
    EXPECT_EQ(ask("/v1/generators/segment/ids/5").status, 400);
}

/// Paths of a sharded generator that has rows for application 1.
class sharded_paths : public paths {
  protected:
    void publish(const sharded_options& options = {}) {
        const auto table = std::make_shared<memory_shards>();
        table->init({1}, "orders").value();
        table->put({2, 0, "\xff", 0, 1000, 0}); // no UTF-8
        generator_ = std::make_unique<sharded_generator>(direct_supply(table, use_of(options)), options);
        while (!generator_->status().ready)
            std::this_thread::yield();
        world.generators.add_sharded("shards", generator_.get());
        world.open();
    }

  private:
    std::unique_ptr<sharded_generator> generator_;
};

TEST_F(sharded_paths, v1_explains_ids_without_a_layout) {
    publish();
    const auto* const told =
        R"({"id":"62721","generator":"shards","scheme":"sharded","fields":{"next":3,"shard":53,"app":1},"number":3})";
    EXPECT_EQ(ask("/v1/generators/shards/ids/62721").content, told);
    EXPECT_EQ(ask("/v1/generators/shards/ids/0xF501").content, told);
    EXPECT_THAT(ask("/v1/generators/shards/ids/9223372036854775807").content, HasSubstr(R"("next":562949953421311)"));
    for (const auto* const wrong : {"-1", "bob", "18446744073709551615", "1.5"})
        EXPECT_EQ(ask("/v1/generators/shards/ids/" + std::string{wrong}).status, 400) << wrong;
    EXPECT_THAT(ask("/v1/generators/shards/ids/-1").content, HasSubstr("-1 is negative, and no sharded ID is"));
}

TEST_F(sharded_paths, v1_keeps_the_number_to_itself_where_a_key_hides_it) {
    publish({.permutations = std::make_shared<const identity_permutations>(), .permutation_bits = 20});
    EXPECT_EQ(ask("/v1/generators/shards/ids/62721").content,
              R"({"id":"62721","generator":"shards","scheme":"sharded","fields":{"next":3,"shard":53,"app":1}})");
    const heard refused = ask("/v1/generators/shards/ids/17179869184"); // 2^34: one bit more than 20 + 14
    EXPECT_EQ(refused.status, 400);
    EXPECT_THAT(refused.content, HasSubstr("is not an ID of this generator"));
}

TEST_F(sharded_paths, v1_lists_the_applications) {
    publish();
    const auto document = json(ask("/v1/generators"));
    const auto& apps = document.at("generators").as_array().back().at("apps");
    EXPECT_EQ(boost::json::serialize(apps),
              R"([{"app":1,"name":"orders","shards":64,"exhausted":0,)"
              R"("reserved":0,"served":0,"held":0,"givenBack":0,"dropped":0},)"
              R"({"app":2,"shards":1,"exhausted":0,"reserved":0,"served":0,"held":0,"givenBack":0,"dropped":0}])");
    EXPECT_FALSE(document.at("generators").at(0).as_object().contains("apps"));
}

TEST_F(paths, v1_lists_the_generators) {
    const auto document = json(ask("/v1/generators"));
    const auto& all = document.at("generators").as_array();
    ASSERT_EQ(all.size(), 5U);
    const auto& first = all.front().as_object();
    EXPECT_EQ(first.at("name").as_string(), "default");
    EXPECT_EQ(first.at("kind").as_string(), "vesta");
    EXPECT_EQ(first.at("type").as_string(), "min-granularity");
    EXPECT_EQ(first.at("endsAt").as_string(), "2049-11-03T11:53:47.776Z");
    EXPECT_EQ(first.at("idsPerSecond").as_int64(), 1'024'000);
    EXPECT_EQ(first.at("layout").at("bits").at("time").as_int64(), 40);
    EXPECT_GT(first.at("reservationLeftMs").as_int64(), 0);
    EXPECT_GT(first.at("epochLeftMs").as_int64(), 0);
}

TEST_F(paths, what_is_not_configured_says_which_setting_makes_it) {
    rest_world bare;
    bare.services.reset();
    rest_catalogue only_default;
    only_default.add_time("default", "vesta");
    bare.services.reset(new rest::services{.generators = only_default, .limit = {}});
    auto& counts = bare.services->board.add(rest::routes().size() + 1, 1);
    bare.bench.reset(new rest::workbench{.server = *bare.services, .counts = counts});
    for (const auto& [target, setting] :
         {std::pair{"/api/segment/get/x", "kind: segment"}, std::pair{"/api/snowflake/get/x", "kind: snowflake"},
          std::pair{"/decodeSnowflakeId?snowflakeId=1", "kind: snowflake"}, std::pair{"/cache", "kind: segment"},
          std::pair{"/db", "kind: segment"}, std::pair{"/api/sharded/get/1?gatePass=x", "kind: sharded"}}) {
        talk with{bare};
        with.say(get(target));
        const heard answer = with.answers().back();
        EXPECT_EQ(answer.status, 404) << target;
        EXPECT_THAT(answer.content, HasSubstr(setting)) << target;
    }
}

TEST_F(paths, healthz_and_readyz_say_so) {
    EXPECT_EQ(ask("/healthz").content, "ok\n");
    EXPECT_EQ(ask("/readyz").content, "ready\n");
    EXPECT_EQ(ask("/readyz", "Accept: application/json\r\n").content, R"({"status":"ready"})");
}

TEST_F(paths, readyz_says_which_generator_lacks_what) {
    world.generators.set_ready("peak", false, "machine ID 1 is held by node-b");
    const heard answer = ask("/readyz");
    EXPECT_EQ(answer.status, 503);
    EXPECT_THAT(answer.content, HasSubstr("generator peak: machine ID 1 is held by node-b"));
    EXPECT_THAT(answer.head, HasSubstr("\r\nRetry-After: 1"));
    EXPECT_EQ(ask("/readyz?generator=default").status, 200);
    EXPECT_EQ(ask("/readyz?generator=peak").status, 503);
    EXPECT_EQ(ask("/readyz?generator=none").status, 404);
    EXPECT_EQ(ask("/healthz").status, 200);
}

TEST_F(paths, readyz_says_when_the_server_stops) {
    for (const auto& [at, word] : {std::pair{net::stage::draining, "draining"}, {net::stage::stopping, "stopping"}}) {
        world.services->state.at = at;
        const heard answer = ask("/readyz");
        EXPECT_EQ(answer.status, 503);
        EXPECT_THAT(answer.content, HasSubstr(word));
        EXPECT_THAT(answer.head, HasSubstr("\r\nConnection: close"));
        EXPECT_EQ(ask("/healthz").status, 200);
    }
}

} // namespace
} // namespace vesta::testing
