// TinyId's four operations, to the byte. Its max_id is one below that of the tables here.
#include "support/access.hpp"
#include "talk.hpp"

#include <vesta/testing/memory_segments.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mutex>
#include <thread>

namespace vesta::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::string_view wrong_token = R"({"data":null,"code":5,"message":"token is error"})";

class tinyid_paths : public ::testing::Test {
  protected:
    tinyid_paths() {
        table->put({.tag = "test", .max_id = 2, .step = 100000});
        table->put({.tag = "odd", .max_id = 2, .step = 100000, .delta = 2, .remainder = 1});
        put_tokens({{"t", "test"}, {"t", "odd"}, {"t", "gone"}, {"other", "odd"}});
        auto made = std::make_unique<tag_tokens>([this]() -> result<std::vector<tag_token>> {
            const std::lock_guard lock{guard};
            if (trouble) return *trouble;
            return rows;
        });
        tokens = made.get();
        tokens->read().value();
        add(std::make_shared<named_segments>(
            "tiny", table, segment_options{.order = number_order::strict, .refill = refill_kind::step},
            std::move(made)));
    }

    void add(std::shared_ptr<named_generator> next) {
        static_cast<catalogue&>(world.generators).add(std::move(next));
        world.open();
    }

    void put_tokens(std::vector<tag_token> now) {
        const std::lock_guard lock{guard};
        rows = std::move(now);
    }

    heard hear(const std::string& request) {
        talk with{world};
        with.say(request);
        while (with.then() == talk::next::wait) {
            std::this_thread::sleep_for(with.session().pause());
            with.resume();
        }
        return with.answers({request.starts_with("HEAD")}).back();
    }
    heard ask(const std::string& what, std::string_view method = "GET", std::string_view fields = {}) {
        return hear(get("/tinyid/id/" + what, fields, method));
    }
    /// The content of an answer with status 200.
    std::string content(const std::string& what) {
        const heard answer = ask(what);
        EXPECT_EQ(answer.status, 200) << answer.content;
        return answer.content;
    }

    std::shared_ptr<memory_segments> table = std::make_shared<memory_segments>();
    std::mutex guard; // of what follows
    std::vector<tag_token> rows;
    std::optional<error> trouble;
    rest_world world;
    tag_tokens* tokens = nullptr;
};

TEST_F(tinyid_paths, next_id_has_its_bytes) {
    EXPECT_EQ(content("nextId?bizType=test&token=t"), R"({"data":[2],"code":200,"message":""})");
    EXPECT_EQ(content("nextId?bizType=test&token=t&batchSize=3"), R"({"data":[3,4,5],"code":200,"message":""})");
    EXPECT_EQ(content("nextId?bizType=odd&token=t&batchSize=2"), R"({"data":[3,5],"code":200,"message":""})");
    EXPECT_TRUE(ask("nextId?bizType=test&token=t").has_field("\r\nContent-Type: application/json;charset=UTF-8\r\n"));
}

TEST_F(tinyid_paths, next_id_simple_has_its_bytes) {
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=t"), "2");
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=t&batchSize=3"), "3,4,5");
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=t&batchSize=1"), "6");
}

TEST_F(tinyid_paths, next_segment_id_has_its_bytes_and_moves_the_row_by_a_step) {
    EXPECT_EQ(
        content("nextSegmentId?bizType=test&token=t"),
        R"({"data":{"maxId":100001,"loadingId":20001,"currentId":1,"delta":1,"remainder":0},"code":200,"message":""})");
    EXPECT_EQ(table->find("test")->max_id, 100002);
    EXPECT_EQ(
        content("nextSegmentId?bizType=odd&token=other"),
        R"({"data":{"maxId":100001,"loadingId":20001,"currentId":1,"delta":2,"remainder":1},"code":200,"message":""})");
}

TEST_F(tinyid_paths, next_segment_id_simple_has_its_bytes) {
    EXPECT_EQ(content("nextSegmentIdSimple?bizType=test&token=t"), "1,20001,100001,1,0");
    EXPECT_EQ(content("nextSegmentIdSimple?bizType=test&token=t"), "100001,120001,200001,1,0");
    EXPECT_EQ(content("nextSegmentIdSimple?bizType=odd&token=t"), "1,20001,100001,2,1");
}

TEST_F(tinyid_paths, ranges_and_single_numbers_do_not_meet) {
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=t"), "2");
    EXPECT_EQ(content("nextSegmentIdSimple?bizType=test&token=t"), "100001,120001,200001,1,0");
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=t"), "3") << "of the range that was reserved first";
    auto& of = **world.generators.all().back()->segments();
    EXPECT_EQ(of.find("test")->used_end, 200002) << "a row below the range is refused, also after a restart";
    const segment_counts counts = of.status().counts;
    EXPECT_EQ(counts.reserved, counts.served + counts.held + counts.dropped);
    EXPECT_EQ(counts.served, 100002U) << "2, 3 and a range";
}

