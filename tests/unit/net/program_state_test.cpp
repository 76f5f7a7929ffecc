// What the servers of one program share: how many connections there may be, and memory.
#include "toy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace vesta::net {
namespace {

using namespace std::chrono_literals;

program_state::address host(unsigned char number) {
    return {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 0, 0, number};
}

/// Whether a new client gets an answer. One that is turned away may find "too many", or a reset: it has been writing.
bool serves_one_more(toy_server& of) {
    try {
        auto one = of.connect();
        one.send("b\n");
        return one.read(2) == "b\n";
    } catch (const std::runtime_error&) {
        return false;
    }
}

TEST(program_state_test, admits_so_many_clients_and_so_many_of_an_address) {
    program_state of{{.connections = 3, .connections_per_address = 2}};
    auto first = of.admit(host(1));
    auto second = of.admit(host(1));
    EXPECT_EQ(of.admit(host(1)).how, program_state::entrance::full_for_address);
    const auto third = of.admit(host(2));
    EXPECT_EQ(third.how, program_state::entrance::open);
    EXPECT_EQ(of.admit(host(3)).how, program_state::entrance::full);
    first.taken.give_back();
    first.taken.give_back();
    EXPECT_EQ(of.open(), 2U);
    EXPECT_EQ(of.admit(host(1)).how, program_state::entrance::open);
}

TEST(program_state_test, refuses_connections_beyond_the_limit_of_an_address) {
    const auto shared = std::make_shared<program_state>(program_limits{.connections_per_address = 2});
    toy_server it{{.program = shared}};
    auto first = it.connect();
    first.send("a\n");
    EXPECT_EQ(first.read(2), "a\n");
    auto second = it.connect();
    second.send("a\n");
    EXPECT_EQ(second.read(2), "a\n");
    EXPECT_EQ(it.connect().read_to_end(), "too many\n");
    EXPECT_EQ(shared->refused_per_address, 1U);
    EXPECT_EQ(it.count(&traffic::turned_away), 1U);
}

TEST(program_state_test, has_the_longest_idle_client_make_way_for_a_new_one) {
    const auto shared = std::make_shared<program_state>(program_limits{.connections = 2});
    toy_server it{{.program = shared}};
    auto first = it.connect();
    first.send("a\n");
    EXPECT_EQ(first.read(2), "a\n");
    auto second = it.connect();
    second.send("sleep\n");
    EXPECT_TRUE(it.until([&] { return it.count(&traffic::waiting) == 1; }));
    EXPECT_TRUE(it.until([&] { return serves_one_more(it); })) << "once the first has been idle for long enough";
    EXPECT_EQ(shared->made_way, 1U);
    EXPECT_EQ(first.read_to_end(), "");
    EXPECT_EQ(it.count(&traffic::waiting), 1U);
}

TEST(memory_budget_test, is_charged_once_enough_has_come_together) {
    memory_budget all{1'000'000};
    int collected = 0;
    memory_account small{all, [&] { ++collected; }};
    {
        memory_account large{all, [&] { collected += 100; }};
        small.change(0, 1000);
        EXPECT_EQ(all.used(), 0U);
        large.change(0, 2'000'000);
        EXPECT_EQ(all.used(), 2'000'000U);
        EXPECT_TRUE(all.is_exceeded());
        EXPECT_EQ(all.excess(), 1'125'000U);
        EXPECT_TRUE(all.collect());
        EXPECT_TRUE(all.collect());
        EXPECT_EQ(collected, 100) << "the one with the largest debtor, once at a time";
        large.change(2'000'000, 0);
        large.collected(0);
        EXPECT_FALSE(all.is_exceeded());
        EXPECT_FALSE(all.collect());
        EXPECT_EQ(collected, 100);
        small.change(1000, 2'000'000);
        EXPECT_TRUE(all.collect());
        EXPECT_EQ(collected, 101);
        small.change(2'000'000, 0);
    }
    small.collected(0);
    EXPECT_EQ(all.used(), 0U);
}

TEST(memory_budget_test, waits_for_nobody_where_no_connection_owes_enough) {
    memory_budget all{10'000};
    bool collected = false;
    memory_account one{all, [&] { collected = true; }};
    for (int i = 0; i < 20; ++i)
        one.change(0, memory_budget::worth_closing - 1);
    EXPECT_TRUE(all.is_short());
    EXPECT_FALSE(all.collect());
    EXPECT_FALSE(collected);
}

TEST(memory_budget_test, knows_that_it_is_short_from_the_change_that_exceeds_it_on) {
    memory_budget all{1'000'000};
    memory_account one{all, [] {}};
    one.change(0, 1'000'000);
    EXPECT_FALSE(all.is_short());
    one.change(0, 100'000);
    EXPECT_TRUE(all.is_short());
    one.change(100'000, 0);
    EXPECT_FALSE(all.is_short());
}

TEST(memory_budget_test, counts_what_others_hold_and_leaves_connections_half) {
    std::size_t others = 100;
    memory_budget all{1000, [&] { return others; }};
    memory_account one{all, [] {}};
    EXPECT_EQ(all.used(), 100U);
    others = 5000;
    EXPECT_EQ(all.used(), 500U);
    EXPECT_FALSE(all.is_exceeded());
    one.change(0, 1'000'000);
    EXPECT_TRUE(all.is_exceeded());
}

TEST(memory_budget_test, closes_the_largest_debtors_first) {
    const auto shared = std::make_shared<program_state>(program_limits{.memory = 8 * 1024 * 1024});
    toy_server it{{.program = shared}};
    auto small = it.connect();
    small.send("much 1000\n"); // a megabyte
    std::vector<vesta::testing::tcp_peer> greedy;
    for (int i = 0; i < 12; ++i)
        greedy.emplace_back(it.connect()).send("much 20000\n");
    EXPECT_TRUE(it.until([&] { return shared->memory().closed >= 11; }));
    EXPECT_TRUE(it.until([&] { return !shared->memory().is_exceeded(); }));
    EXPECT_EQ(small.read(1000 * 1024 + 1), std::string(1000 * 1024, 'x') + "\n");
}

/// A hold by the first client lets all others have their turns in one round.
TEST(memory_budget_test, is_asked_before_each_turn_and_so_is_exceeded_by_one_turn_at_most) {
    constexpr std::size_t mib = 1024 * 1024;
    const auto shared = std::make_shared<program_state>(program_limits{.memory = 16 * mib});
    toy_server it{{.program = shared}};
    std::size_t most = 0; // written by the one serving thread
    it.world.before_answer = [&] { most = std::max(most, shared->memory().used()); };
    auto first = it.connect();
    it.hold(first);
    std::vector<vesta::testing::tcp_peer> greedy;
    for (int i = 0; i < 30; ++i)
        greedy.emplace_back(it.connect()).send("much 8000\n");
    it.release();
    EXPECT_TRUE(it.until([&] { return shared->memory().closed >= 10; }));
    it.serving.begin_stop(0ms);
    it.serving.wait();
    EXPECT_LE(most, 16 * mib);
}

TEST(memory_budget_test, closes_the_largest_debtor_of_another_thread_first) {
    constexpr std::size_t mib = 1024 * 1024;
    const auto shared = std::make_shared<program_state>(program_limits{.memory = 64 * mib});
    toy_server one{{.program = shared}};
    toy_server other{{.program = shared}};
    auto largest = one.connect();
    largest.send("much 60000\n");
    EXPECT_TRUE(one.until([&] { return shared->memory().used() > 30 * mib; })); // sockets keep the rest
    EXPECT_EQ(shared->memory().closed, 0U);
    std::vector<vesta::testing::tcp_peer> greedy;
    for (int i = 0; shared->memory().closed == 0 && i < 100; ++i) {
        greedy.emplace_back(other.connect()).send("much 20000\na\n");
        EXPECT_TRUE(other.until([&] { return other.state.unsent_bytes != 0 || shared->memory().closed != 0; }));
    }
    EXPECT_TRUE(one.until([&] { return one.state.open == 0; }));
}

TEST(idle_board_test, asks_the_thread_whose_connection_has_been_idle_longest) {
    idle_board of;
    const idle_board::time_point start{};
    std::string asked;
    const int one_server = 0, other_server = 0;
    idle_note a{of, &one_server, [&] { asked += 'a'; }};
    idle_note b{of, &one_server, [&] { asked += 'b'; }};
    idle_note c{of, &other_server, [&] { asked += 'c'; }};
    EXPECT_FALSE(of.ask(nullptr, start + 10s)) << "none is idle";
    a.show(start + 3s);
    b.show(start + 2s);
    c.show(start + 1s);
    EXPECT_FALSE(of.ask(nullptr, start + 1s)) << "none has been idle for so long";
    EXPECT_TRUE(of.ask(&one_server, start + 10s));
    EXPECT_TRUE(of.ask(nullptr, start + 10s));
    EXPECT_TRUE(of.ask(nullptr, start + 10s));
    EXPECT_EQ(asked, "bca");
    EXPECT_FALSE(of.ask(nullptr, start + 10s)) << "each once, until it has done it";
    EXPECT_TRUE(c.is_asked());
    c.has_done();
    EXPECT_TRUE(of.ask(nullptr, start + 10s));
    EXPECT_EQ(asked, "bcac");
}

TEST(program_state_test, has_the_longest_idle_client_of_another_server_make_way) {
    const auto shared = std::make_shared<program_state>(program_limits{.connections = 2});
    toy_server one{{.program = shared}};
    toy_server other{{.program = shared}};
    auto idle = one.connect();
    idle.send("a\n");
    EXPECT_EQ(idle.read(2), "a\n");
    auto busy = other.connect();
    busy.send("sleep\n");
    EXPECT_TRUE(other.until([&] { return other.count(&traffic::waiting) == 1; }));
    EXPECT_TRUE(other.until([&] { return serves_one_more(other); })) << "once the first has been idle for long enough";
    EXPECT_EQ(idle.read_to_end(), "");
    EXPECT_EQ(shared->made_way, 1U);
    EXPECT_TRUE(one.until([&] { return one.state.open == 0; }));
}

TEST(program_state_test, closes_nobody_elsewhere_where_one_server_alone_is_full) {
    const auto shared = std::make_shared<program_state>();
    toy_server one{{.program = shared}};
    toy_server other{{.connections = 1, .program = shared}};
    auto idle = one.connect();
    idle.send("a\n");
    EXPECT_EQ(idle.read(2), "a\n");
    auto second = other.connect();
    second.send("a\n");
    EXPECT_EQ(second.read(2), "a\n");
    EXPECT_TRUE(other.until([&] { return serves_one_more(other); })) << "once the second has been idle for long enough";
    EXPECT_EQ(second.read_to_end(), "");
    EXPECT_EQ(one.state.open, 1U);
}

TEST(program_state_test, admits_one_more_where_another_makes_way) {
    program_state of{{.connections = 1}};
    const auto first = of.admit(host(1));
    EXPECT_EQ(of.admit(host(2)).how, program_state::entrance::full);
    EXPECT_EQ(of.admit(host(2), true).how, program_state::entrance::open);
}

} // namespace
} // namespace vesta::net
