// Numbers without gaps over HTTP.
#include "support/access.hpp"
#include "talk.hpp"

#include <vesta/catalogue/named_gapless.hpp>
#include <vesta/testing/memory_numbers.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <semaphore>
#include <thread>

namespace vesta::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

class gapless_paths : public ::testing::Test {
  protected:
    explicit gapless_paths(const rest::limits& limit = {.patience = std::chrono::milliseconds{200}}) : world{limit} {
        static_cast<catalogue&>(world.generators).add(invoices);
        world.open();
        world.services->operators.audit = [this](std::string_view who, std::string_view what) {
            audited.push_back(std::string{who} + " " + std::string{what});
        };
    }
    ~gapless_paths() override { invoices->close(); }

    heard ask(const std::string& request) {
        talk with{world};
        with.say(request);
        while (with.then() == talk::next::wait) {
            std::this_thread::sleep_for(with.session().pause());
            with.resume();
        }
        return with.answers().back();
    }
    heard take(const std::string& key, const std::string& tag = "order") {
        const std::string field = key.empty() ? "" : "Idempotency-Key: " + key + "\r\n";
        return ask(get("/v1/generators/invoice/number?tag=" + tag, field + "Content-Length: 0\r\n", "POST"));
    }
    heard make_void(const std::string& number, const std::string& body) {
        return ask(get("/v1/generators/invoice/numbers/" + number + "/void?tag=order",
                       "Content-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n",
                       "POST") +
                   body);
    }

    std::shared_ptr<kept_numbers> kept = std::make_shared<kept_numbers>();
    std::shared_ptr<named_gapless> invoices = std::make_shared<named_gapless>(
        "invoice", std::make_unique<memory_numbers>(kept), gapless_options{.tags = {"order", "refund"}});
    rest_world world;
    std::vector<std::string> audited;
};

TEST_F(gapless_paths, give_a_number_and_the_same_one_again) {
    const heard first = take("\"8d5f0c7e\"");
    EXPECT_EQ(first.status, 200);
    EXPECT_EQ(first.content, R"({"generator":"invoice","tag":"order","number":"1","again":false})");
    EXPECT_TRUE(first.has_field("Cache-Control: no-store"));
    EXPECT_EQ(take("8d5f0c7e").content, R"({"generator":"invoice","tag":"order","number":"1","again":true})");
    EXPECT_EQ(take("other").content, R"({"generator":"invoice","tag":"order","number":"2","again":false})");
}

TEST_F(gapless_paths, refuse_calls_that_could_lose_a_number_or_mean_two) {
    EXPECT_EQ(take("").status, 400);
    EXPECT_THAT(take("").content, HasSubstr("Idempotency-Key is missing"));
    EXPECT_THAT(take("k\r\nIdempotency-Key: l").content, HasSubstr("Idempotency-Key is given more than once"));
    for (const std::string wrong : {"\"\"", "two words", "\"a\\\"b\""})
        EXPECT_EQ(take(wrong).status, 400) << wrong;
    EXPECT_THAT(take("k", "oder").content, HasSubstr("there is no tag 'oder'; the settings name: order, refund"));
    EXPECT_EQ(take("k", "oder").status, 404);
    EXPECT_EQ(take("k").status, 200);
    EXPECT_EQ(take("k", "refund").status, 400);
    EXPECT_EQ(ask(get("/v1/generators/invoice/number?tag=order")).status, 405);
    EXPECT_EQ(ask(get("/v1/generators/default/number", "Idempotency-Key: k\r\nContent-Length: 0\r\n", "POST")).status,
              400);
    EXPECT_THAT(ask(get("/v1/generators/invoice/ids?tag=order")).content, HasSubstr("take them by POST"));
    EXPECT_EQ(kept->series["order"].size(), 1U);
}

