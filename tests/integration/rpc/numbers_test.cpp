#include "served.hpp"
#include "support/fake_server.hpp"

#include <vesta/catalogue/named_gapless.hpp>
#include <vesta/rpc/client.hpp>
#include <vesta/testing/memory_numbers.hpp>

#include <gmock/gmock.h>

#include <atomic>
#include <future>
#include <thread>

// Numbers without gaps by a client that asks again.
namespace vesta::rpc {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using vesta::testing::fake_server;
using visitor = fake_server::visitor;

client_options quick(std::vector<std::string> servers, std::chrono::milliseconds all = 60s) {
    return {.servers = std::move(servers),
            .call_timeout = all,
            .connect_timeout = 300ms,
            .answer_timeout = 300ms,
            .largest_backoff = 20ms};
}

/// A server with numbers.
struct numbers_server {
    std::shared_ptr<testing::kept_numbers> kept = std::make_shared<testing::kept_numbers>();
    testing::test_catalogue generators{
        {.more = {std::make_shared<named_gapless>("invoice", std::make_unique<testing::memory_numbers>(kept),
                                                  gapless_options{.tags = {"order"}})}}};
    std::unique_ptr<server> serving = server::start({.listen = {"127.0.0.1:0"}, .threads = 1}, generators).value();
};

number_outcome ask(const client& of, std::string_view key) {
    return of.get({.generator = "invoice", .tag = "order"}).value().take_number(key);
}

TEST(a_client_of_numbers, takes_the_number_of_a_key) {
    const numbers_server it;
    const client remote = client::open(quick({it.serving->address()})).value();
    EXPECT_EQ(ask(remote, "k1").number, 1);
    EXPECT_EQ(ask(remote, "k2").number, 2);
    EXPECT_EQ(ask(remote, "k1").number, 1);
    EXPECT_EQ(ask(remote, "two words").why.code, errc::invalid_argument);
    EXPECT_EQ(remote.get({.generator = "invoice", .tag = "oder"}).value().take_number("k").why.code, errc::not_found);
    const auto other = remote.get("default").value().take_number("k");
    EXPECT_THAT(other.why.message, HasSubstr("not gapless"));
    EXPECT_FALSE(other.unknown);
}

TEST(a_client_of_numbers, asks_again_until_the_store_knows) {
    std::atomic<int> asked = 0;
    const fake_server doubtful{[&](const visitor& from) {
        from.greet();
        while (!from.read().empty())
            from.send(++asked < 4 ? "-UNKNOWN the store has not answered\r\n" : ":7\r\n");
    }};
    const client remote = client::open(quick({doubtful.address()})).value();
    EXPECT_EQ(ask(remote, "k").number, 7);
    EXPECT_EQ(asked, 4);
}

TEST(a_client_of_numbers, asks_another_server_where_one_loses_the_answer) {
    const fake_server bad{[](const visitor& from) {
        from.greet();
        from.read();
    }};
    const numbers_server good;
    const client remote = client::open(quick({bad.address(), good.serving->address()})).value();
    for (int i = 1; i <= 5; ++i)
        EXPECT_EQ(ask(remote, "k" + std::to_string(i)).number, i);
}

TEST(a_client_of_numbers, tells_a_refusal_from_what_is_unknown) {
    const fake_server refusing{[](const visitor& from) {
        from.greet();
        while (!from.read().empty())
            from.send("-NOTREADY too many keys are kept; retry-after-ms=60000\r\n");
    }};
    const auto refused = ask(client::open(quick({refusing.address()}, 1500ms)).value(), "k");
    EXPECT_EQ(refused.number, 0);
    EXPECT_FALSE(refused.unknown) << refused.why.message;
    EXPECT_EQ(name(refused.why.code), name(errc::not_ready));

    const fake_server silent{[](const visitor& from) {
        from.greet();
        from.ignore();
    }};
    const auto unknown = ask(client::open(quick({silent.address()}, 1500ms)).value(), "k");
    EXPECT_EQ(unknown.number, 0);
    EXPECT_TRUE(unknown.unknown);
    EXPECT_THAT(unknown.why.message, HasSubstr("ask again with the same key"));
}

// What refuses a later attempt says nothing of an earlier one.
TEST(a_client_of_numbers, remembers_that_an_earlier_attempt_may_have_given_one) {
    std::atomic<int> visits = 0;
    const fake_server changing{[&](const visitor& from) {
        from.greet();
        if (visits++ == 0) {
            from.read();
            return;
        }
        while (!from.read().empty())
            from.send("-NOPERM not any more\r\n");
    }};
    const auto told = ask(client::open(quick({changing.address()})).value(), "k");
    EXPECT_TRUE(told.unknown);
    EXPECT_EQ(name(told.why.code), name(errc::not_permitted));
}

TEST(a_client_of_numbers, ends_a_call_that_rests_when_it_is_closed) {
    std::promise<void> asked;
    std::atomic<bool> told = false;
    const fake_server refusing{[&](const visitor& from) {
        from.greet();
        while (!from.read().empty()) {
            from.send("-NOTREADY later; retry-after-ms=60000\r\n");
            if (!told.exchange(true)) asked.set_value();
        }
    }};
    auto remote = std::make_unique<client>(client::open(quick({refusing.address()})).value());
    const auto from = remote->get({.generator = "invoice", .tag = "order"}).value();
    auto waiting = std::async(std::launch::async, [from] { return from.take_number("k"); });
    asked.get_future().wait();
    remote.reset();
    EXPECT_EQ(name(waiting.get().why.code), name(errc::closed));
}

} // namespace
} // namespace vesta::rpc