// The Java client's own request.
TEST_F(tinyid_paths, give_its_client_what_it_asks_for) {
    const heard answer = hear("POST /tinyid/id/nextSegmentIdSimple?token=t&bizType=test HTTP/1.1\r\n"
                              "Content-type: application/x-www-form-urlencoded\r\nHost: localhost:9999\r\n"
                              "Accept: text/html, image/gif, image/jpeg, */*; q=0.2\r\nContent-Length: 0\r\n\r\n");
    EXPECT_EQ(answer.status, 200);
    EXPECT_EQ(answer.content, "1,20001,100001,1,0");
}

TEST_F(tinyid_paths, read_forms_behind_the_parameters_of_the_target) {
    const auto post = [&](const std::string& target, const std::string& form) {
        return hear("POST /tinyid/id/" + target +
                    " HTTP/1.1\r\nHost: h\r\nContent-Type: "
                    "application/x-www-form-urlencoded;charset=UTF-8\r\nContent-Length: " +
                    std::to_string(form.size()) + "\r\n\r\n" + form)
            .content;
    };
    EXPECT_EQ(post("nextIdSimple", "bizType=test&token=%74&batchSize=2"), "2,3");
    EXPECT_EQ(post("nextIdSimple?batchSize=1", "bizType=test&token=t&batchSize=2"), "4");
}

TEST_F(tinyid_paths, refuse_a_wrong_token) {
    for (const std::string with : {"bizType=test&token=x", "bizType=test", "token=t", "bizType=&token=t",
                                   "bizType=test&token=", "bizType=test&token=other", "bizType=Test&token=t", ""}) {
        EXPECT_EQ(content("nextId?" + with), wrong_token) << with;
        EXPECT_EQ(content("nextSegmentId?" + with), wrong_token) << with;
        EXPECT_EQ(content("nextIdSimple?" + with), "") << with;
        EXPECT_EQ(content("nextSegmentIdSimple?" + with), "") << with;
    }
    EXPECT_EQ(table->find("test")->max_id, 2) << "nothing was reserved";
}

TEST_F(tinyid_paths, tell_of_a_tag_that_is_gone) {
    EXPECT_EQ(content("nextId?bizType=gone&token=t"),
              R"({"data":null,"code":6,"message":"error query segmentId: can not find biztype:gone"})");
    EXPECT_EQ(content("nextSegmentId?bizType=gone&token=t"),
              R"({"data":null,"code":6,"message":"can not find biztype:gone"})");
    EXPECT_EQ(content("nextIdSimple?bizType=gone&token=t"), "");
    EXPECT_EQ(content("nextSegmentIdSimple?bizType=gone&token=t"), "");
    EXPECT_EQ(ask("nextIdSimple?bizType=gone&token=t", "GET", "Accept: application/json\r\n").content, "");
}

TEST_F(tinyid_paths, tell_of_a_store_that_is_down) {
    table->set_fault([](memory_segments::call, std::string_view) {
        return std::optional{error{errc::state_unusable, "the row is \"broken\""}};
    });
    EXPECT_EQ(content("nextSegmentId?bizType=test&token=t"),
              R"({"data":null,"code":6,"message":"the row is \"broken\""})");
    EXPECT_EQ(content("nextSegmentIdSimple?bizType=test&token=t"), "");
}

