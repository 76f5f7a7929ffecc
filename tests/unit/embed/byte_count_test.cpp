#include <vesta/embed/byte_count.hpp>

#include <gtest/gtest.h>

namespace vesta::embed {
namespace {

TEST(an_amount_of_memory, is_a_whole_number_with_its_unit) {
    EXPECT_EQ(parse_byte_count("1KiB").value().value, 1024U);
    EXPECT_EQ(parse_byte_count("256MiB").value().value, 268'435'456U);
    EXPECT_EQ(parse_byte_count("4294967295GiB").value().value, 4'294'967'295U * (std::uint64_t{1} << 30));
}

TEST(an_amount_of_memory, is_nothing_else) {
    for (const std::string_view text :
         {"", "5", "0", "MiB", "5 MiB", "5MiB ", "-5MiB", "5mib", "5MB", "5M", "1.5MiB"}) {
        const auto read = parse_byte_count(text);
        ASSERT_FALSE(read) << text;
        EXPECT_EQ(read.error().code, errc::invalid_argument);
    }
}

TEST(an_amount_of_memory, is_written_in_its_largest_unit) {
    for (const std::string_view text : {"1KiB", "1023KiB", "1MiB", "256MiB", "1025MiB", "2GiB"})
        EXPECT_EQ(text_of(parse_byte_count(text).value()), text);
}

} // namespace
} // namespace vesta::embed
