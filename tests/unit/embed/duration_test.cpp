#include <vesta/embed/settings.hpp>

#include <gmock/gmock.h>

namespace vesta::embed {
namespace {

using namespace std::chrono_literals;

TEST(a_length_of_time, is_a_whole_number_with_its_unit) {
    EXPECT_EQ(parse_duration("5ms").value(), 5ms);
    EXPECT_EQ(parse_duration("3s").value(), 3s);
    EXPECT_EQ(parse_duration("15min").value(), 15min);
    EXPECT_EQ(parse_duration("2h").value(), 2h);
    EXPECT_EQ(parse_duration("1d").value(), 24h);
    EXPECT_EQ(parse_duration("0").value(), 0ms);
    EXPECT_EQ(parse_duration("0s").value(), 0ms);
    EXPECT_EQ(parse_duration("4294967295d").value(), 4294967295 * 24h);
}

TEST(a_length_of_time, is_nothing_else) {
    for (const std::string_view text : {"", "5", "00x", "ms", "5 ms", " 5ms", "5ms ", "-5ms", "+5ms", "5m", "5MS",
                                        "5us", "1.5s", "1e3s", "0x5s", "4294967296ms", "5s5ms"}) {
        const auto read = parse_duration(text);
        ASSERT_FALSE(read) << text;
        EXPECT_EQ(read.error().code, errc::invalid_argument);
    }
    EXPECT_FALSE(parse_duration(std::string_view{"5ms\0", 4}));
}

TEST(a_length_of_time, that_cannot_be_read_is_quoted_in_one_line) {
    EXPECT_EQ(parse_duration("5\nms").error().message,
              "'5?ms' is not a length of time with its unit: 5ms, 3s, 15min, 2h, 1d");
}

} // namespace
} // namespace vesta::embed
