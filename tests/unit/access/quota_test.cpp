#include <vesta/access/quota.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

namespace vesta::access {
namespace {

using namespace std::chrono_literals;
using outcome = quota::outcome;

const quota::clock::time_point long_ago{1000h};

TEST(a_quota, lets_its_burst_through_and_then_its_rate) {
    quota of{{.ids_per_second = 1000, .burst = 100}};
    EXPECT_EQ(of.take(100, long_ago).how, outcome::taken);
    const auto refused = of.take(10, long_ago);
    EXPECT_EQ(refused.how, outcome::wait);
    EXPECT_EQ(refused.wait, 10ms);
    EXPECT_EQ(of.take(10, long_ago + 10ms).how, outcome::taken);
    EXPECT_EQ(of.take(1, long_ago + 10ms).how, outcome::wait);
}

TEST(a_quota, saves_no_more_than_its_burst_while_nothing_is_taken) {
    quota of{{.ids_per_second = 1000, .burst = 100}};
    EXPECT_EQ(of.take(100, long_ago).how, outcome::taken);
    EXPECT_EQ(of.take(100, long_ago + 1h).how, outcome::taken);
    EXPECT_EQ(of.take(1, long_ago + 1h).wait, 1ms);
}

TEST(a_quota, never_grants_more_than_its_burst_at_once) {
    quota of{{.ids_per_second = 1000, .burst = 100}};
    EXPECT_EQ(of.take(101, long_ago).how, outcome::never);
    EXPECT_EQ(of.take(std::uint64_t{1} << 63, long_ago).how, outcome::never);
    EXPECT_EQ(of.take(100, long_ago).how, outcome::taken); // what was refused was not counted
}

TEST(a_quota, counts_what_was_given_back_as_not_taken) {
    quota of{{.ids_per_second = 1000, .burst = 100}};
    EXPECT_EQ(of.take(100, long_ago).how, outcome::taken);
    of.give_back(40);
    EXPECT_EQ(of.take(40, long_ago).how, outcome::taken);
    EXPECT_EQ(of.take(1, long_ago).how, outcome::wait);
}

TEST(a_quota, at_its_bounds_neither_overflows_nor_grants_for_nothing) {
    quota slow{{.ids_per_second = 1, .burst = 1'000'000'000}};
    EXPECT_EQ(slow.take(1'000'000'000, long_ago).how, outcome::taken);
    EXPECT_EQ(slow.take(1, long_ago).wait, 1s);
    quota fast{{.ids_per_second = 100'000'000, .burst = 1}};
    EXPECT_EQ(fast.take(1, long_ago).how, outcome::taken);
    EXPECT_EQ(fast.take(1, long_ago).wait, 10ns);
}

TEST(a_quota, of_many_threads_is_one) {
    quota of{{.ids_per_second = 1, .burst = 10'000}};
    std::atomic<int> taken{0};
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            for (int n = 0; n < 5000; ++n)
                if (of.take(1, long_ago).how == outcome::taken) taken.fetch_add(1);
        });
    threads.clear();
    EXPECT_EQ(taken, 10'000);
}

} // namespace
} // namespace vesta::access