TEST_F(tinyid_paths, cut_a_batch_to_the_limit) {
    world.limit.tinyid_batch = 300;
    world.open();
    EXPECT_THAT(content("nextIdSimple?bizType=test&token=t&batchSize=2147483647"), ::testing::EndsWith(",300,301"));
    EXPECT_THAT(content("nextId?bizType=test&token=t&batchSize=301"), HasSubstr("[302,303,"));
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=t"), "602");
    EXPECT_EQ(rest::limits{}.tinyid_batch, 100'000U);
}

TEST_F(tinyid_paths, take_no_number_for_a_batch_below_1) {
    for (const std::string size : {"0", "-1", "-2147483648"}) {
        EXPECT_EQ(content("nextId?bizType=test&token=t&batchSize=" + size), R"({"data":[],"code":200,"message":""})");
        EXPECT_EQ(content("nextIdSimple?bizType=test&token=t&batchSize=" + size), "");
    }
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=t&batchSize="), "2") << "as if it were left out";
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=t&batchSize=%2B2"), "3,4");
}

TEST_F(tinyid_paths, read_a_batch_size_as_spring_does) {
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=t&batchSize=+2"), "2,3") << "a space";
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=t&batchSize=%203%20"), "4,5,6");
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=t&batchSize=002"), "7,8");
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=t&batchSize=0x2"), "9,10");
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=t&batchSize=%232"), "11,12");
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=t&batchSize=-0X2"), "");
}

TEST_F(tinyid_paths, refuse_a_batch_size_that_is_no_number) {
    for (const std::string size :
         {"two", "1.0", "2147483648", "1e2", "%2B-1", "%2B", "+", "0x", "0x-1", "-0x80000001"}) {
        const heard answer = ask("nextId?bizType=test&token=x&batchSize=" + size);
        EXPECT_EQ(answer.status, 400) << size;
        EXPECT_THAT(answer.content, HasSubstr("batchSize")) << size;
    }
}

TEST_F(tinyid_paths, ignore_what_they_do_not_know) {
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=t&_=1&x"), "2");
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=t&bizType=odd"), "3") << "the first counts";
}

TEST_F(tinyid_paths, take_nothing_for_head) {
    EXPECT_EQ(ask("nextId?bizType=test&token=t", "HEAD").status, 200);
    EXPECT_EQ(ask("nextSegmentId?bizType=test&token=t", "HEAD").status, 200);
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=t"), "2");
    EXPECT_EQ(table->find("test")->max_id, 100002);
}

TEST_F(tinyid_paths, know_tokens_as_they_were_read_last) {
    put_tokens({{"new", "test"}});
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=t"), "2");
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=new"), "");
    tokens->read().value();
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=t"), "");
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=new"), "3");
    {
        const std::lock_guard lock{guard};
        trouble = error{errc::store_unavailable, "away"};
    }
    EXPECT_FALSE(tokens->read());
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=new"), "4") << "a reading that failed changes nothing";
    EXPECT_EQ(world.generators.all().back()->status().numbers->trouble->message, "away");
}

TEST_F(tinyid_paths, need_rights_as_well_where_there_is_a_list) {
    world.gate = std::make_unique<access::gate>(access_list_of({}, {"take tiny/test"}));
    world.open();
    EXPECT_EQ(content("nextIdSimple?bizType=test&token=t"), "2");
    EXPECT_EQ(content("nextId?bizType=test&token=x"), wrong_token) << "and the token too";
    EXPECT_EQ(ask("nextIdSimple?bizType=odd&token=t").status, 401);
    EXPECT_EQ(ask("nextSegmentIdSimple?bizType=test&token=t").status, 401) << "a range needs the right to ranges";
}

TEST_F(tinyid_paths, charge_a_range_to_the_quota) {
    const access::quota_settings quota{.ids_per_second = 1, .burst = 100'001};
    world.gate = std::make_unique<access::gate>(access_list_of({{"a", {"range tiny", "take tiny"}}}, {}, quota));
    world.open();
    const std::string token = "Authorization: Bearer token-of-a\r\n";
    EXPECT_EQ(ask("nextIdSimple?bizType=test&token=t", "GET", token).content, "2") << "the step is known from now on";
    EXPECT_EQ(ask("nextSegmentIdSimple?bizType=test&token=t", "GET", token).status, 200);
    EXPECT_EQ(ask("nextSegmentIdSimple?bizType=test&token=t", "GET", token).status, 429);
}

TEST_F(tinyid_paths, give_a_quota_back_what_a_range_that_fails_cost) {
    const access::quota_settings quota{.ids_per_second = 1, .burst = 100'001};
    world.gate = std::make_unique<access::gate>(access_list_of({{"a", {"range tiny", "take tiny"}}}, {}, quota));
    world.open();
    const std::string token = "Authorization: Bearer token-of-a\r\n";
    EXPECT_EQ(ask("nextIdSimple?bizType=test&token=t", "GET", token).content, "2") << "the step is known from now on";
    table->set_fault(
        [](memory_segments::call, std::string_view) { return std::optional{error{errc::state_unusable, "broken"}}; });
    EXPECT_EQ(ask("nextSegmentIdSimple?bizType=test&token=t", "GET", token).content, "");
    table->set_fault({});
    EXPECT_EQ(ask("nextSegmentIdSimple?bizType=test&token=t", "GET", token).status, 200);
}

TEST_F(tinyid_paths, tell_strangers_of_a_tag_that_is_gone_as_well) {
    world.gate = std::make_unique<access::gate>(access_list_of({}, {"take tiny", "range tiny"}));
    world.open();
    EXPECT_EQ(content("nextId?bizType=gone&token=t"),
              R"({"data":null,"code":6,"message":"error query segmentId: can not find biztype:gone"})");
    EXPECT_EQ(content("nextSegmentId?bizType=gone&token=t"),
              R"({"data":null,"code":6,"message":"can not find biztype:gone"})");
}

TEST(tinyid_paths_without_its_table, tell_nobody_without_rights) {
    rest_world world;
    world.gate = std::make_unique<access::gate>(access_list_of({}, {}));
    world.open();
    talk with{world};
    with.say(get("/tinyid/id/nextId?bizType=test&token=t"));
    EXPECT_EQ(with.answers().back().status, 401);
}

TEST(tinyid_paths_without_its_table, name_the_setting) {
    rest_world world;
    talk with{world};
    with.say(get("/tinyid/id/nextId?bizType=test&token=t"));
    const heard answer = with.answers().back();
    EXPECT_EQ(answer.status, 404);
    EXPECT_THAT(answer.content, HasSubstr("format: tinyid"));
}

} // namespace
} // namespace vesta::testing
