#include <vesta/id/id.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <unordered_set>

namespace vesta {
namespace {

using ::testing::HasSubstr;

struct written_id {
    const char* text;
    std::int64_t value;
};

TEST(id_text, reads_every_form_an_id_may_be_written_in) {
    constexpr auto lowest = std::numeric_limits<std::int64_t>::min();
    constexpr auto highest = std::numeric_limits<std::int64_t>::max();
    const written_id texts[] = {{"0", 0},
                                {"-1", -1},
                                {"0007", 7},
                                {"9223372036854775807", highest},
                                {"-9223372036854775808", lowest},
                                {"9223372036854775808", lowest},
                                {"18446744073709551615", -1},
                                {"0x0", 0},
                                {"0xffffffffffffffff", -1},
                                {"0X7FFFffffFFFFffff", highest},
                                {"0x8000000000000000", lowest}};
    for (const auto& [text, value] : texts) {
        const auto read = parse_id(text);
        ASSERT_TRUE(read) << text << ": " << read.error().message;
        EXPECT_EQ(read->value, value) << text;
    }
}

TEST(id_text, refuses_whatever_else_and_quotes_it) {
    for (const std::string text :
         {"", " ", " 1", "1 ", "+1", "-", "--1", "1.0", "1e3", "12a", "0x", "0x-1", "0xg", "0x11112222333344445",
          "18446744073709551616", "-9223372036854775809", "x1", "1\n", "１"}) {
        const auto read = parse_id(text);
        ASSERT_FALSE(read) << text;
        EXPECT_EQ(read.error().code, errc::invalid_argument);
        EXPECT_THAT(read.error().message, HasSubstr("is not an ID: expected a decimal from -9223372036854775808 to "
                                                    "18446744073709551615 or 0x and 1 to 16 hexadecimal digits"));
    }
    EXPECT_THAT(parse_id("12a").error().message, HasSubstr("'12a'"));
}

TEST(id_text, quotes_at_most_forty_characters_of_a_long_text) {
    const std::string message = parse_id(std::string(1000, '7')).error().message;
    EXPECT_THAT(message, HasSubstr("'" + std::string(40, '7') + "...'"));
    EXPECT_LT(message.size(), 300U);
}

TEST(id_text, an_error_stays_on_one_printable_line_whatever_it_quotes) {
    const std::string hostile{"1\r\n+OK\0\x1b[2J\x7f", 13};
    for (const unsigned char c : parse_id(hostile).error().message)
        EXPECT_TRUE(c >= 0x20 && c != 0x7f) << static_cast<int>(c);
}

TEST(id_text, prints_the_decimal_of_the_signed_value_and_reads_it_back) {
    for (const std::int64_t value : {std::int64_t{0}, std::int64_t{-1}, std::numeric_limits<std::int64_t>::min(),
                                     std::numeric_limits<std::int64_t>::max()}) {
        EXPECT_EQ(to_string(id{value}), std::to_string(value));
        EXPECT_EQ(parse_id(to_string(id{value})).value(), id{value});
    }
}

TEST(id_value, orders_by_its_signed_value_and_hashes) {
    EXPECT_LT(id::from_bits(~std::uint64_t{0}), id{0});
    EXPECT_EQ(id::from_bits(5).bits(), 5U);
    const std::unordered_set<id> set{id{1}, id{1}, id{2}};
    EXPECT_EQ(set.size(), 2U);
}

} // namespace
} // namespace vesta
