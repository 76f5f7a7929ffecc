// When a turn has to end, and who is next.
#include "toy.hpp"

#include <vesta/net/turn_budget.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace vesta::net {
namespace {

using namespace std::chrono_literals;

unsigned spent(turn_budget& of) {
    unsigned requests = 0;
    while (of.spend())
        ++requests;
    return requests;
}

TEST(turn_budget_test, ends_a_turn_after_64_requests_at_the_latest) {
    turn_budget all;
    EXPECT_LE(spent(all), 64U);
    EXPECT_FALSE(all.spend());
}

TEST(turn_budget_test, ends_a_turn_of_slow_requests_after_a_millisecond) {
    turn_budget all;
    unsigned requests = 0;
    for (; all.spend(); ++requests) {
        const auto end = turn_budget::clock::now() + turn_budget::longest;
        while (turn_budget::clock::now() < end) {
        }
    }
    EXPECT_LE(requests, 16U);
    EXPECT_GE(requests, 1U);
}

TEST(turn_budget_test, charges_for_work_that_is_worth_several_requests) {
    turn_budget all;
    EXPECT_TRUE(all.spend());
    all.charge(60);
    EXPECT_LE(spent(all), 3U);
    turn_budget another;
    EXPECT_TRUE(another.spend());
    another.charge(1'000'000);
    EXPECT_FALSE(another.spend());
}

TEST(the_line, gives_a_few_clients_with_much_to_do_a_turn_per_round) {
    constexpr std::size_t clients = 20;
    constexpr std::size_t turns = 100; // each reads 16 bytes
    toy_server it;
    auto holding = it.connect();
    it.hold(holding);
    std::vector<vesta::testing::tcp_peer> greedy;
    std::string lines;
    for (std::size_t i = 0; i < turns * 8; ++i)
        lines += "x\n";
    for (std::size_t i = 0; i < clients; ++i)
        greedy.emplace_back(it.connect()).send(lines);
    const std::uint64_t before = it.world.rounds;
    it.release();
    for (auto& each : greedy)
        EXPECT_EQ(each.read(lines.size()), lines);
    EXPECT_GE(it.world.rounds - before, clients * (turns - 1) / 8);
}

} // namespace
} // namespace vesta::net
