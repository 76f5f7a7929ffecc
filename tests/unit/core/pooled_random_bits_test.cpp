// Random bits inside IDs: their distribution, and that a forked child has others. The bounds hold for 2^16 IDs of a
// fair source but for one run in 10^9, all tests together.
#include "support/child.hpp"

#include <vesta/base/pooled_random_bits.hpp>
#include <vesta/id/text_form.hpp>
#include <vesta/id/uuid.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <set>
#include <string>
#include <thread>
#include <vector>

namespace vesta::testing {
namespace {

constexpr std::size_t samples = std::size_t{1} << 16;
const id some_core = core_scheme(uuid_kind::uuid7)->types().front().encode({.version = core_version}).value();

/// The random parts of IDs that all have one core.
const std::vector<std::uint64_t>& random_parts(uuid_kind kind) {
    static std::array<std::vector<std::uint64_t>, 2> all;
    auto& parts = all[static_cast<std::size_t>(kind)];
    const auto family = core_scheme(kind);
    while (parts.size() < samples)
        parts.push_back(explain(kind, compose(kind, some_core), family->types().front()).value().random);
    return parts;
}

unsigned width_of(uuid_kind kind) {
    return kind == uuid_kind::uuid7 ? 52 : 57;
}

class random_bits_of_ids : public ::testing::TestWithParam<uuid_kind> {};

TEST_P(random_bits_of_ids, are_each_set_in_half_of_the_ids) {
    // Binomial: a deviation of 7.5 sigma has probability 6.4e-14, for each of 57 bits.
    const double sigma = std::sqrt(samples) / 2;
    for (unsigned bit = 0; bit < width_of(GetParam()); ++bit) {
        std::size_t set = 0;
        for (const std::uint64_t each : random_parts(GetParam()))
            set += each >> bit & 1;
        EXPECT_LT(std::abs(static_cast<double>(set) - samples / 2.0), 7.5 * sigma) << "bit " << bit;
    }
}

TEST_P(random_bits_of_ids, have_every_byte_equally_often) {
    // Chi-square with 255 degrees of freedom: above 450, or below 120, with probability 1e-12 (Wilson and Hilferty).
    for (unsigned low = 0; low + 8 <= width_of(GetParam()); low += 8) {
        std::array<double, 256> count{};
        for (const std::uint64_t each : random_parts(GetParam()))
            ++count[each >> low & 0xff];
        constexpr double expected = samples / 256.0;
        double chi_square = 0;
        for (const double each : count)
            chi_square += (each - expected) * (each - expected) / expected;
        EXPECT_LT(chi_square, 450) << "byte at " << low;
        EXPECT_GT(chi_square, 120) << "byte at " << low;
    }
}

TEST_P(random_bits_of_ids, tell_nothing_of_the_next) {
    // Whether a bit equals that of the ID before is a fair coin, too.
    const auto& all = random_parts(GetParam());
    const double sigma = std::sqrt(samples - 1) / 2;
    for (unsigned bit = 0; bit < width_of(GetParam()); ++bit) {
        std::size_t same = 0;
        for (std::size_t i = 1; i < all.size(); ++i)
            same += ~(all[i] ^ all[i - 1]) >> bit & 1;
        EXPECT_LT(std::abs(static_cast<double>(same) - (samples - 1) / 2.0), 7.5 * sigma) << "bit " << bit;
    }
}

INSTANTIATE_TEST_SUITE_P(of_kind, random_bits_of_ids, ::testing::Values(uuid_kind::uuid7, uuid_kind::ulid),
                         [](const auto& of) { return std::string{name(of.param)}; });

TEST(pooled_random_bits, differ_between_threads_and_in_a_forked_child) {
    std::set<std::uint64_t> all{pooled_random_bits()};
    child copied{[](auto stay) { stay(std::to_string(pooled_random_bits())); }};
    all.insert(std::stoull(copied.words()));
    all.insert(pooled_random_bits());
    std::uint64_t other = 0;
    std::thread{[&other] { other = pooled_random_bits(); }}.join();
    all.insert(other);
    EXPECT_EQ(all.size(), 4u);
}

} // namespace
} // namespace vesta::testing
