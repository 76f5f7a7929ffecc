#include "order_statistics.hpp"
#include "support/random.hpp"

#include <vesta/crypto/keyed_permutations.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <numeric>
#include <thread>

namespace vesta {
namespace {

using crypto::keyed_permutations;
using ::testing::HasSubstr;

std::shared_ptr<const keyed_permutations> family(std::uint8_t key = 7) {
    return keyed_permutations::make(std::vector<std::uint8_t>(32, key)).value();
}

std::vector<std::uint64_t> counting(std::uint64_t first, std::size_t count) {
    std::vector<std::uint64_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), first);
    return numbers;
}

std::vector<std::uint64_t> image(const permutation& of, std::vector<std::uint64_t> numbers) {
    EXPECT_TRUE(of.apply(numbers));
    return numbers;
}

TEST(keyed_permutation, the_smallest_domain_is_mapped_onto_itself_one_to_one) {
    const auto twenty_bits = family()->make(20, "a").value();
    auto made = image(*twenty_bits, counting(0, 1U << 20));
    std::sort(made.begin(), made.end());
    EXPECT_EQ(made, counting(0, 1U << 20));
}

TEST(keyed_permutation, every_width_is_undone_by_its_inverse_and_stays_within_its_bits) {
    auto random = testing::random_source::announced();
    for (unsigned bits = 20; bits <= 64; ++bits) {
        const auto mapping = family()->make(bits, "app 1, shard 2").value();
        EXPECT_EQ(mapping->bits(), bits);
        const std::uint64_t mask = ~std::uint64_t{0} >> (64 - bits);
        std::vector<std::uint64_t> numbers(10'000);
        for (auto& each : numbers)
            each = random.bits() & mask;
        numbers[0] = 0;
        numbers[1] = mask;
        auto made = image(*mapping, numbers);
        for (const auto each : made)
            ASSERT_LE(each, mask);
        ASSERT_NE(made, numbers);
        ASSERT_TRUE(mapping->invert(made));
        ASSERT_EQ(made, numbers) << bits;
    }
}

TEST(keyed_permutation, a_million_consecutive_numbers_show_no_order) {
    for (const unsigned bits : {49U, 63U}) {
        const auto mapping = family()->make(bits, "app 1, shard 2").value();
        const auto made = image(*mapping, counting(1, 1'000'000));
        for (const auto& [what, deviations] : testing::order_statistics{made, bits}.all())
            EXPECT_LT(std::abs(deviations), 4.5) << what << " of " << bits << " bits";
    }
}

TEST(keyed_permutation, the_same_measures_see_through_counting_and_through_a_multiplication) {
    const auto most = [](const std::vector<std::uint64_t>& numbers) {
        double largest = 0;
        for (const auto& [what, deviations] : testing::order_statistics{numbers, 49}.all())
            largest = std::max(largest, std::abs(deviations));
        return largest;
    };
    auto numbers = counting(1, 1'000'000);
    EXPECT_GT(most(numbers), 1000);
    for (auto& each : numbers)
        each = each * 0x9E3779B97F4A7C15U & ((std::uint64_t{1} << 49) - 1);
    EXPECT_GT(most(numbers), 1000);
}

TEST(keyed_permutation, keys_domains_and_widths_do_not_tell_of_each_other) {
    const auto first = image(*family()->make(49, "app 1, shard 2").value(), counting(0, 1000));
    for (const auto& other :
         {family()->make(49, "app 1, shard 3").value(), family(8)->make(49, "app 1, shard 2").value(),
          family()->make(50, "app 1, shard 2").value()}) {
        const auto second = image(*other, counting(0, 1000));
        int same = 0;
        for (std::size_t i = 0; i < first.size(); ++i)
            same += first[i] == second[i] ? 1 : 0;
        EXPECT_LE(same, 1);
    }
}

TEST(keyed_permutation, a_change_of_one_bit_changes_half_of_the_bits) {
    const auto mapping = family()->make(48, "").value();
    double changed = 0;
    const auto before = image(*mapping, counting(0, 4800));
    for (unsigned bit = 0; bit < 48; ++bit) {
        auto numbers = counting(0, 4800);
        for (auto& each : numbers)
            each ^= std::uint64_t{1} << bit;
        const auto after = image(*mapping, numbers);
        for (std::size_t i = 0; i < after.size(); ++i)
            changed += std::popcount(after[i] ^ before[i]);
    }
    EXPECT_NEAR(changed / (48.0 * 4800), 24, 0.1);
}

TEST(keyed_permutation, is_the_same_in_every_thread_while_others_use_other_keys) {
    const auto mapping = family()->make(49, "a").value();
    const auto other = family(9)->make(49, "a").value();
    const auto expected = image(*mapping, counting(0, 1000));
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            for (int round = 0; round < 50; ++round) {
                EXPECT_EQ(image(*mapping, counting(0, 1000)), expected);
                EXPECT_NE(image(*other, counting(0, 1000)), expected);
            }
        });
    for (auto& each : threads)
        each.join();
}

TEST(keyed_permutation, what_it_cannot_do_is_refused_when_it_is_made) {
    EXPECT_EQ(family()->make(19, "").error().code, errc::invalid_settings);
    EXPECT_EQ(family()->make(65, "").error().code, errc::invalid_settings);
    EXPECT_EQ(family()->make(49, std::string(1025, 'x')).error().code, errc::invalid_settings);
    EXPECT_EQ(keyed_permutations::make(std::vector<std::uint8_t>(15)).error().code, errc::invalid_settings);
}

class key_file : public ::testing::Test {
  protected:
    ~key_file() override { std::filesystem::remove(path_); }
    auto load(const std::string& text) {
        std::ofstream{path_, std::ios::binary} << text;
        return keyed_permutations::load(path_);
    }
    const std::filesystem::path path_ =
        std::filesystem::path{::testing::TempDir()} / ("key-" + std::to_string(::getpid()));
};

TEST_F(key_file, gives_the_same_permutations_as_its_bytes) {
    const auto loaded = load("0707070707070707070707070707070707070707070707070707070707070707\n").value();
    EXPECT_EQ(loaded->fingerprint(), family()->fingerprint());
    EXPECT_NE(loaded->fingerprint(), family(8)->fingerprint());
    EXPECT_EQ(image(*loaded->make(49, "a").value(), {5}), image(*family()->make(49, "a").value(), {5}));
}

TEST_F(key_file, that_is_missing_or_malformed_is_named_without_what_is_in_it) {
    EXPECT_THAT(keyed_permutations::load("/nowhere/key").error().message, HasSubstr("/nowhere/key cannot be opened"));
    for (const std::string text :
         {"", "abcd", "070707070707070707070707070707zz", "07 07070707070707070707070707070"}) {
        const auto loaded = load(text);
        ASSERT_FALSE(loaded) << text;
        EXPECT_EQ(loaded.error().code, errc::invalid_settings);
        EXPECT_THAT(loaded.error().message, HasSubstr(path_.string()));
        EXPECT_THAT(loaded.error().message, ::testing::Not(HasSubstr("0707")));
    }
}

} // namespace
} // namespace vesta
