#include <vesta/net/latency.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace vesta::net {
namespace {

using namespace std::chrono_literals;

figure counted(const latency& by) {
    figure all;
    by.add_to(all);
    return all;
}

TEST(latency_test, has_the_bounds_that_dashboards_know) {
    std::vector<double> bounds;
    for (const figure::bucket& each : counted(latency{}).buckets)
        bounds.push_back(each.upper_bound);
    // Of REST's and of RPC's histogram before they were one: a bound that goes away breaks the queries that name it.
    EXPECT_THAT(bounds, ::testing::ElementsAre(0.000025, 0.00005, 0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01,
                                               0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0));
}

TEST(latency_test, counts_a_time_in_every_bucket_from_its_bound_on) {
    latency tested;
    tested.add(2, 25us);
    tested.add(1, 25us + 1ns);
    tested.add(3, 5s);
    tested.add(4, 6s);
    const figure all = counted(tested);
    EXPECT_EQ(all.buckets[0].cumulative_count, 2U);
    EXPECT_EQ(all.buckets[1].cumulative_count, 3U);
    EXPECT_EQ(all.buckets[15].cumulative_count, 3U);
    EXPECT_EQ(all.buckets[16].cumulative_count, 6U);
    EXPECT_EQ(all.count, 10U);
    EXPECT_DOUBLE_EQ(all.sum, 39.000075001);
}

TEST(latency_test, adds_up_what_threads_counted) {
    latency one, other;
    one.add(1, 10us);
    other.add(1, 40us);
    figure all = counted(one);
    other.add_to(all);
    EXPECT_EQ(all.buckets[0].cumulative_count, 1U);
    EXPECT_EQ(all.buckets[1].cumulative_count, 2U);
    EXPECT_EQ(all.count, 2U);
}

} // namespace
} // namespace vesta::net
