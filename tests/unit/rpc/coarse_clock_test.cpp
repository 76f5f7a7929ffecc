#include <gtest/gtest.h>

#include <coarse_clock.hpp>

namespace vesta::rpc::detail {
namespace {

constexpr std::int64_t second = 1'000'000'000;
constexpr std::int64_t time_of_day = 1'767'225'600 * second;

// A16: the age of a prefetched range stood still during a suspend.
TEST(coarse_time, counts_what_the_host_was_suspended) {
    suspend_watch watch;
    int asked = 0;
    std::int64_t suspended = 0;
    const auto at = [&](std::int64_t up, std::int64_t of_day) {
        return watch.awake_and_asleep(up, of_day, [&] {
            ++asked;
            return suspended;
        });
    };
    EXPECT_EQ(at(100 * second, time_of_day), 100 * second);
    EXPECT_EQ(at(101 * second, time_of_day + second), 101 * second);
    EXPECT_EQ(asked, 1) << "while the two run together, nobody asks again";
    suspended = 3600 * second;
    EXPECT_EQ(at(102 * second, time_of_day + 3602 * second), 3702 * second);
    EXPECT_EQ(at(103 * second, time_of_day + 3603 * second), 3703 * second);
    EXPECT_EQ(asked, 2);
    EXPECT_EQ(at(104 * second, time_of_day), 3704 * second) << "the time of day was set back: no suspend";
    EXPECT_EQ(at(105 * second, time_of_day + 9999 * second), 3705 * second) << "nor is this one";
}

TEST(coarse_time, is_that_of_the_boot_clock) {
    const auto before = boot_clock::now().time_since_epoch().count();
    const auto now = coarse_now();
    const auto after = boot_clock::now().time_since_epoch().count();
    EXPECT_GE(now, before - second) << "by its last tick";
    EXPECT_LE(now, after + second / 100);
}

} // namespace
} // namespace vesta::rpc::detail
