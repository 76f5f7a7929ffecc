#include <vesta/id/decimal.hpp>

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <random>
#include <string>

namespace vesta {
namespace {

std::string written(std::int64_t value) {
    std::array<char, decimal_room> room{};
    return {room.data(), write_decimal(room.data(), value)};
}

TEST(decimal_test, writes_what_the_standard_library_writes_at_every_power_of_ten) {
    for (std::int64_t power = 1; power <= std::numeric_limits<std::int64_t>::max() / 10; power *= 10) {
        for (const std::int64_t value : {power - 1, power, power + 1, power * 9, -power, 1 - power, -power - 1})
            EXPECT_EQ(written(value), std::to_string(value));
    }
}

TEST(decimal_test, writes_the_extremes) {
    for (const std::int64_t value : {std::int64_t{0}, std::numeric_limits<std::int64_t>::max(),
                                     std::numeric_limits<std::int64_t>::min(), std::int64_t{1'000'000'000'000'000'000}})
        EXPECT_EQ(written(value), std::to_string(value));
}

TEST(decimal_test, writes_every_small_number) {
    for (std::int64_t value = -20'000; value <= 120'000; ++value)
        ASSERT_EQ(written(value), std::to_string(value));
}

TEST(decimal_test, writes_what_the_standard_library_writes_for_random_numbers) {
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random{seed};
    for (int i = 0; i < 500'000; ++i) {
        const std::uint64_t bits = random() >> (random() % 64);
        const auto value = static_cast<std::int64_t>(i % 2 == 0 ? bits : 0 - bits);
        ASSERT_EQ(written(value), std::to_string(value));
    }
}

TEST(decimal_test, writes_each_of_a_series_whatever_came_before_it) {
    const auto seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random{seed};
    decimal_series series;
    for (int i = 0; i < 100'000; ++i) {
        auto next = static_cast<std::int64_t>(random() >> (random() % 64));
        for (int follower = 0; follower < 4; ++follower) {
            std::array<char, decimal_room> room{};
            ASSERT_EQ(std::string(room.data(), series.write(room.data(), next)), std::to_string(next));
            next += next > std::numeric_limits<std::int64_t>::max() - 60'000'000 ? -60'000'000 : 60'000'000;
        }
    }
}

TEST(decimal_test, writes_a_series_over_the_bound_of_what_is_copied) {
    decimal_series series;
    for (const std::int64_t bound : {std::int64_t{100'000'000}, std::int64_t{200'000'000}, std::int64_t{10'000'000'000},
                                     std::int64_t{9'223'372'036'800'000'000}}) {
        for (const std::int64_t value : {bound - 1, bound, bound + 1, -bound, bound - 1}) {
            std::array<char, decimal_room> room{};
            EXPECT_EQ(std::string(room.data(), series.write(room.data(), value)), std::to_string(value));
        }
    }
}

} // namespace
} // namespace vesta
