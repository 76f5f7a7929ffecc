// How a server stops.
#include "toy.hpp"

#include <gtest/gtest.h>

#include <future>
#include <stop_token>
#include <thread>

namespace vesta::net {
namespace {

using namespace std::chrono_literals;
using vesta::testing::tcp_peer;

/// What comes until the server ends the connection, and then the client closes, too.
std::string end_of(tcp_peer peer) {
    return peer.read_to_end();
}

/// With both ways to send.
class server_stop : public ::testing::TestWithParam<sending> {
  protected:
    toy_server it_{{.limit = {.lingering = 50ms}, .answers = GetParam()}};
    tcp_peer idle_ = it_.connect();

    /// Begins to stop, and is back when the thread knows.
    void begin_stop(std::chrono::milliseconds deadline = 1min) {
        it_.serving.begin_stop(deadline);
        EXPECT_EQ(idle_.read_to_end(), "");
    }
    /// Of @p peer the server has "hal" since it stops.
    static void expect_the_rest_to_be_awaited_and_no_more(tcp_peer peer) {
        peer.send("f\nan");
        EXPECT_EQ(end_of(std::move(peer)), "half\n") << "and the connection does not wait for the other";
    }
};

INSTANTIATE_TEST_SUITE_P(answers, server_stop, ::testing::Values(sending::at_once, sending::in_rounds),
                         [](const auto& which) { return which.param == sending::at_once ? "at_once" : "in_rounds"; });

TEST_P(server_stop, closes_who_is_at_rest_and_ends) {
    auto peer = it_.connect();
    peer.send("a\n");
    EXPECT_EQ(peer.read(2), "a\n");
    begin_stop();
    EXPECT_EQ(end_of(std::move(peer)), "");
    EXPECT_TRUE(it_.serving.wait());
    EXPECT_EQ(it_.state.open, 0U);
    EXPECT_THROW(it_.connect(), std::runtime_error);
}

TEST_P(server_stop, answers_what_has_come_also_of_those_who_have_just_connected) {
    auto holds = it_.connect();
    it_.hold(holds);
    auto fresh = it_.connect();
    fresh.send("one\ntwo and more than fits\n");
    it_.serving.begin_stop(1min);
    it_.release();
    EXPECT_EQ(end_of(std::move(fresh)), "one\ntwo and more than fits\n");
    EXPECT_EQ(end_of(std::move(holds)), "hold\n");
    EXPECT_EQ(idle_.read_to_end(), "");
    EXPECT_TRUE(it_.serving.wait());
}

TEST_P(server_stop, waits_for_the_rest_of_a_request_and_for_none_that_begins_later) {
    auto peer = it_.connect();
    peer.send("whole\nhal");
    EXPECT_EQ(peer.read(6), "whole\n");
    ASSERT_TRUE(it_.until([&] { return it_.count(&traffic::bytes_received) == 9; }));
    begin_stop();
    expect_the_rest_to_be_awaited_and_no_more(std::move(peer));
    EXPECT_TRUE(it_.serving.wait());
}

TEST_P(server_stop, waits_for_what_waits) {
    auto peer = it_.connect();
    peer.send("wait\nlast\n");
    ASSERT_TRUE(it_.until([&] { return it_.count(&traffic::waiting) == 1; }));
    begin_stop();
    it_.world.ready = true;
    EXPECT_EQ(end_of(std::move(peer)), "waited\nlast\n");
    EXPECT_TRUE(it_.serving.wait());
}

TEST_P(server_stop, waits_for_the_rest_of_what_is_behind) {
    auto peer = it_.connect();
    peer.send("wait\nhal");
    ASSERT_TRUE(it_.until([&] { return it_.count(&traffic::waiting) == 1; }));
    begin_stop();
    it_.world.ready = true;
    EXPECT_EQ(peer.read(7), "waited\n");
    expect_the_rest_to_be_awaited_and_no_more(std::move(peer));
    EXPECT_TRUE(it_.serving.wait());
}

TEST_P(server_stop, waits_for_a_client_to_take_its_answers) {
    auto peer = it_.connect();
    peer.send("much 20000\n");
    ASSERT_TRUE(it_.until([&] { return it_.state.unsent_bytes != 0; }));
    begin_stop();
    EXPECT_EQ(end_of(std::move(peer)).size(), 20'000U * 1024 + 1);
    EXPECT_TRUE(it_.serving.wait());
}

TEST_P(server_stop, answers_nothing_that_comes_once_it_has_begun) {
    auto peer = it_.connect();
    peer.send("wait\n");
    ASSERT_TRUE(it_.until([&] { return it_.count(&traffic::waiting) == 1; }));
    begin_stop();
    peer.send("late\n");
    it_.world.ready = true;
    EXPECT_EQ(end_of(std::move(peer)), "waited\n") << "else who never pauses would never be done";
    EXPECT_TRUE(it_.serving.wait());
}

/// Sends numbered lines without ever waiting for an answer, until the server has gone.
class never_pausing {
  public:
    explicit never_pausing(tcp_peer& by)
        : thread_{[&by](const std::stop_token& stop) {
              try {
                  for (int i = 0; !stop.stop_requested(); ++i)
                      by.send(std::to_string(i) + "\n");
              } catch (const std::runtime_error&) { // it has
              }
          }} {}

    /// The first @p size bytes that it sends, and the rest of that line.
    static std::string first(std::size_t size) {
        std::string all;
        for (int i = 0; all.size() < size; ++i)
            all += std::to_string(i) + "\n";
        return all;
    }

  private:
    std::jthread thread_;
};

TEST_P(server_stop, answers_what_had_come_of_a_client_that_never_pauses_and_closes) {
    auto peer = it_.connect();
    const never_pausing client{peer};
    EXPECT_EQ(peer.read(4), "0\n1\n");
    begin_stop();
    const std::string all = "0\n1\n" + peer.read_to_end();
    EXPECT_TRUE(all == never_pausing::first(all.size())) << "in order, and the last one whole: " << all.size();
    EXPECT_TRUE(it_.serving.wait()) << "long before the deadline";
}

TEST_P(server_stop, cuts_off_what_is_left_at_its_deadline) {
    auto peer = it_.connect();
    peer.send("wait\n");
    ASSERT_TRUE(it_.until([&] { return it_.count(&traffic::waiting) == 1; }));
    begin_stop(20ms);
    EXPECT_EQ(end_of(std::move(peer)), "");
    EXPECT_FALSE(it_.serving.wait());
    EXPECT_EQ(it_.count(&traffic::waiting), 0U);
}

TEST_P(server_stop, can_be_hurried) {
    auto peer = it_.connect();
    peer.send("wait\n");
    ASSERT_TRUE(it_.until([&] { return it_.count(&traffic::waiting) == 1; }));
    begin_stop(1h);
    auto ended = std::async(std::launch::async, [&] { return it_.serving.wait(); });
    it_.serving.begin_stop(0ms);
    EXPECT_FALSE(ended.get());
    EXPECT_EQ(end_of(std::move(peer)), "");
}

TEST_P(server_stop, cannot_be_delayed) {
    auto peer = it_.connect();
    peer.send("wait\n");
    ASSERT_TRUE(it_.until([&] { return it_.count(&traffic::waiting) == 1; }));
    begin_stop(200ms);
    it_.serving.begin_stop(1h);
    EXPECT_FALSE(it_.serving.wait());
}

TEST(server_drain, serves_everybody_as_before) {
    toy_server it;
    auto before = it.connect();
    it.serving.begin_drain();
    EXPECT_EQ(it.state.at, stage::draining);
    auto since = it.connect();
    for (auto* const each : {&before, &since}) {
        each->send("a\n");
        EXPECT_EQ(each->read(2), "a\n");
    }
    it.serving.begin_stop(1min);
    EXPECT_EQ(end_of(std::move(before)), "");
    EXPECT_EQ(end_of(std::move(since)), "");
    EXPECT_TRUE(it.serving.wait());
}

TEST(server_drain, does_not_follow_a_stop) {
    toy_server it;
    it.serving.begin_stop(1min);
    it.serving.begin_drain();
    EXPECT_EQ(it.state.at, stage::stopping);
}

TEST(server_end, cuts_off_everybody) {
    auto it = std::make_unique<toy_server>();
    auto peer = it->connect();
    peer.send("wait\n");
    ASSERT_TRUE(it->until([&] { return it->count(&traffic::waiting) == 1; }));
    it.reset();
    EXPECT_EQ(end_of(std::move(peer)), "");
}

TEST(server_end, comes_when_half_a_request_has_taken_too_long) {
    toy_server it{{.limit = {.arrival = 100ms}}};
    auto peer = it.connect();
    peer.send("hal");
    ASSERT_TRUE(it.until([&] { return it.count(&traffic::bytes_received) == 3; }));
    it.serving.begin_stop(1min);
    EXPECT_EQ(end_of(std::move(peer)), "late\n");
    EXPECT_TRUE(it.serving.wait());
}

} // namespace
} // namespace vesta::net
