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

} // namespace
} // namespace vesta
