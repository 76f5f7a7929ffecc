#include "served.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <latch>
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
    auto stopped = std::async(std::launch::async, [&] { return it.serving->stop(); });
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
    EXPECT_TRUE(it.serving->stop());
    keeps_busy.join();
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
    EXPECT_TRUE(it.serving->stop());
    EXPECT_EQ(peer.read_to_end(), ":42\r\n");
}

TEST(stop_test, stops_by_force_when_its_deadline_is_over) {
    served it{{.limits = {.patience = milliseconds{600'000}}, .stop_deadline = milliseconds{20}}};
    std::latch waiting{1};
    it.generators.script().on_generate = [&, first = true](std::span<id>) mutable {
        if (std::exchange(first, false)) waiting.count_down();
        return grant{.wait = milliseconds{100'000}, .why = errc::not_ready};
    };
    auto peer = it.connect();
    peer.send("GENID GENERATOR scripted\r\n");
    waiting.wait();
    EXPECT_FALSE(it.serving->stop());
    EXPECT_EQ(peer.read_to_end(), "");
}

} // namespace
} // namespace vesta::rpc