// A call that is refused gave none; one of which that is not known is never told so.
TEST_F(gapless_paths, say_whether_it_is_known_that_none_was_given) {
    std::binary_semaphore began{0};
    std::binary_semaphore may{0};
    kept->before_give = [&] { began.release(), may.acquire(); };
    const auto first = invoices->of().order({"order", "k1"});
    began.acquire();
    const heard waits = take("k2");
    EXPECT_EQ(waits.status, 503);
    EXPECT_THAT(waits.content, HasSubstr("this call gave no number"));
    kept->lost = error{errc::store_unavailable, "it hangs"};
    may.release();
    (*first)->wait(std::chrono::minutes{1});
    kept->before_give = {};
    const heard unknown = take("k3");
    EXPECT_EQ(unknown.status, 504);
    EXPECT_THAT(unknown.content, HasSubstr(R"("type":"urn:vesta:problem:unknown")"));
    EXPECT_TRUE(unknown.has_field("Retry-After: 1"));
}

/// Where the session ends what waits, before the order's own patience does.
struct gapless_paths_in_a_hurry : gapless_paths {
    gapless_paths_in_a_hurry()
        : gapless_paths{{.patience = std::chrono::minutes{1}, .serve = std::chrono::milliseconds{1}}} {}
};

TEST_F(gapless_paths_in_a_hurry, do_not_call_it_refused_if_a_number_may_be_given) {
    std::binary_semaphore began{0};
    std::binary_semaphore may{0};
    kept->before_give = [&] { began.release(), may.acquire(); };
    talk with{world};
    with.say(get("/v1/generators/invoice/number?tag=order", "Idempotency-Key: k\r\nContent-Length: 0\r\n", "POST"));
    began.acquire();
    while (with.then() == talk::next::wait)
        with.resume();
    const heard told = with.answers().back();
    EXPECT_EQ(told.status, 504);
    EXPECT_THAT(told.content, HasSubstr(R"("type":"urn:vesta:problem:unknown")"));
    may.release();
    invoices->close();
}

TEST_F(gapless_paths_in_a_hurry, give_no_number_after_they_refused) {
    std::binary_semaphore began{0};
    std::binary_semaphore may{0};
    kept->before_give = [&] { began.release(), may.acquire(); };
    const auto first = invoices->of().order({"order", "k1"});
    began.acquire();
    const heard told = take("k2");
    EXPECT_EQ(told.status, 503);
    EXPECT_THAT(told.content, HasSubstr("not made within the time-out"));
    may.release();
    EXPECT_EQ((*first)->wait(std::chrono::minutes{1}).number, 1);
    kept->before_give = {};
    EXPECT_EQ(invoices->of().take({"order", "k3"}).number, 2);
}

TEST_F(gapless_paths, list_numbers_and_make_them_void) {
    take("k1");
    take("k2");
    EXPECT_EQ(make_void("2", R"({"why":"torn"})").content, R"({"done":"number 2 is void"})");
    EXPECT_EQ(make_void("3", R"({"why":"torn"})").status, 404);
    EXPECT_EQ(make_void("2", R"({"why":5})").status, 400);
    EXPECT_EQ(make_void("2", R"({})").status, 400);
    EXPECT_EQ(make_void("0", R"({"why":"torn"})").status, 400);
    EXPECT_EQ(
        ask(get("/v1/generators/invoice/numbers?tag=order&from=2&limit=5")).content,
        R"({"generator":"invoice","tag":"order","numbers":[{"number":"2","givenAt":"1970-01-01T00:00:00.000Z",)"
        R"("key":"k2","voidSince":"1970-01-01T00:00:00.000Z","who":"anonymous at 10.0.0.1:5555","why":"torn"}]})");
    world.gate = std::make_unique<access::gate>(access_list_of({}, {"observe"}));
    EXPECT_THAT(ask(get("/v1/generators/invoice/numbers?tag=order")).content, Not(HasSubstr("\"key\"")));
    world.gate.reset();
    EXPECT_EQ(ask(get("/v1/generators/invoice/numbers?tag=order&limit=10001")).status, 400);
    EXPECT_EQ(ask(get("/v1/generators/invoice/numbers")).status, 400) << "a tag is missing";
    EXPECT_THAT(audited, ElementsAre("anonymous at 10.0.0.1:5555 makes number 2 of tag 'order' of invoice void: "
                                     "number 2 is void",
                                     "anonymous at 10.0.0.1:5555 makes number 3 of tag 'order' of invoice void "
                                     "failed: number 3 was not given"));
}

} // namespace
} // namespace vesta::testing
