// The console's page, and the paths below /v1 that it shows.
#include "console/page.hpp"
#include "talk.hpp"

#include <vesta/base/sha256.hpp>
#include <vesta/segment/segment_generator.hpp>
#include <vesta/testing/memory_segments.hpp>

#include <boost/json.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mutex>
#include <thread>

namespace vesta::testing {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class console_paths : public ::testing::Test {
  protected:
    console_paths() {
        for (const char* const tag : {"order", "invoice", "user"})
            table->put({.tag = tag, .max_id = 1, .step = 1000, .limit = 5000});
        segments = std::make_unique<segment_generator>(table, segment_options{});
        while (segments->status().tags != 3)
            std::this_thread::yield();
        world.generators.show(*segments);
        world.open();
        world.services->operators = {.events = [] { return std::string{R"({"events":[]})"}; },
                                     .machines = [this] { return machines; },
                                     .release_machine = [this](machine_id id) { return release(id); },
                                     .audit = [this](std::string_view who, std::string_view what) { note(who, what); }};
    }

    heard ask(const std::string& request) {
        talk with{world};
        with.say(request);
        while (with.then() == talk::next::wait) {
            std::this_thread::sleep_for(with.session().pause());
            with.resume();
        }
        with.send(); // then it is timed
        return with.answers().back();
    }
    heard get(std::string_view target, std::string_view fields = {}) { return ask(testing::get(target, fields)); }
    heard post(std::string_view target, const std::string& body = {}) {
        const std::string fields = "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size());
        return ask(testing::get(target, fields + "\r\n", "POST") + body);
    }
    static boost::json::object json(const heard& answer) { return boost::json::parse(answer.content).as_object(); }

    result<std::string> release(machine_id id) {
        if (id.value == 7) return std::string{"machine ID 7 is free"};
        return error{errc::in_use, "it is held by node-a"};
    }
    void note(std::string_view who, std::string_view what) {
        const std::lock_guard lock{guard};
        audited.push_back(std::string{who}.append(" ").append(what));
    }

