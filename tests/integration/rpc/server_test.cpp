#include "served.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <latch>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace vesta::rpc {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using ::testing::StartsWith;
using vesta::testing::tcp_peer;
using vesta::testing::test_catalogue;

TEST(server_test, answers_a_pipeline_in_order) {
    const served it;
    auto peer = it.connect();
    std::string asked;
    std::string expected;
    for (int i = 0; i < 20'000; ++i) {
        asked += "ECHO " + std::to_string(i) + "\r\n";
        const std::string text = std::to_string(i);
        expected += "$" + std::to_string(text.size()) + "\r\n" + text + "\r\n";
    }
    std::thread asks{[&] { peer.send(asked); }};
    EXPECT_EQ(peer.read(expected.size()), expected);
    asks.join();
}

TEST(server_test, makes_different_ids_for_many_connections_on_many_threads) {
    served it{{.threads = 3}};
    constexpr int peers = 30;
    constexpr int each = 200;
    std::vector<std::future<std::vector<std::string>>> all;
    for (int i = 0; i < peers; ++i) {
        all.push_back(std::async(std::launch::async, [&] {
            auto peer = it.connect();
            std::vector<std::string> ids;
            for (int j = 0; j < each; ++j)
                ids.push_back(peer.ask("*1\r\n$5\r\nGENID\r\n"));
            return ids;
        }));
    }
    std::set<std::string> different;
    for (auto& some : all) {
        for (const std::string& id : some.get())
            different.insert(id);
    }
    EXPECT_EQ(different.size(), std::size_t{peers} * each);
    const auto counted = it.serving->counts();
    EXPECT_EQ(counted.connections_accepted, std::uint64_t{peers});
    EXPECT_EQ(counted.generators.front().ids, std::uint64_t{peers} * each);
}

TEST(server_test, holds_up_nobody_while_one_waits) {
    served it;
    std::atomic<bool> ready{false};
    it.generators.script().on_generate = [&](std::span<id> out) {
        if (!ready) return grant{.wait = milliseconds{1}, .why = errc::not_ready};
        out[0] = id{42};
        return grant{.made = 1};
    };
    auto waits = it.connect();
    auto other = it.connect();
    waits.send("PING\r\nGENID GENERATOR scripted\r\nECHO behind\r\n");
    EXPECT_EQ(waits.read_line(), "+PONG\r\n");
    for (int i = 0; i < 100; ++i)
        EXPECT_EQ(other.ask("PING\r\n"), "+PONG\r\n");
    ready = true;
    EXPECT_EQ(waits.read_line(), ":42\r\n");
    EXPECT_EQ(waits.read(12), "$6\r\nbehind\r\n");
}

TEST(server_test, refuses_more_connections_than_its_limit_and_takes_them_again_later) {
    const served it{{.limits = {.connections = 2}}};
    auto first = std::make_unique<tcp_peer>(it.connect());
    auto second = it.connect();
    EXPECT_EQ(first->ask("PING\r\n") + second.ask("PING\r\n"), "+PONG\r\n+PONG\r\n");
    EXPECT_EQ(it.connect().read_to_end(), "-ERR max number of clients reached\r\n");
    EXPECT_EQ(it.serving->counts().turned_away, 1u);
    first->send("QUIT\r\n");
    EXPECT_EQ(first->read_to_end(), "+OK\r\n");
    first.reset();
    // Until the server has seen the end of the first, which takes it a moment.
    while (it.serving->counts().connections_open == 2)
        std::this_thread::yield();
    EXPECT_EQ(it.connect().ask("PING\r\n"), "+PONG\r\n");
}

