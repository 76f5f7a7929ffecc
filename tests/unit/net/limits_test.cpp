// What a connection may take, and one connection too many.
#include "toy.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace vesta::net {
namespace {

using namespace std::chrono_literals;
using vesta::testing::tcp_peer;

TEST(time_limits_test, ends_a_connection_that_asks_for_nothing) {
    toy_server it{{.limit = {.idle = 50ms}}};
    auto peer = it.connect();
    peer.send("a\n");
    EXPECT_EQ(peer.read_to_end(), "a\n");
    EXPECT_EQ(it.count(&traffic::closed_idle), 1U);
}

TEST(time_limits_test, tells_a_client_whose_request_trickles_in) {
    toy_server it{{.limit = {.arrival = 100ms}}};
    auto peer = it.connect();
    peer.send("whole\n");
    EXPECT_EQ(peer.read(6), "whole\n");
    try {
        while (it.count(&traffic::closed_arriving) == 0) {
            peer.send("x");
            std::this_thread::sleep_for(1ms);
        }
    } catch (const std::runtime_error&) { // it is closed already
    }
    EXPECT_EQ(peer.read_to_end(), "late\n");
    EXPECT_EQ(it.count(&traffic::closed_arriving), 1U);
}

TEST(time_limits_test, closes_at_once_where_a_session_has_nothing_to_say_to_that) {
    toy_server it{{.limit = {.arrival = 50ms, .lingering = 0ms}}};
    it.world.late_is_told = false;
    auto peer = it.connect();
    peer.send("x");
    EXPECT_TRUE(it.until([&] { return it.count(&traffic::closed_arriving) == 1; }));
    EXPECT_TRUE(it.until([&] { return it.state.open == 0; })); // though the client has not closed
    EXPECT_EQ(peer.read_to_end(), "");
}

TEST(time_limits_test, ends_a_connection_whose_session_waits_for_ever) {
    toy_server it{{.limit = {.arrival = 100ms, .waiting = 50ms}}};
    auto peer = it.connect();
    peer.send("sleep\n");
    EXPECT_EQ(peer.read_to_end(), "");
    EXPECT_TRUE(it.until([&] { return it.state.open == 0; }));
    EXPECT_EQ(it.count(&traffic::waiting), 0U);
}

TEST(time_limits_test, ends_a_connection_that_is_not_closed_after_its_last_answer) {
    toy_server it{{.limit = {.lingering = 50ms}}};
    auto peer = it.connect();
    peer.send("bye\n");
    EXPECT_EQ(peer.read_to_end(), "bye\n");
    EXPECT_TRUE(it.until([&] { return it.state.open == 0; }));
}

TEST(time_limits_test, throws_away_so_much_after_the_last_answer_and_no_more) {
    toy_server it{{.discarded = 100'000, .limit = {.lingering = 0ms}}};
    auto peer = it.connect();
    peer.send("bye\n");
    EXPECT_EQ(peer.read_to_end(), "bye\n");
    peer.send(std::string(50'000, 'x'));
    auto other = it.connect();
    other.send("here\n");
    EXPECT_EQ(other.read(5), "here\n");
    EXPECT_EQ(it.state.open, 2U);
    EXPECT_THROW(
        {
            for (;;)
                peer.send(std::string(10'000, 'x'));
        },
        std::runtime_error);
    EXPECT_TRUE(it.until([&] { return it.state.open == 1; }));
}

/// A client that takes nothing until it is cut off; what it then finds, and whether it was reset.
std::pair<std::size_t, bool> deaf(slow_reader how) {
    toy_server it{{.limit = {.sending = 50ms}, .slow = how}};
    auto peer = it.connect();
    peer.send("many 100000\n");
    EXPECT_TRUE(it.until([&] { return it.count(&traffic::closed_unread) == 1; }));
    EXPECT_TRUE(it.until([&] { return it.state.open == 0 && it.state.unsent_bytes == 0; }));
    std::size_t all = 0;
    std::vector<char> room(100'000);
    for (;;) {
        const ssize_t more = ::recv(peer.descriptor(), room.data(), room.size(), 0);
        if (more <= 0) return {all, more < 0 && errno == ECONNRESET};
        all += static_cast<std::size_t>(more);
    }
}

TEST(slow_reader_test, is_reset_at_its_deadline_or_may_read_what_was_sent) {
    EXPECT_TRUE(deaf(slow_reader::has_one_deadline).second);
    const auto [read, reset] = deaf(slow_reader::may_go_on_for_ever);
    EXPECT_FALSE(reset);
    EXPECT_GT(read, 0U);
}

/// A client that takes answers without end for @p long; whether it is cut off over that.
bool is_cut_while_it_reads(slow_reader how, std::chrono::milliseconds allowed, std::chrono::milliseconds longest) {
    toy_server it{{.limit = {.sending = allowed}, .slow = how}};
    auto peer = it.connect();
    peer.send("many 100000000\n");
    const auto end = std::chrono::steady_clock::now() + longest;
    std::array<char, 256> room; // slower than the server makes them
    while (std::chrono::steady_clock::now() < end) {
        if (::recv(peer.descriptor(), room.data(), room.size(), 0) <= 0) break;
    }
    return it.count(&traffic::closed_unread) == 1;
}

TEST(slow_reader_test, has_one_deadline_or_may_go_on_for_ever) {
    EXPECT_TRUE(is_cut_while_it_reads(slow_reader::has_one_deadline, 100ms, 1min));
    EXPECT_FALSE(is_cut_while_it_reads(slow_reader::may_go_on_for_ever, 1s, 1500ms));
}

/// The inequality holds however slow the machine is: the time without a reader lies between the others.
TEST(slow_reader_test, makes_what_waits_behind_its_answers_no_older) {
    using std::chrono::steady_clock;
    toy_server it{{}};
    auto peer = it.connect();
    const auto sent = steady_clock::now();
    peer.send("much 60000\nage\n"); // more than sockets keep
    EXPECT_TRUE(it.until([&] { return it.state.unsent_bytes != 0; }));
    const auto unread = steady_clock::now();
    std::this_thread::sleep_for(100ms);
    const auto reads = steady_clock::now();
    EXPECT_EQ(peer.read(60'000 * 1024 + 1).size(), 60'000 * 1024 + 1);
    std::string age;
    while (!age.ends_with('\n'))
        age += peer.read(1);
    const auto answered = steady_clock::now();
    EXPECT_LE(std::chrono::milliseconds{std::stoi(age)}, (answered - sent) - (reads - unread));
}

/// One connection too many, and one when there is room again.
void too_many_and_again(turning_away how) {
    toy_server it{{.connections = 1, .too_many = how}};
    {
        auto first = it.connect();
        first.send("a\n");
        EXPECT_EQ(first.read(2), "a\n");
        auto second = it.connect();
        EXPECT_EQ(second.read_to_end(), "too many\n");
        EXPECT_EQ(it.count(&traffic::turned_away), 1U);
    }
    EXPECT_TRUE(it.until([&] { return it.state.open == 0; }));
    auto third = it.connect();
    third.send("b\n");
    EXPECT_EQ(third.read(2), "b\n");
    EXPECT_EQ(it.count(&traffic::accepted), 2U);
    EXPECT_EQ(it.count(&traffic::turned_away), 1U);
}

TEST(one_connection_too_many, is_told_as_a_client) {
    too_many_and_again(turning_away::as_a_client);
}

TEST(one_connection_too_many, is_told_in_passing) {
    too_many_and_again(turning_away::in_passing);
}

TEST(one_connection_too_many, is_closed_without_a_word_where_there_are_many) {
    toy_server it{{.connections = 1, .limit = {.lingering = 0ms}}};
    std::vector<tcp_peer> all;
    all.push_back(it.connect());
    for (int i = 0; i < 16; ++i) {
        all.push_back(it.connect());
        EXPECT_EQ(all.back().read_to_end(), "too many\n");
    }
    EXPECT_EQ(it.connect().read_to_end(), "");
    EXPECT_EQ(it.count(&traffic::turned_away), 17U);
    EXPECT_EQ(it.count(&traffic::accepted), 1U);
}

TEST(one_connection_too_many, takes_no_place_when_it_is_told_in_passing) {
    toy_server it{{.connections = 1, .limit = {.lingering = 0ms}, .too_many = turning_away::in_passing}};
    auto second = [&] {
        const auto first = it.connect();
        EXPECT_TRUE(it.until([&] { return it.count(&traffic::accepted) == 1; }));
        auto refused = it.connect();
        EXPECT_EQ(refused.read_to_end(), "too many\n");
        return refused;
    }();
    EXPECT_TRUE(it.until([&] { return it.state.open == 0; })); // though the second has not closed
}

} // namespace
} // namespace vesta::net
