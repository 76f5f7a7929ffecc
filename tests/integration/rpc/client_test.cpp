#include "served.hpp"
#include "support/copies.hpp"
#include "support/fake_server.hpp"
#include "support/process.hpp"

#include <vesta/rpc/client.hpp>
#include <vesta/source/waiting.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <latch>
#include <set>
#include <thread>
#include <vector>

namespace vesta::rpc {
namespace {

using std::chrono::milliseconds;
using ::testing::AllOf;
using ::testing::HasSubstr;

client open(client_options with) {
    return client::open(with).value();
}

TEST(client_test, has_the_verbs_of_an_embedded_generator) {
    const served it;
    client remote = open({.servers = {it.address()}});
    const id one = remote.generate().value();
    std::vector<id> many(2500);
    ASSERT_TRUE(remote.generate(many));
    EXPECT_EQ(std::set<id>(many.begin(), many.end()).size(), many.size());
    EXPECT_FALSE(std::set<id>(many.begin(), many.end()).contains(one));

    auto ids = remote.get("default").value();
    const auto read = ids.explain(one).value();
    const auto known = find_scheme("vesta")->explain(one).value();
    EXPECT_EQ(read.parts, known.parts);
    EXPECT_EQ(read.at, known.at);
    EXPECT_EQ(read.value, one);
    EXPECT_EQ(read.parts.gen_method, 1u);
    EXPECT_EQ(ids.make(read.parts).value(), one);
    EXPECT_EQ(ids.to_time(read.parts.time).value(), known.at);
    EXPECT_EQ(remote.get("peak").value().make({.gen_method = 2, .machine = 1022, .time = 12758739}).value(),
              id{2319542600899494910});
}

TEST(client_test, reaches_tags_and_shards) {
    const served it;
    const client remote = open({.servers = {it.address()}});
    auto order = remote.get({.generator = "segment", .tag = "order"}).value();
    EXPECT_EQ(order.generate().value(), id{1});
    EXPECT_EQ(order.generate().value(), id{2});
    auto shard = remote.get({.generator = "sharded", .app = 2, .gate_pass = "bob"}).value();
    EXPECT_EQ(shard.generate().value().value >> 56, 2);
    EXPECT_EQ(remote.get({.generator = "sharded", .app = 2}).error().code, errc::invalid_argument);
}

TEST(client_test, passes_on_what_servers_refuse) {
    const served it;
    const client remote = open({.servers = {it.address()}});
    EXPECT_EQ(remote.get("nope").value().generate().error().code, errc::not_found);
    EXPECT_THAT(remote.get("nope").value().generate().error().message, HasSubstr("there is no generator 'nope'"));
    EXPECT_EQ(remote.get("segment").value().generate().error().code, errc::invalid_argument);
    EXPECT_EQ(remote.get("leaf").value().explain(id{-1}).error().code, errc::invalid_argument);
    const auto sharded = remote.get({.generator = "sharded", .app = 1, .gate_pass = "bob"}).value().explain(id{62721});
    EXPECT_EQ(sharded.error().code, errc::invalid_argument);
    EXPECT_THAT(sharded.error().message, HasSubstr("62721 is of a sharded generator"));
    EXPECT_EQ(remote.get("").value().make({.seq = 1024}).error().code, errc::invalid_argument);
    EXPECT_EQ(remote.get("").value().to_time(std::uint64_t{1} << 40).error().code, errc::invalid_argument);
}

TEST(client_test, shares_requests_between_callers) {
    served it;
    std::latch first_asked{1};
    std::latch go_on{1};
    it.generators.script().on_generate = [&, next = 0](std::span<id> out) mutable {
        if (next == 0) {
            first_asked.count_down();
            go_on.wait();
        }
        for (id& each : out)
            each = id{++next};
        return grant{.made = out.size()};
    };
    const client remote = open({.servers = {it.address()}});
    auto ids = remote.get("scripted").value();
    auto first = std::async(std::launch::async, [&] { return ids.generate().value(); });
    first_asked.wait();
    constexpr int others = 20;
    std::atomic<int> called{0};
    std::vector<id> more(others);
    std::promise<void> all;
    for (int i = 0; i < others; ++i) {
        ids.async_generate({&more[static_cast<std::size_t>(i)], 1}, [&](const result<void>& done) {
            EXPECT_TRUE(done);
            if (++called == others) all.set_value();
        });
    }
    go_on.count_down();
    all.get_future().wait();
    EXPECT_EQ(first.get(), id{1});
    EXPECT_EQ(std::set<id>(more.begin(), more.end()).size(), more.size());
    EXPECT_LE(it.count("genid"), 3u); // the first, and the rest in one or two
}

TEST(client_test, gives_each_id_to_one_caller) {
    const served it;
    client remote = open({.servers = {it.address()}, .connections = 3, .batch = 50});
    constexpr std::size_t threads = 8;
    constexpr std::size_t each = 500;
    std::vector<std::vector<id>> made(threads, std::vector<id>(each));
    std::vector<std::thread> all;
    for (std::size_t i = 0; i < threads; ++i) {
        all.emplace_back([&, i] {
            const std::span<id> mine = made[i];
            for (std::size_t at = 0; at < each; at += 5) {
                if (at % 2 == 0) {
                    EXPECT_TRUE(remote.generate(mine.subspan(at, 5)));
                } else {
                    for (id& one : mine.subspan(at, 5))
                        one = remote.generate().value();
                }
            }
        });
    }
    for (auto& thread : all)
        thread.join();
    std::set<id> different;
    for (const auto& some : made)
        different.insert(some.begin(), some.end());
    EXPECT_EQ(different.size(), threads * each);
}

/// The error of a call that would go on trying for far longer than the test may take.
error refusal(std::vector<std::string> servers, const std::string& password) {
    client guesses =
        open({.servers = std::move(servers), .password = password, .call_timeout = std::chrono::minutes{10}});
    const auto refused = guesses.generate();
    EXPECT_EQ(refused.error().code, errc::invalid_settings);
    return refused.error();
}

TEST(client_test, gives_the_password_and_tells_what_is_wrong_with_it) {
    const served it{{.password = "secret"}};
    client knows = open({.servers = {it.address()}, .password = "secret", .name = "tester"});
    EXPECT_TRUE(knows.generate());
    EXPECT_THAT(refusal({it.address()}, "").message, HasSubstr(it.address() + " wants a password"));
    EXPECT_THAT(refusal({it.address()}, "guess").message,
                AllOf(HasSubstr(it.address() + " refused the password"), ::testing::Not(HasSubstr("guess"))));
    const served open_to_all;
    EXPECT_THAT(refusal({open_to_all.address()}, "guess").message,
                AllOf(HasSubstr(open_to_all.address() + " has no password"), ::testing::Not(HasSubstr("guess"))));
}

TEST(client_test, tries_the_other_servers_where_one_does_not_take_the_password) {
    const served wants{{.password = "secret"}};
    const served other{{.password = "other"}};
    const served has_none;
    for (const std::string& first : {other.address(), has_none.address()}) {
        client remote = open({.servers = {first, wants.address()}, .password = "secret"});
        EXPECT_TRUE(remote.generate());
    }
    client without = open({.servers = {wants.address(), has_none.address()}});
    EXPECT_TRUE(without.generate());
    EXPECT_THAT(refusal({wants.address(), has_none.address()}, "guess").message,
                AllOf(HasSubstr(wants.address() + " refused"), HasSubstr(has_none.address() + " has no password")));
}

TEST(client_test, refuses_settings_that_cannot_work) {
    for (const std::string server : {"", "host", "host:", "host:0", "host:70000", ":1", "::1:5", "[host]:5"})
        EXPECT_EQ(client::open({.servers = {server}}).error().code, errc::invalid_settings) << server;
    EXPECT_EQ(client::open({}).error().code, errc::invalid_settings);
    EXPECT_EQ(client::open({.servers = {"a:1"}, .connections = 0}).error().code, errc::invalid_settings);
    EXPECT_EQ(client::open({.servers = {"a:1"}, .name = "a b"}).error().code, errc::invalid_settings);
    EXPECT_EQ(client::open({.servers = {"a:1"}, .call_timeout = milliseconds{0}}).error().code, errc::invalid_settings);
    EXPECT_TRUE(client::open({.servers = {"[::1]:5", "db.example:6399", "10.0.0.1:1"}}));
}

TEST(client_test, fills_a_source_that_never_waits) {
    const served it;
    const client remote = open({.servers = {it.address()}});
    for (const std::string name : {"wide", "default"}) {
        std::vector<id> ids(3000);
        ASSERT_TRUE(generate_all(remote.get(name).value().source(), ids, system_wall_clock()));
        EXPECT_EQ(std::set<id>(ids.begin(), ids.end()).size(), ids.size());
    }
    id none;
    const auto refused = generate_all(remote.get("nope").value().source(), {&none, 1}, system_wall_clock());
    EXPECT_EQ(refused.error().code, errc::not_found);
}

TEST(client_test, fails_the_calls_under_way_when_it_is_closed) {
    vesta::testing::fake_server mute{[](const auto& visitor) {
        visitor.greet();
        visitor.ignore();
    }};
    std::promise<result<void>> ended;
    std::vector<id> out(10);
    {
        client remote = open({.servers = {mute.address()},
                              .call_timeout = milliseconds{60'000},
                              .answer_timeout = milliseconds{60'000}});
        remote.get("").value().async_generate(out, [&](result<void> how) { ended.set_value(std::move(how)); });
    }
    EXPECT_EQ(ended.get_future().get().error().code, errc::closed);
}

TEST(client_test, refuses_ids_of_128_bits_and_keeps_the_connection) {
    vesta::testing::fake_server other{[](const auto& visitor) {
        visitor.greet();
        visitor.read();
        visitor.send("$36\r\n01890a5d-ac96-774b-bcce-b302099a8057\r\n");
        visitor.read();
        visitor.send(":7\r\n");
        visitor.ignore();
    }};
    client remote = open({.servers = {other.address()}});
    std::vector<id> out(1);
    const auto refused = remote.get("").value().generate(out);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::invalid_argument);
    EXPECT_THAT(refused.error().message, HasSubstr("makes IDs of 128 bits there"));
    ASSERT_TRUE(remote.get("").value().generate(out)) << "on the same connection: another would be greeted twice";
    EXPECT_EQ(out.front(), id{7});
}

TEST(client_test, waits_longer_for_an_answer_than_servers_do_before_they_say_why_there_is_none) {
    const client_options ours;
    EXPECT_GT(ours.answer_timeout, limits{}.patience);
    EXPECT_GT(ours.call_timeout, ours.answer_timeout + ours.connect_timeout) << "for another server to be asked";
}

TEST(client_test, refuses_in_a_forked_child) {
    const served it;
    client remote = open({.servers = {it.address()}, .prefetch = {.count = 1000}});
    ASSERT_TRUE(remote.generate());
    EXPECT_TRUE(vesta::testing::holds_in_forked_child([&] {
        id one;
        const bool refuses = remote.generate().error().code == errc::forked &&
                             remote.get("").value().explain(id{1}).error().code == errc::forked &&
                             remote.get("").value().source().try_generate({&one, 1}).why == errc::forked;
        client gone = std::move(remote);
        gone = client::open({.servers = {it.address()}}).value(); // what was there is destroyed in the child
        return refuses && gone.generate();
    }));
    EXPECT_TRUE(remote.generate());
}

// U4: what was prefetched was handed out by both.
TEST(client_test, hands_out_nothing_prefetched_in_whichever_way_the_process_is_copied) {
    const served it;
    client remote = open({.servers = {it.address()}, .prefetch = {.count = 1000}});
    id_source& source = remote.get("").value().source();
    ASSERT_TRUE(remote.generate());
    for (const auto& way : vesta::testing::ways_to_copy)
        EXPECT_TRUE(vesta::testing::holds_in_copy(way, [&] {
            id one;
            return source.try_generate({&one, 1}).why == errc::forked && source.try_range(3).why == errc::forked;
        })) << way.name;
    EXPECT_TRUE(remote.generate());
}

} // namespace
} // namespace vesta::rpc
