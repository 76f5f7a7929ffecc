#include <vesta/segment/refill_policy.hpp>

#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

/// A tag whose time is told by the test.
class a_tag {
  public:
    explicit a_tag(std::unique_ptr<const refill_policy> policy) : policy_{std::move(policy)} {}

    /// Time passes, in which @p numbers are taken.
    void use(std::uint64_t numbers, std::chrono::nanoseconds in) {
        at.taken += numbers;
        at.now += in;
    }
    std::uint64_t reserve() {
        const std::uint64_t size = policy_->size(memory_, at);
        policy_->reserved(memory_, at, size);
        return size;
    }
    std::uint64_t low_water(std::uint64_t current) { return policy_->low_water(memory_, at, current); }

    refill_situation at{.now = std::chrono::steady_clock::time_point{1h}, .step = 1000, .latency = 1ms};

  private:
    std::unique_ptr<const refill_policy> policy_;
    refill_memory memory_;
};

TEST(leafs_policy, takes_the_rows_step_twice_and_then_doubles_while_segments_last_below_15_minutes) {
    a_tag tag{leaf_refill()};
    EXPECT_EQ(tag.reserve(), 1000U);
    EXPECT_EQ(tag.reserve(), 1000U);
    EXPECT_EQ(tag.reserve(), 2000U);
    tag.use(2000, 14min + 59s);
    EXPECT_EQ(tag.reserve(), 4000U);
}

TEST(leafs_policy, keeps_the_step_from_15_to_30_minutes_and_halves_it_above_but_not_below_the_rows) {
    a_tag tag{leaf_refill()};
    tag.reserve();
    tag.reserve();
    tag.reserve();
    EXPECT_EQ(tag.reserve(), 4000U);
    tag.use(4000, 15min);
    EXPECT_EQ(tag.reserve(), 4000U);
    tag.use(4000, 30min);
    EXPECT_EQ(tag.reserve(), 2000U);
    tag.use(4000, 31min);
    EXPECT_EQ(tag.reserve(), 1000U);
    tag.use(4000, 10h);
    EXPECT_EQ(tag.reserve(), 1000U);
}

TEST(leafs_policy, goes_up_to_a_million_at_most) {
    a_tag tag{leaf_refill()};
    std::uint64_t last = 0;
    for (int i = 0; i < 30; ++i)
        last = tag.reserve();
    EXPECT_EQ(last, 512'000U) << "twice that would be more than a million";
}

TEST(leafs_policy, reserves_when_a_tenth_is_used) {
    a_tag tag{leaf_refill()};
    EXPECT_EQ(tag.low_water(1000), 900U);
}

TEST(the_policy_of_demand, starts_with_the_rows_step) {
    a_tag tag{demand_refill(15min, 1'000'000'000)};
    EXPECT_EQ(tag.reserve(), 1000U);
}

TEST(the_policy_of_demand, holds_what_a_steady_rate_needs_for_the_look_ahead) {
    a_tag tag{demand_refill(15min, 1'000'000'000)};
    std::uint64_t size = tag.reserve();
    for (int i = 0; i < 600; ++i) { // ten minutes at 10,000 a second
        tag.use(10'000, 1s);
        size = tag.reserve();
        tag.low_water(size);
    }
    tag.use(9'000'000, 900s);
    size = tag.reserve();
    EXPECT_NEAR(static_cast<double>(size), 9'000'000, 100'000);
    EXPECT_EQ(tag.low_water(size), size) << "the next one is due at once, so that as much again is always there";
}

TEST(the_policy_of_demand, grows_by_eight_times_what_was_used_at_most) {
    a_tag tag{demand_refill(15min, 1'000'000'000)};
    EXPECT_EQ(tag.reserve(), 1000U);
    tag.use(1000, 10us);
    EXPECT_EQ(tag.reserve(), 8000U);
    tag.use(8000, 20ms);
    EXPECT_EQ(tag.reserve(), 64'000U);
}

TEST(the_policy_of_demand, does_not_grow_while_little_is_used) {
    a_tag tag{demand_refill(15min, 1'000'000'000)};
    tag.reserve();
    for (int i = 0; i < 100; ++i) {
        tag.use(500, 15min);
        EXPECT_EQ(tag.reserve(), 1000U);
    }
}

TEST(the_policy_of_demand, goes_back_to_the_rows_step_after_the_demand_is_over) {
    a_tag tag{demand_refill(15min, 1'000'000'000)};
    tag.reserve();
    for (int i = 0; i < 100; ++i) {
        tag.use(100'000, 1s);
        tag.reserve();
    }
    tag.use(10, 2h);
    EXPECT_EQ(tag.reserve(), 1000U);
}

TEST(the_policy_of_demand, never_takes_less_than_the_rows_step_nor_more_than_the_largest) {
    a_tag tag{demand_refill(15min, 50'000)};
    tag.reserve();
    for (int i = 0; i < 100; ++i) {
        tag.use(100'000, 1s);
        EXPECT_LE(tag.reserve(), 50'000U);
    }
    tag.use(100'000, 1s);
    EXPECT_EQ(tag.reserve(), 50'000U);
    tag.at.step = 70'000;
    EXPECT_EQ(tag.reserve(), 70'000U) << "a row's step counts even where it is larger";
}

TEST(the_policy_of_demand, reserves_at_half_of_a_segment_at_the_latest) {
    a_tag tag{demand_refill(15min, 1'000'000'000)};
    tag.reserve();
    EXPECT_EQ(tag.low_water(1000), 500U);
}

TEST(the_policy_of_demand, covers_a_slow_store_even_without_a_look_ahead) {
    a_tag tag{demand_refill(0s, 1'000'000'000)};
    tag.at.latency = 100ms;
    std::uint64_t size = tag.reserve();
    for (int i = 0; i < 300; ++i) {
        tag.use(100'000, 1s);
        size = tag.reserve();
    }
    EXPECT_NEAR(static_cast<double>(size), 100'000 * 0.8, 5000) << "eight latencies";
}

TEST(the_policy_of_demand, survives_a_clock_that_does_not_move) {
    a_tag tag{demand_refill(15min, 1'000'000'000)};
    tag.reserve();
    for (int i = 0; i < 10; ++i) {
        tag.use(1000, 0ns);
        EXPECT_GE(tag.reserve(), 1000U);
        EXPECT_LE(tag.low_water(1000), 1000U);
    }
}

} // namespace
} // namespace vesta::testing
