#include "../../../vesta-core/providers/crypto/src/aes.hpp"
#include "support/random.hpp"

#include <vesta/crypto/ff1.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

namespace vesta::crypto {
namespace {

std::vector<std::uint8_t> bytes(std::string_view hexadecimal) {
    std::vector<std::uint8_t> out;
    for (std::size_t i = 0; i < hexadecimal.size(); i += 2)
        out.push_back(static_cast<std::uint8_t>(std::stoul(std::string{hexadecimal.substr(i, 2)}, nullptr, 16)));
    return out;
}

std::string tweak(std::string_view hexadecimal) {
    const auto raw = bytes(hexadecimal);
    return {raw.begin(), raw.end()};
}

ff1::halves parse(const std::string& numerals, int radix) {
    const auto half = numerals.size() / 2;
    return {std::stoull(numerals.substr(0, half), nullptr, radix), std::stoull(numerals.substr(half), nullptr, radix)};
}

struct sample {
    const char* key;
    const char* tweak;
    int radix;
    const char* plain;
    const char* cipher;
};

constexpr char key_128[] = "2B7E151628AED2A6ABF7158809CF4F3C";
constexpr char key_192[] = "2B7E151628AED2A6ABF7158809CF4F3CEF4359D8D580AA4F";
constexpr char key_256[] = "2B7E151628AED2A6ABF7158809CF4F3CEF4359D8D580AA4F7F036D6F04FC6A94";

// https://csrc.nist.gov/CSRC/media/Projects/Cryptographic-Standards-and-Guidelines/documents/examples/FF1samples.pdf
constexpr sample samples[] = {
    {key_128, "", 10, "0123456789", "2433477484"},
    {key_128, "39383736353433323130", 10, "0123456789", "6124200773"},
    {key_128, "3737373770717273373737", 36, "0123456789abcdefghi", "a9tv40mll9kdu509eum"},
    {key_192, "", 10, "0123456789", "2830668132"},
    {key_192, "39383736353433323130", 10, "0123456789", "2496655549"},
    {key_192, "3737373770717273373737", 36, "0123456789abcdefghi", "xbj3kv35jrawxv32ysr"},
    {key_256, "", 10, "0123456789", "6657667009"},
    {key_256, "39383736353433323130", 10, "0123456789", "1001623463"},
    {key_256, "3737373770717273373737", 36, "0123456789abcdefghi", "xs8a0azh2avyalyzuwd"},
};

TEST(ff1, gives_what_nist_published) {
    for (const sample& each : samples) {
        const std::string plain = each.plain;
        const ff1 cipher{std::make_shared<aes>(bytes(each.key)),
                         {static_cast<std::uint32_t>(each.radix), static_cast<std::uint32_t>(plain.size())},
                         tweak(each.tweak)};
        ff1::halves value = parse(plain, each.radix);
        ASSERT_TRUE(cipher.encrypt({&value, 1}));
        const ff1::halves expected = parse(each.cipher, each.radix);
        EXPECT_EQ(value.left, expected.left) << each.cipher;
        EXPECT_EQ(value.right, expected.right) << each.cipher;
        ASSERT_TRUE(cipher.decrypt({&value, 1}));
        EXPECT_EQ(value.left, parse(plain, each.radix).left);
        EXPECT_EQ(value.right, parse(plain, each.radix).right);
    }
}

TEST(ff1, maps_every_small_domain_onto_itself_one_to_one) {
    for (std::uint32_t bits = 2; bits <= 16; ++bits) {
        const ff1 cipher{std::make_shared<aes>(bytes(key_128)), {2, bits}, "a tweak of more than one block of sixteen"};
        const std::uint32_t right_bits = bits - bits / 2;
        std::vector<bool> seen(std::size_t{1} << bits);
        for (std::uint64_t number = 0; number < seen.size(); ++number) {
            ff1::halves value{number >> right_bits, number & (cipher.right_values() - 1)};
            ASSERT_TRUE(cipher.encrypt({&value, 1}));
            const std::uint64_t image = value.left << right_bits | value.right;
            ASSERT_LT(image, seen.size());
            ASSERT_FALSE(seen[image]) << bits << " bits: " << number;
            seen[image] = true;
        }
    }
}

TEST(ff1, is_the_same_by_the_processors_instructions_and_by_openssl) {
    auto random = testing::random_source::announced();
    for (const char* const key : {key_128, key_192, key_256}) {
        const auto fast = std::make_shared<aes>(bytes(key));
        const auto portable = std::make_shared<aes>(bytes(key), false);
        EXPECT_EQ(portable->schedule(), nullptr);
#if defined(__x86_64__)
        const bool has_aes = __builtin_cpu_supports("aes") && __builtin_cpu_supports("sse4.1");
        EXPECT_EQ(fast->schedule() != nullptr, has_aes);
#endif
        for (std::uint32_t bits = 2; bits <= 112; ++bits) {
            const ff1 one{fast, {2, bits}, "domain"};
            const ff1 other{portable, {2, bits}, "domain"};
            for (const std::size_t count : {1U, 2U, 7U, 8U, 9U, 67U}) {
                std::vector<ff1::halves> plain(count);
                for (auto& each : plain)
                    each = {random.bits() % (std::uint64_t{1} << bits / 2), random.bits() % one.right_values()};
                auto made = plain;
                auto expected = plain;
                ASSERT_TRUE(one.encrypt(made));
                ASSERT_TRUE(other.encrypt(expected));
                const auto same = [](const ff1::halves& a, const ff1::halves& b) {
                    return a.left == b.left && a.right == b.right;
                };
                ASSERT_TRUE(std::ranges::equal(made, expected, same)) << bits << " bits, " << count;
                ASSERT_TRUE(one.decrypt(made));
                ASSERT_TRUE(std::ranges::equal(made, plain, same)) << bits << " bits, " << count;
            }
        }
    }
}

} // namespace
} // namespace vesta::crypto
