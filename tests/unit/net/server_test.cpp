// Turns: what a server does with bytes, sessions and their steps.
#include "toy.hpp"

#include <gtest/gtest.h>

namespace vesta::net {
namespace {

using namespace std::chrono_literals;
using vesta::testing::tcp_peer;

/// Both ways to send: what is answered does not depend on it.
class server_turns : public ::testing::TestWithParam<sending> {
  protected:
    toy_server it_{{.answers = GetParam()}};
};

INSTANTIATE_TEST_SUITE_P(sending, server_turns, ::testing::Values(sending::at_once, sending::in_rounds),
                         [](const auto& which) {
                             return std::string{which.param == sending::at_once ? "at_once" : "in_rounds"};
                         });

TEST_P(server_turns, answer_what_comes_in_order_and_in_any_pieces) {
    auto peer = it_.connect();
    for (const char each : std::string{"one\ntwo\n"})
        peer.send({&each, 1});
    EXPECT_EQ(peer.read(8), "one\ntwo\n");
    std::string many;
    for (int i = 0; i < 1000; ++i) // each read is filled, and leaves something
        many += std::to_string(i) + "\n";
    peer.send(many);
    EXPECT_EQ(peer.read(many.size()), many);
}

TEST_P(server_turns, go_on_part_by_part_while_others_have_theirs) {
    auto slow = it_.connect();
    slow.send("many 20000\nbehind\n");
    auto other = it_.connect();
    do {
        other.send("here\n");
        EXPECT_EQ(other.read(5), "here\n");
    } while (it_.count(&traffic::bytes_sent) < 64U * 1024);
    EXPECT_LE(it_.state.unsent_bytes, 64U * 1024); // a part is sent before the next is made
    EXPECT_EQ(slow.read(20'000 * 1024 + 8), std::string(20'000 * 1024, 'x') + "\nbehind\n");
    EXPECT_TRUE(it_.until([&] { return it_.state.unsent_bytes == 0; }));
}

TEST_P(server_turns, keep_what_the_client_does_not_take_at_once) {
    auto slow = it_.connect();
    slow.send("much 20000\nbehind\n");
    ASSERT_TRUE(it_.until([&] { return it_.state.unsent_bytes != 0; }));
    EXPECT_EQ(slow.read(20'000 * 1024 + 8), std::string(20'000 * 1024, 'x') + "\nbehind\n");
    EXPECT_TRUE(it_.until([&] { return it_.count(&traffic::bytes_sent) == 20'000U * 1024 + 8; }));
    EXPECT_TRUE(it_.until([&] { return it_.state.unsent_bytes == 0; }));
    EXPECT_EQ(it_.count(&traffic::bytes_received), 18U);
}

TEST_P(server_turns, wait_and_hold_up_nobody_else) {
    auto waits = it_.connect();
    waits.send("first\nwait\nlast\n");
    EXPECT_EQ(waits.read(6), "first\n");
    ASSERT_TRUE(it_.until([&] { return it_.count(&traffic::waiting) == 1; }));
    auto other = it_.connect();
    other.send("here\n");
    EXPECT_EQ(other.read(5), "here\n");
    it_.world.ready = true;
    EXPECT_EQ(waits.read(12), "waited\nlast\n");
    EXPECT_TRUE(it_.until([&] { return it_.count(&traffic::waiting) == 0; }));
}

TEST_P(server_turns, answer_a_client_that_sends_no_more) {
    auto peer = it_.connect();
    peer.send("one\nwait\ntwo and more than fits\nhal");
    peer.end_sending();
    it_.world.ready = true;
    EXPECT_EQ(peer.read_to_end(), "one\nwaited\ntwo and more than fits\nhalf\n");
    EXPECT_TRUE(it_.until([&] { return it_.state.open == 0; }));
}

TEST_P(server_turns, end_with_the_last_answer_whatever_the_client_still_sends) {
    auto peer = it_.connect();
    peer.send("bye\n" + std::string(100'000, 'x'));
    EXPECT_EQ(peer.read_to_end(), "bye\n");
}

// Both directions closed in good order look like a reset: what was left unread took the rest of the answer back.
TEST_P(server_turns, end_with_the_whole_answer_for_a_client_that_sends_too_much_and_half_closes) {
    auto holds = it_.connect();
    auto peer = it_.connect();
    it_.hold(holds);
    peer.send("much 400\nbye\n" + std::string(10'000, 'x'));
    peer.end_sending();
    it_.release();
    ASSERT_TRUE(it_.until([&] { return it_.state.open == 1; })); // a part of the answer is still on its way
    EXPECT_EQ(peer.read_to_end().size(), 400 * 1024 + 1 + 4);
}

TEST_P(server_turns, end_for_a_client_that_goes_away) {
    {
        auto peer = it_.connect();
        peer.send("wait\n");
        ASSERT_TRUE(it_.until([&] { return it_.count(&traffic::waiting) == 1; }));
        constexpr linger at_once{.l_onoff = 1, .l_linger = 0};
        ::setsockopt(peer.descriptor(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    }
    EXPECT_TRUE(it_.until([&] { return it_.state.open == 0; }));
    EXPECT_EQ(it_.count(&traffic::waiting), 0U);
}

TEST_P(server_turns, that_throw_end_their_connection_alone) {
    auto holds = it_.connect();
    auto good = it_.connect();
    auto bad = it_.connect();
    it_.hold(holds);
    good.send("good\n");
    bad.send("throw\n");
    it_.release();
    EXPECT_EQ(good.read(5), "good\n");
    EXPECT_EQ(bad.read_to_end(), "");
    good.send("again\n");
    EXPECT_EQ(good.read(6), "again\n");
    EXPECT_EQ(it_.count(&traffic::failed), 1U);
    EXPECT_NE(it_.world.log().find("thrown"), std::string::npos);
}

/// What happens in a round in which the second and the third connection are ready, with @p each.
std::string round_of_two(sending how, const std::string& each) {
    toy_server it{{.answers = how}};
    auto holds = it.connect();
    auto two = it.connect();
    auto three = it.connect();
    two.send("a\n");
    EXPECT_EQ(two.read(2), "a\n"); // so that they are numbered, and in this order
    three.send("a\n");
    EXPECT_EQ(three.read(2), "a\n");
    it.hold(holds);
    two.send(each);
    three.send(each);
    it.release();
    EXPECT_EQ(two.read(each.size()), each);
    EXPECT_EQ(three.read(each.size()), each);
    EXPECT_EQ(holds.read(5), "hold\n");
    EXPECT_TRUE(it.until([&] { return it.world.log().ends_with("s3"); }));
    const std::string log = it.world.log();
    return log.substr(log.find("s1") + 3);
}

TEST(server_sending, at_once_sends_after_each_turn) {
    EXPECT_EQ(round_of_two(sending::at_once, "a\n"), "r2 s2 r3 s3");
}

TEST(server_sending, in_rounds_sends_when_all_have_had_their_turns) {
    EXPECT_EQ(round_of_two(sending::in_rounds, "a\n"), "r2 r3 s2 s3");
}

TEST(server_sending, in_rounds_does_not_keep_much_back) {
    toy_server it{{.answers = sending::in_rounds}};
    auto holds = it.connect();
    auto two = it.connect();
    auto three = it.connect();
    for (tcp_peer* each : {&two, &three}) {
        each->send("a\n");
        EXPECT_EQ(each->read(2), "a\n");
    }
    it.hold(holds);
    two.send("many 64\n");
    three.send("b\n");
    it.release();
    EXPECT_EQ(three.read(2), "b\n");
    two.read(64 * 1024 + 1);
    const std::string log = it.world.log();
    EXPECT_NE(log.find("r2 s2 r3", log.find("s1")), std::string::npos) << log;
}

TEST(server_listens, where_nobody_else_does) {
    const toy_server it;
    server_state state;
    server second{{.listen = "127.0.0.1:" + std::to_string(it.port), .threads = 2}, state};
    toy_world world;
    const auto refused = second.listen([&] { return std::make_unique<toy_dialect>(world); });
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::in_use);
    second.begin_stop(0ms);
    EXPECT_TRUE(second.wait());
}

TEST(server_counts, connections_and_gives_each_a_number) {
    toy_server it;
    for (int i = 0; i < 3; ++i) {
        auto peer = it.connect();
        peer.send("bye\n");
        EXPECT_EQ(peer.read_to_end(), "bye\n");
    }
    EXPECT_EQ(it.count(&traffic::accepted), 3U);
    EXPECT_NE(it.world.log().find("s3"), std::string::npos);
    EXPECT_TRUE(it.until([&] { return it.state.open == 0; }));
}

} // namespace
} // namespace vesta::net
