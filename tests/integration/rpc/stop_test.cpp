#include "served.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <latch>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

namespace vesta::rpc {
namespace {

using std::chrono::milliseconds;
using vesta::testing::tcp_peer;

TEST(stop_test, stops_when_what_has_arrived_is_answered) {
    served it;
    std::vector<tcp_peer> idle;
    for (int i = 0; i < 20; ++i) {
        idle.push_back(it.connect());
        EXPECT_EQ(idle.back().ask("PING\r\n"), "+PONG\r\n");
    }
    auto busy = it.connect();
    std::atomic<bool> ready{false};
    std::latch waiting{1};
    it.generators.script().on_generate = [&, first = true](std::span<id> out) mutable {
        if (std::exchange(first, false)) waiting.count_down();
        if (!ready) return grant{.wait = milliseconds{1}, .why = errc::not_ready};
        out[0] = id{42};
        return grant{.made = 1};
    };
    busy.send("GENID GENERATOR scripted\r\nPING\r\n");
    waiting.wait();
    auto stopped = std::async(std::launch::async, [&] { return it.stop(); });
    for (auto& each : idle)
        EXPECT_EQ(each.read_to_end(), "");
    ready = true;
    EXPECT_EQ(busy.read_to_end(), ":42\r\n+PONG\r\n");
    EXPECT_TRUE(stopped.get());
    EXPECT_THROW(it.connect(), std::runtime_error);
}

TEST(stop_test, takes_new_connections_waits_for_ticks_and_stops_while_others_keep_it_busy) {
    served it;
    std::thread keeps_busy{[peer = it.connect()]() mutable {
        try {
            for (;;)
                peer.ask("GENID\r\n");
        } catch (const std::runtime_error&) { // the server has stopped
        }
    }};
    for (int i = 0; i < 20; ++i)
        EXPECT_EQ(it.connect().ask("PING\r\n"), "+PONG\r\n");
    it.generators.script().on_generate = [left = 3](std::span<id> out) mutable {
        if (--left > 0) return grant{.wait = milliseconds{1}, .why = errc::not_ready};
        out[0] = id{42};
        return grant{.made = 1};
    };
    EXPECT_EQ(it.connect().ask("GENID GENERATOR scripted\r\n"), ":42\r\n");
    EXPECT_TRUE(it.stop());
    keeps_busy.join();
}

TEST(stop_test, answers_what_had_come_of_a_client_that_never_pauses_and_closes) {
    served it;
    auto peer = it.connect();
    const std::jthread sends{[&](const std::stop_token& ended) {
        try {
            for (int i = 0; !ended.stop_requested(); ++i)
                peer.send("ECHO " + std::to_string(i) + "\r\n");
        } catch (const std::runtime_error&) { // the server has stopped
        }
    }};
    EXPECT_EQ(peer.read(7), "$1\r\n0\r\n");
    auto stopped = std::async(std::launch::async, [&] { return it.stop(); });
    const std::string answers = peer.read_to_end();
    std::string all;
    for (int i = 1; all.size() < answers.size(); ++i)
        all += "$" + std::to_string(std::to_string(i).size()) + "\r\n" + std::to_string(i) + "\r\n";
    EXPECT_TRUE(answers == all) << "in order, and the last one whole: " << answers.size();
    EXPECT_TRUE(stopped.get()) << "long before the deadline";
}

TEST(stop_test, tells_that_it_drains_and_serves_as_before) {
    served it;
    auto before = it.connect();
    it.serving->begin_drain();
    auto since = it.connect();
    EXPECT_EQ(since.ask("PING\r\n"), "+PONG\r\n");
    EXPECT_EQ(before.ask("GENID GENERATOR default\r\n").front(), ':');
    before.send("INFO generators\r\nQUIT\r\n");
    const std::string told = before.read_to_end();
    EXPECT_NE(told.find("generator_default:kind=vesta,"), std::string::npos) << told;
    EXPECT_NE(told.find(",ready=0,"), std::string::npos) << told;
    EXPECT_NE(told.find(",why=the server will stop"), std::string::npos) << told;
    EXPECT_EQ(told.find(",ready=1"), std::string::npos) << told;
    EXPECT_TRUE(it.stop());
}

TEST(stop_test, stops_when_its_clock_has_just_ticked) {
    served it{{.limits = {.command_arrival = milliseconds{40}}}}; // looked at every 10 ms
    std::latch at_work{1};
    it.generators.script().on_generate = [&](std::span<id> out) {
        at_work.count_down();
        std::this_thread::sleep_for(milliseconds{100}); // meanwhile the stop is asked for and the time for a look comes
        out[0] = id{42};
        return grant{.made = 1};
    };
    auto peer = it.connect();
    peer.send("GENID GENERATOR scripted\r\n");
    at_work.wait();
    EXPECT_TRUE(it.stop());
    EXPECT_EQ(peer.read_to_end(), ":42\r\n");
}

TEST(stop_test, stops_by_force_when_its_deadline_is_over) {
    served it{{.limits = {.patience = milliseconds{600'000}}}};
    std::latch waiting{1};
    it.generators.script().on_generate = [&, first = true](std::span<id>) mutable {
        if (std::exchange(first, false)) waiting.count_down();
        return grant{.wait = milliseconds{100'000}, .why = errc::not_ready};
    };
    auto peer = it.connect();
    peer.send("GENID GENERATOR scripted\r\n");
    waiting.wait();
    EXPECT_FALSE(it.stop(milliseconds{20}));
    EXPECT_EQ(peer.read_to_end(), "");
}

} // namespace
} // namespace vesta::rpc
