#include <vesta/access/failed_attempts.hpp>

#include <gtest/gtest.h>

namespace vesta::access {
namespace {

using namespace std::chrono_literals;

const failed_attempts::clock::time_point start{1000h};

TEST(failed_attempts, cost_ever_more_time_up_to_a_limit) {
    failed_attempts of;
    auto now = start;
    for (std::size_t i = 0; i < failed_attempts::unpunished; ++i)
        EXPECT_EQ(of.failed("10.0.0.1", now), 0s);
    EXPECT_EQ(of.failed("10.0.0.1", now), 100ms);
    EXPECT_EQ(of.failed("10.0.0.1", now += 100ms), 200ms);
    EXPECT_EQ(of.failed("10.0.0.1", now += 200ms), 400ms);
    for (int i = 0; i < 100; ++i)
        of.failed("10.0.0.1", now);
    EXPECT_EQ(of.failed("10.0.0.1", now), 10s);
}

TEST(failed_attempts, over_many_connections_wait_for_one_another) {
    failed_attempts of;
    for (std::size_t i = 0; i < failed_attempts::unpunished; ++i)
        of.failed("10.0.0.1", start);
    EXPECT_EQ(of.failed("10.0.0.1", start), 100ms);
    EXPECT_EQ(of.failed("10.0.0.1", start), 300ms);
    EXPECT_EQ(of.failed("10.0.0.1", start), 700ms);
}

TEST(failed_attempts, are_counted_by_address_or_by_network_of_64_bits) {
    failed_attempts of;
    for (int i = 0; i < 4; ++i)
        of.failed("10.0.0.1", start);
    EXPECT_EQ(of.failed("10.0.0.2", start), 0s);
    for (int i = 0; i < 3; ++i)
        of.failed("2001:db8::1", start);
    EXPECT_GT(of.failed("2001:db8::ffff", start), 0s);
    EXPECT_EQ(of.failed("2001:db8:0:1::1", start), 0s);
    EXPECT_GT(of.failed("::ffff:10.0.0.1", start), 0s);
}

TEST(failed_attempts, are_forgotten_after_a_while_without_one) {
    failed_attempts of;
    for (int i = 0; i < 10; ++i)
        of.failed("10.0.0.1", start);
    EXPECT_EQ(of.failed("10.0.0.1", start + 11min), 0s);
}

TEST(failed_attempts, of_more_addresses_than_are_remembered_forget_the_oldest) {
    failed_attempts of;
    for (int i = 0; i < 4; ++i)
        of.failed("first", start);
    for (int i = 0; i < 4; ++i)
        of.failed("last", start);
    for (std::size_t i = 0; i < failed_attempts::most_addresses - 1; ++i)
        of.failed("other" + std::to_string(i), start);
    EXPECT_GT(of.failed("last", start), 0s);
    EXPECT_EQ(of.failed("first", start), 0s);
}

} // namespace
} // namespace vesta::access
