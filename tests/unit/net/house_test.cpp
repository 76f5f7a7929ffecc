// What the servers of one program share: places and memory.
#include "toy.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace vesta::net {
namespace {

using namespace std::chrono_literals;

house::address host(unsigned char number) {
    return {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 0, 0, number};
}

TEST(house_test, has_so_many_places_and_so_many_for_an_address) {
    house of{{.connections = 3, .connections_per_address = 2}};
    auto first = of.admit(host(1));
    auto second = of.admit(host(1));
    EXPECT_EQ(of.admit(host(1)).how, house::entrance::full_for_address);
    const auto third = of.admit(host(2));
    EXPECT_EQ(third.how, house::entrance::open);
    EXPECT_EQ(of.admit(host(3)).how, house::entrance::full);
    first.taken.give_back();
    first.taken.give_back();
    EXPECT_EQ(of.open(), 2U);
    EXPECT_EQ(of.admit(host(1)).how, house::entrance::open);
}

TEST(house_test, refuses_connections_beyond_the_limit_of_an_address) {
    const auto shared = std::make_shared<house>(house_limits{.connections_per_address = 2});
    toy_server it{{.within = shared}};
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

TEST(house_test, gives_the_place_of_the_longest_idle_client_to_a_new_one) {
    const auto shared = std::make_shared<house>(house_limits{.connections = 2});
    toy_server it{{.within = shared}};
    auto first = it.connect();
    first.send("a\n");
    EXPECT_EQ(first.read(2), "a\n");
    auto second = it.connect();
    second.send("sleep\n");
    EXPECT_TRUE(it.until([&] { return it.count(&traffic::waiting) == 1; }));
    EXPECT_TRUE(it.until([&] { // once the first has been idle for long enough
        auto third = it.connect();
        third.send("b\n");
        return third.read(2) == "b\n";
    }));
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
        all.collect();
        all.collect();
        EXPECT_EQ(collected, 100) << "the one with the largest debtor, once at a time";
        large.change(2'000'000, 0);
        large.collected(0);
        EXPECT_FALSE(all.is_exceeded());
        all.collect();
        EXPECT_EQ(collected, 101);
    }
    EXPECT_EQ(all.used(), 0U);
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
    const auto shared = std::make_shared<house>(house_limits{.memory = 8 * 1024 * 1024});
    toy_server it{{.within = shared}};
    auto small = it.connect();
    small.send("much 1000\n"); // a megabyte
    std::vector<vesta::testing::tcp_peer> greedy;
    for (int i = 0; i < 40; ++i)
        greedy.emplace_back(it.connect()).send("much 20000\n");
    EXPECT_TRUE(it.until([&] { return shared->memory().closed >= 39; }));
    EXPECT_TRUE(it.until([&] { return !shared->memory().is_exceeded(); }));
    EXPECT_EQ(small.read(1000 * 1024 + 1), std::string(1000 * 1024, 'x') + "\n");
}

} // namespace
} // namespace vesta::net
