#include <vesta/access/token.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace vesta::access {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

TEST(a_token, is_256_random_bits_behind_its_prefix) {
    std::set<std::string> all;
    for (int i = 0; i < 100; ++i) {
        const auto token = new_token();
        EXPECT_THAT(token, MatchesRegex("vst_[0-9a-f]{64}"));
        EXPECT_TRUE(all.insert(token).second);
    }
}

// FIPS 180-2, appendix B.1.
TEST(a_token, is_stored_as_its_sha_256) {
    const auto entry = token_entry::of("k1", "abc");
    EXPECT_EQ(entry.text(), "k1:sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    const auto read = token_entry::parse(entry.text()).value();
    EXPECT_EQ(read.key, "k1");
    EXPECT_EQ(read.digest, entry.digest);
}

TEST(a_token, that_was_put_into_the_file_itself_is_refused_and_not_quoted) {
    const auto token = new_token();
    const auto refused = token_entry::parse(token);
    EXPECT_THAT(refused.error().message, HasSubstr("KEY:sha256:DIGEST"));
    EXPECT_THAT(refused.error().message, Not(HasSubstr(token)));
    const std::string digits(64, 'a');
    for (const auto& each :
         {":sha256:" + digits, "k 1:sha256:" + digits, "k1:sha512:" + digits, "k1:sha256:" + digits + "a",
          "k1:sha256:" + digits.substr(1), "k1:sha256:" + digits.substr(1) + "g"})
        EXPECT_FALSE(token_entry::parse(each)) << each;
}

} // namespace
} // namespace vesta::access
