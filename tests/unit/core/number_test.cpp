#include <vesta/base/number.hpp>

#include <gtest/gtest.h>

#include <cstdint>

namespace vesta {
namespace {

TEST(read_number, takes_all_of_a_text_or_nothing) {
    EXPECT_EQ(read_number<std::uint16_t>("65535"), 65535);
    EXPECT_EQ(read_number<std::int64_t>("-7"), -7);
    EXPECT_EQ(read_number<std::uint64_t>("fF", 16), 255U);
    for (const std::string_view text : {"", "65536", "-1", "+1", " 1", "1 ", "1x", "x"})
        EXPECT_FALSE(read_number<std::uint16_t>(text)) << text;
}

TEST(take_number, leaves_what_follows_the_number) {
    std::string_view text = "12,x";
    EXPECT_EQ(take_number<int>(text), 12);
    EXPECT_EQ(text, ",x");
    EXPECT_FALSE(take_number<int>(text));
    EXPECT_EQ(text, ",x");
}

} // namespace
} // namespace vesta
