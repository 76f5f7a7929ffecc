#include <vesta/base/number.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

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

TEST(read_canonical, takes_only_what_to_string_writes) {
    EXPECT_EQ(read_canonical<std::int64_t>("-7"), -7);
    EXPECT_EQ(read_canonical<std::int64_t>("0"), 0);
    for (const std::string_view text : {"", "007", "-0", "-07", "+7", "7 ", "9223372036854775808"})
        EXPECT_FALSE(read_canonical<std::int64_t>(text)) << text;
}

TEST(in_groups, parts_thousands) {
    EXPECT_EQ(in_groups(0), "0");
    EXPECT_EQ(in_groups(999), "999");
    EXPECT_EQ(in_groups(-1000), "-1,000");
    EXPECT_EQ(in_groups(std::numeric_limits<std::int64_t>::min()), "-9,223,372,036,854,775,808");
}

TEST(take_canonical, leaves_all_of_a_text_without_such_a_number) {
    std::string_view text = "7.01";
    EXPECT_EQ(take_canonical<int>(text), 7);
    EXPECT_EQ(text, ".01");
    text.remove_prefix(1);
    EXPECT_FALSE(take_canonical<int>(text));
    EXPECT_EQ(text, "01");
}

} // namespace
} // namespace vesta
