#include <vesta/base/random_bits.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace vesta {
namespace {

TEST(random_digits, are_hexadecimal_as_many_as_asked_for_and_others_each_time) {
    std::set<std::string> all;
    for (const std::size_t digits : {16U, 32U, 13U})
        for (int i = 0; i < 100; ++i) {
            const auto made = random_hex(digits);
            EXPECT_EQ(made.size(), digits);
            EXPECT_THAT(made, ::testing::MatchesRegex("[0-9a-f]*"));
            EXPECT_TRUE(all.insert(made).second);
        }
    EXPECT_EQ(random_hex(0), "");
}

} // namespace
} // namespace vesta
