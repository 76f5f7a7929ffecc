#include "java_passes.hpp"

#include <vesta/sharded/gate_pass.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <zlib.h>

namespace vesta {
namespace {

using ::testing::HasSubstr;

/// What Java says, a row of GatePasses.java for each: some that are easily got wrong.
TEST(gate_pass, has_the_hash_and_the_shard_that_java_gives_it) {
    struct row {
        std::int32_t hash;
        std::uint32_t shard;
        std::string_view pass;
    };
    for (const auto& [hash, shard, pass] :
         {row{0, 0, ""}, row{std::numeric_limits<std::int32_t>::min(), 0, "GydZG_"},
          row{std::numeric_limits<std::int32_t>::min() + 1, 63, "\U00048D24\U000208E9abgj\uD7FF\uD7FF\u096D"},
          row{std::numeric_limits<std::int32_t>::max(), 63, "\U0009064Eygfz\uD7FF\uD7FF\uB08E"},
          row{65535, 63, "\uFFFF"}, row{1772899, 35, "\U0001F600"}, row{3776, 0, "a\u0301"}, row{225, 33, "\u00E1"}}) {
        EXPECT_EQ(java_hash(pass).value(), hash) << pass;
        EXPECT_EQ(shard_of(pass)->value, shard) << pass;
    }
}

/// The sum of what Java prints: README.md says how to see it again.
TEST(gate_pass, has_what_java_gives_it_nine_thousand_times) {
    constexpr uLong sum_of_java = 3474306543;
    const auto passes = test::java_passes{}.all();
    uLong sum = 0;
    for (const auto& pass : passes) {
        const auto row =
            std::to_string(java_hash(pass).value()) + '\t' + std::to_string(shard_of(pass)->value) + '\t' + pass + '\n';
        sum = ::crc32(sum, reinterpret_cast<const Bytef*>(row.data()), static_cast<uInt>(row.size()));
    }
    EXPECT_EQ(passes.size(), 9511U);
    EXPECT_EQ(sum, sum_of_java);
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
