#include <vesta/base/keyed_hash.hpp>

#include <gtest/gtest.h>

#include <string>

namespace vesta {
namespace {

/// The test vectors of the reference implementation (vectors.h): the key is 00 01 ... 0f, the text 00 01 ... of so many
/// bytes.
TEST(keyed_hash_test, is_siphash) {
    constexpr keyed_hash<2, 4> hash{0x0706050403020100, 0x0f0e0d0c0b0a0908};
    std::string text;
    const auto of = [&](std::size_t bytes) {
        while (text.size() < bytes)
            text += static_cast<char>(text.size());
        return hash(std::string_view{text}.substr(0, bytes));
    };
    EXPECT_EQ(of(0), 0x726fdb47dd0e0e31U);
    EXPECT_EQ(of(1), 0x74f839c593dc67fdU);
    EXPECT_EQ(of(7), 0xab0200f58b01d137U);
    EXPECT_EQ(of(8), 0x93f5f5799a932462U);
    EXPECT_EQ(of(15), 0xa129ca6149be45e5U);
}

TEST(keyed_hash_test, has_a_key_of_its_own_each_time) {
    EXPECT_NE(keyed_hash<>::random()("order"), keyed_hash<>::random()("order"));
}

} // namespace
} // namespace vesta
