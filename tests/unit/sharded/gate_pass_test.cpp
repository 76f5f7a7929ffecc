#include <vesta/sharded/gate_pass.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>

namespace vesta {
namespace {

using ::testing::HasSubstr;

TEST(gate_pass, has_the_hash_and_the_shard_that_java_gives_it) {
    std::ifstream file{GATE_PASSES, std::ios::binary};
    ASSERT_TRUE(file) << GATE_PASSES;
    int passes = 0;
    for (std::string line; std::getline(file, line); ++passes) {
        const auto first = line.find('\t');
        const auto second = line.find('\t', first + 1);
        const std::string pass = line.substr(second + 1);
        const auto hash = java_hash(pass);
        ASSERT_TRUE(hash) << "line " << passes + 1 << ": " << hash.error().message;
        ASSERT_EQ(std::to_string(*hash), line.substr(0, first)) << "line " << passes + 1;
        ASSERT_EQ(std::to_string(shard_of(pass)->value), line.substr(first + 1, second - first - 1));
    }
    EXPECT_EQ(passes, 10'000);
}

TEST(gate_pass, whose_hash_is_the_lowest_number_is_in_shard_0) {
    EXPECT_EQ(java_hash("polygenelubricants").value(), std::numeric_limits<std::int32_t>::min());
    EXPECT_EQ(shard_of("polygenelubricants")->value, 0U);
}

TEST(gate_pass, a_character_above_ffff_counts_as_its_two_surrogates) {
    EXPECT_EQ(java_hash("\U0001F600").value(), 0xD83D * 31 + 0xDE00);
    EXPECT_EQ(java_hash("\uFFFF").value(), 0xFFFF);
}

TEST(gate_pass, bytes_that_are_not_utf_8_are_refused) {
    const std::string_view malformed[] = {"\x80",
                                          "\xC0\x80",
                                          "\xC1\xBF",
                                          "\xC3",
                                          "\xE0\x80\x80",
                                          "\xED\xA0\x80",
                                          "\xED\xBF\xBF",
                                          "\xF0\x80\x80\x80",
                                          "\xF4\x90\x80\x80",
                                          "\xF8\x88\x80",
                                          "\xF5\x80\x80\x80",
                                          "\xFF",
                                          "\xE2\x82",
                                          "a\xC3z"};
    for (const auto pass : malformed) {
        ASSERT_FALSE(java_hash(pass)) << ::testing::PrintToString(std::string{pass});
        EXPECT_EQ(shard_of(pass).error().code, errc::invalid_argument);
    }
    EXPECT_THAT(shard_of("ab\xFFz").error().message, HasSubstr("'ab?z' is not valid UTF-8 from byte 2 on"));
}

} // namespace
} // namespace vesta