    std::shared_ptr<memory_segments> table = std::make_shared<memory_segments>();
    std::unique_ptr<segment_generator> segments;
    result<std::string> machines{std::string{R"({"machines":[]})"}};
    std::mutex guard;
    std::vector<std::string> audited;
    rest_world world;
};

TEST_F(console_paths, are_a_page_for_browsers_and_an_index_for_programs) {
    EXPECT_TRUE(get("/").has_field("Content-Type: application/json"));
    const heard page = get("/", "Accept: text/html,application/xhtml+xml,*/*;q=0.8\r\n");
    EXPECT_TRUE(page.has_field("Content-Type: text/html; charset=utf-8"));
    EXPECT_TRUE(page.has_field("Vary: Accept"));
    EXPECT_THAT(page.content, AllOf(HasSubstr("<title>Vesta</title>"), HasSubstr("DOMContentLoaded")));
    EXPECT_LT(page.content.size(), 60'000U);
}

TEST_F(console_paths, let_the_page_run_its_own_script_and_nothing_else) {
    const heard page = get("/", "Accept: text/html\r\n");
    EXPECT_TRUE(page.has_field("X-Content-Type-Options: nosniff"));
    EXPECT_TRUE(page.has_field("Content-Security-Policy: default-src 'none'; base-uri 'none'; form-action 'none'; "
                               "frame-ancestors 'none'; style-src 'sha256-"));
    EXPECT_THAT(page.head, AllOf(HasSubstr("; script-src 'sha256-"), HasSubstr("; connect-src 'self'")));
    EXPECT_THAT(page.head, Not(HasSubstr("unsafe")));
    for (const char* const elsewhere : {"src=\"", "https://", "@import", "url("})
        EXPECT_THAT(page.content, Not(HasSubstr(elsewhere)));
}

TEST_F(console_paths, send_the_page_once) {
    const auto& page = rest::console();
    const heard again = get("/", "Accept: text/html\r\nIf-None-Match: W/\"other\", " + page.etag + "\r\n");
    EXPECT_EQ(again.status, 304);
    EXPECT_EQ(again.content, "");
    EXPECT_TRUE(again.has_field("ETag: " + page.etag));
    EXPECT_EQ(get("/", "Accept: text/html\r\nIf-None-Match: \"other\"\r\n").status, 200);
}

TEST_F(console_paths, give_leafs_pages_its_looks) {
    const heard page = get("/cache", "Accept: text/html\r\n");
    EXPECT_THAT(page.content, HasSubstr(rest::console().style));
    EXPECT_THAT(page.head, AllOf(HasSubstr("default-src 'none'"), Not(HasSubstr("script-src"))));
}

TEST_F(console_paths, find_tags_by_a_part_of_their_names) {
    const auto found = json(get("/v1/generators/segment/tags?search=o&limit=1"));
    EXPECT_EQ(found.at("generator").as_string(), "segment");
    ASSERT_EQ(found.at("tags").as_array().size(), 1U);
    const auto& tag = found.at("tags").as_array()[0];
    EXPECT_EQ(tag.at("tag").as_string(), "invoice");
    EXPECT_EQ(tag.at("limit").as_string(), "5000");
    EXPECT_FALSE(tag.at("loaded").as_bool());
    EXPECT_EQ(found.at("next").as_string(), "invoice");
    const auto rest = json(get("/v1/generators/segment/tags?search=o&after=invoice"));
    ASSERT_EQ(rest.at("tags").as_array().size(), 1U);
    EXPECT_EQ(rest.at("tags").as_array()[0].at("tag").as_string(), "order");
    EXPECT_FALSE(rest.contains("next"));
}

TEST_F(console_paths, say_what_became_of_the_numbers_of_a_tag) {
    ASSERT_TRUE(segments->prepare("order"));
    while (!segments->find("order")->loaded)
        std::this_thread::yield();
    const auto found = json(get("/v1/generators/segment/tags?search=order"));
    const auto& tag = found.at("tags").as_array()[0];
    EXPECT_EQ(tag.at("next").as_string(), "1");
    EXPECT_EQ(tag.at("held").as_int64(), 1000);
    EXPECT_EQ(tag.at("served").as_int64(), 0);
}

TEST_F(console_paths, refuse_to_list_tags_of_generators_without) {
    EXPECT_EQ(get("/v1/generators/default/tags").status, 400);
    EXPECT_EQ(get("/v1/generators/none/tags").status, 404);
    EXPECT_EQ(get("/v1/generators/segment/tags?limit=1001").status, 400);
}

TEST_F(console_paths, tell_the_figures_of_metrics_as_json) {
    get("/genid");
    const auto told = json(get("/v1/figures"));
    EXPECT_GT(told.at("at").as_int64(), 1'700'000'000'000);
    const auto& all = told.at("figures").as_array();
    const auto ids = std::ranges::find_if(all, [](const auto& each) { return each.at("name") == "vesta_ids_total"; });
    ASSERT_NE(ids, all.end());
    EXPECT_EQ(ids->at("labels").at("generator").as_string(), "default");
    EXPECT_EQ(ids->at("labels").at("method").as_string(), "rest");
    EXPECT_EQ(ids->at("value").as_double(), 1);
    const auto took = std::ranges::find_if(all, [](const auto& each) { return each.at("kind") == "histogram"; });
    ASSERT_NE(took, all.end());
    EXPECT_EQ(took->at("buckets").as_array()[0].as_array()[0].as_double(), 25e-6);
}

TEST_F(console_paths, show_what_the_program_offers) {
    EXPECT_EQ(get("/v1/events").content, R"({"events":[]})");
    EXPECT_EQ(get("/v1/machines").content, R"({"machines":[]})");
    machines = error{errc::store_unavailable, "store main does not answer"};
    const heard away = get("/v1/machines");
    EXPECT_EQ(away.status, 503);
    EXPECT_THAT(away.content, HasSubstr("store main does not answer"));
    world.services->operators = {};
    EXPECT_EQ(get("/v1/events").status, 404);
    EXPECT_EQ(get("/v1/machines").status, 404);
    EXPECT_EQ(post("/v1/machines/7/release").status, 404);
}

TEST_F(console_paths, create_and_raise_tags_and_note_who_did) {
    EXPECT_EQ(post("/v1/generators/segment/tags/new/create", R"({"step":250})").content,
              R"({"done":"tag 'new' has step 250"})");
    EXPECT_EQ(table->find("new")->step, 250);
    EXPECT_EQ(post("/v1/generators/segment/tags/order/raise", R"({"limit":"9000000000"})").status, 200);
    EXPECT_EQ(table->find("order")->limit, 9'000'000'000);
    EXPECT_EQ(post("/v1/generators/segment/tags/order/raise", R"({"limit":5})").status, 400);
    EXPECT_THAT(audited, ElementsAre("anonymous at 10.0.0.1:5555 creates tag 'new' of segment: tag 'new' has step 250",
                                     "anonymous at 10.0.0.1:5555 raises tag 'order' of segment: "
                                     "tag 'order' has limit 9000000000",
                                     "anonymous at 10.0.0.1:5555 raises tag 'order' of segment failed: "
                                     "tag 'order' of limit 9000000000 cannot be raised to 5: that is no higher"));
}

TEST_F(console_paths, let_no_page_act_under_a_name_that_may_be_anybodys) {
    const auto release = [&](const std::string& host) {
        return ask("POST /v1/machines/7/release HTTP/1.1\r\nHost: " + host + "\r\nOrigin: http://" + host +
                   "\r\nContent-Length: 0\r\n\r\n")
            .status;
    };
    EXPECT_EQ(release("rebound.example:8080"), 403);
    EXPECT_TRUE(audited.empty());
    EXPECT_EQ(release("10.0.0.9:8080"), 200);
}

TEST_F(console_paths, refuse_bodies_that_say_something_else) {
    for (const char* const body : {"", "{}", R"({"step":0})", R"({"step":1,"limit":2})", R"({"steps":1})", "[]"})
        EXPECT_EQ(post("/v1/generators/segment/tags/new/create", body).status, 400) << body;
    EXPECT_EQ(ask(testing::get("/v1/generators/segment/tags/new/create",
                               "Content-Type: text/plain\r\nContent-Length: 10\r\n", "POST") +
                  R"({"step":1})")
                  .status,
              415);
    EXPECT_FALSE(table->find("new"));
    EXPECT_TRUE(audited.empty());
}

TEST_F(console_paths, release_machine_ids_and_note_who_did) {
    EXPECT_EQ(post("/v1/machines/7/release").content, R"({"done":"machine ID 7 is free"})");
    const heard held = post("/v1/machines/8/release");
    EXPECT_EQ(held.status, 503);
    EXPECT_THAT(held.content, HasSubstr("it is held by node-a"));
    EXPECT_EQ(post("/v1/machines/x/release").status, 400);
    EXPECT_THAT(audited, ElementsAre("anonymous at 10.0.0.1:5555 releases machine ID 7: machine ID 7 is free",
                                     "anonymous at 10.0.0.1:5555 releases machine ID 8 failed: it is held by node-a"));
}

} // namespace
} // namespace vesta::testing
