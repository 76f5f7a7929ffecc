// What a handshake may take.
#include "tls_world.hpp"

#include <vector>

namespace vesta::net {
namespace {

using namespace std::chrono_literals;
using vesta::testing::tcp_peer;

using tls_limits = tls_world;

TEST_F(tls_limits, end_a_handshake_that_takes_too_long) {
    const toy_server it{secured({.limit = {.handshake = 50ms}})};
    auto silent = it.connect();
    auto begun = it.connect();
    begun.send(std::string{"\x16\x03\x01\x02\x00\x01", 6}); // a record that never ends
    EXPECT_EQ(silent.read_to_end(), "");
    EXPECT_EQ(begun.read_to_end(), "");
    EXPECT_EQ(it.count(&traffic::closed_handshaking), 2U);
}

TEST_F(tls_limits, do_not_count_the_handshake_as_idle_nor_as_arriving) {
    const toy_server it{secured({.limit = {.idle = 1ms, .arrival = 1ms, .handshake = 1h}})};
    const auto silent = it.connect();
    auto idle = connect(it);
    EXPECT_EQ(idle.read_to_end(), "");
    EXPECT_TRUE(idle.was_told_goodbye());
    EXPECT_EQ(it.count(&traffic::closed_idle), 1U);
    EXPECT_EQ(it.state.open, 1U);
}

TEST_F(tls_limits, let_the_longest_silent_client_go_for_the_next) {
    const toy_server it{secured({.handshakes = 3})};
    std::vector<tcp_peer> silent;
    for (int i = 0; i < 3; ++i)
        silent.push_back(it.connect());
    ASSERT_TRUE(it.until([&] { return it.state.open == 3; }));
    auto peer = connect(it);
    EXPECT_EQ(silent.front().read_to_end(), "");
    peer.send("a\n");
    EXPECT_EQ(peer.read(2), "a\n");
    EXPECT_EQ(it.count(&traffic::closed_handshaking), 1U);
    EXPECT_EQ(it.state.open, 3U);
}

TEST_F(tls_limits, let_others_have_turns_while_a_client_sends_nothing_but_messages_of_tls) {
    toy_server it{secured()};
    auto holds = connect(it);
    auto changes = connect(it);
    auto other = connect(it);
    it.hold(holds);
    changes.change_keys(3000); // more than a turn reads
    changes.send("b\n");
    other.send("a\n");
    it.release();
    EXPECT_EQ(other.read(2), "a\n");
    EXPECT_EQ(changes.read(2), "b\n");
}

TEST_F(tls_limits, count_a_part_of_a_record_as_a_request_that_arrives) {
    const toy_server it{secured({.limit = {.arrival = 50ms}})};
    auto begins = connect(it);
    begins.send_plain(std::string{"\x17\x03\x03\x40\x00more", 9}); // a record of 16 KiB, of which no more follows
    begins.read_to_end();
    EXPECT_EQ(it.count(&traffic::closed_arriving), 1U);
}

TEST_F(tls_limits, let_more_clients_in_than_a_round_has_handshakes_for) {
    toy_server it{secured()};
    auto holds = connect(it);
    it.hold(holds);
    std::vector<std::thread> clients;
    std::atomic<int> served{0};
    for (int i = 0; i < 40; ++i)
        clients.emplace_back([&] {
            auto peer = connect(it);
            peer.send("a\n");
            served += peer.read(2) == "a\n" ? 1 : 0;
        });
    it.release();
    for (auto& each : clients)
        each.join();
    EXPECT_EQ(served, 40);
}

TEST_F(tls_limits, turn_away_without_a_handshake) {
    const toy_server it{secured({.connections = 1})};
    auto peer = connect(it);
    auto excess = it.connect();
    EXPECT_EQ(excess.read_to_end(), "");
    EXPECT_EQ(it.count(&traffic::turned_away), 1U);
    peer.send("a\n");
    EXPECT_EQ(peer.read(2), "a\n");
}

TEST_F(tls_limits, do_not_keep_a_stop_waiting_for_a_handshake) {
    toy_server it{secured()};
    auto silent = it.connect();
    ASSERT_TRUE(it.until([&] { return it.state.open == 1; }));
    it.serving.begin_stop(1h);
    EXPECT_EQ(silent.read_to_end(), "");
    EXPECT_TRUE(it.serving.wait());
}

} // namespace
} // namespace vesta::net