TEST(server_test, lets_the_reason_be_read_before_it_closes) {
    const served it;
    auto peer = it.connect();
    peer.send("*1\r\n$9999\r\n" + std::string(30'000, 'x'));
    EXPECT_THAT(peer.read_to_end(), StartsWith("-ERR Protocol error: an argument has at most"));
}

TEST(server_test, answers_a_peer_that_has_stopped_sending) {
    const served it;
    auto peer = it.connect();
    peer.send("PING\r\nPING\r\nPI");
    peer.end_sending();
    EXPECT_EQ(peer.read_to_end(), "+PONG\r\n+PONG\r\n");
}

TEST(server_test, closes_connections_that_say_nothing_for_too_long) {
    const served it{{.limits = {.idle = milliseconds{50}}}};
    auto peer = it.connect();
    EXPECT_EQ(peer.ask("PING\r\n"), "+PONG\r\n");
    EXPECT_EQ(peer.read_to_end(), "");
    EXPECT_EQ(it.serving->counts().closed_idle, 1u);
}

TEST(server_test, closes_connections_whose_command_trickles_in) {
    const served it{{.limits = {.command_arrival = milliseconds{100}}}};
    auto peer = it.connect();
    try {
        for (int i = 0; i < 10'000; ++i) { // a hundred times what it takes, and fewer bytes than a line may have
            peer.send("x");
            std::this_thread::sleep_for(milliseconds{1});
        }
        FAIL() << "it was never closed";
    } catch (const std::runtime_error&) {
        EXPECT_EQ(it.serving->counts().closed_slow_command, 1u);
    }
}

TEST(server_test, keeps_little_for_a_peer_that_does_not_read_and_closes_it_in_the_end) {
    const served it{{.limits = {.unsent_bytes = 10'000, .answer_departure = milliseconds{300}}}};
    auto deaf = it.connect();
    auto other = it.connect();
    const std::string asks = "GENID COUNT 1000 GENERATOR wide\r\n";
    std::string many;
    for (int i = 0; i < 1000; ++i)
        many += asks;
    while (it.serving->counts().closed_unread == 0) {
        deaf.send_until_full(many);
        EXPECT_EQ(other.ask("PING\r\n"), "+PONG\r\n");
    }
    // What it was answered is what the system's buffers held, and what one turn made.
    EXPECT_LT(it.serving->counts().bytes_sent, std::uint64_t{20} << 20);
}

TEST(server_test, says_why_it_cannot_listen) {
    test_catalogue generators;
    for (const std::string address :
         {"", "127.0.0.1", "127.0.0.1:", "127.0.0.1:70000", "localhost:1", "::1:80", "[127.0.0.1]:80"}) {
        const auto refused = server::start({.listen = address}, generators);
        ASSERT_FALSE(refused) << address;
        EXPECT_EQ(refused.error().code, errc::invalid_settings);
        EXPECT_THAT(refused.error().message, StartsWith("listen is '" + address + "'"));
    }
    const served it;
    for (const unsigned threads : {1u, 2u}) {
        const auto refused = server::start({.listen = it.serving->address(), .threads = threads}, generators);
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, errc::in_use);
        EXPECT_THAT(refused.error().message, HasSubstr(it.serving->address()));
    }
    EXPECT_EQ(server::start({.listen = "198.51.100.1:0"}, generators).error().code, errc::invalid_settings);
}

TEST(server_test, refuses_an_address_that_another_server_shares_among_its_threads) {
    const served it{{.threads = 2}};
    test_catalogue generators;
    for (const unsigned threads : {1u, 2u})
        EXPECT_EQ(server::start({.listen = it.serving->address(), .threads = threads}, generators).error().code,
                  errc::in_use);
}

TEST(server_test, survives_connections_that_come_and_go_at_once) {
    const served it{{.threads = 2}};
    std::vector<std::thread> crowd;
    for (int i = 0; i < 8; ++i) {
        crowd.emplace_back([&it, i] {
            for (int j = 0; j < 100; ++j) {
                auto peer = it.connect();
                if ((i + j) % 3 != 0) peer.send("GENID\r\nGENID CO");
                if ((i + j) % 3 == 1) {
                    EXPECT_THAT(peer.read_line(), StartsWith(":"));
                }
            }
        });
    }
    for (auto& each : crowd)
        each.join();
    auto last = it.connect();
    EXPECT_EQ(last.ask("PING\r\n"), "+PONG\r\n");
}

TEST(server_test, measures_what_it_answers) {
    const served it;
    auto peer = it.connect();
    for (int i = 0; i < 10; ++i)
        peer.ask("PING\r\n");
    peer.ask("NOSUCH\r\n");
    const auto counted = it.serving->counts();
    EXPECT_GE(counted.latency.count, 10u); // the last may not be counted yet when its answer is here
    EXPECT_GT(counted.latency.sum, 0);
    EXPECT_EQ(counted.bytes_received, 10u * 6 + 8);
    EXPECT_EQ(counted.connections_open, 1u);
}

} // namespace
} // namespace vesta::rpc
