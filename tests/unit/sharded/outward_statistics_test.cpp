// What strangers could count or date by: none of it is in outward forms. The key is fixed, so is the outcome; under
// another key a fair permutation would fail but once in 10^9, all tests together.
#include "order_statistics.hpp"

#include <vesta/crypto/keyed_permutations.hpp>
#include <vesta/id/scheme.hpp>
#include <vesta/sharded/outward_form.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <ostream>
#include <string>
#include <vector>

namespace vesta {
namespace {

/// IDs as a busy generator of this layout makes them one after the other, or numbers from 1 on.
struct observed_kind {
    const char* layout; ///< Empty: numbers.
    unsigned bits;
    friend void PrintTo(const observed_kind& of, std::ostream* to) { *to << of.layout << ' ' << of.bits << " bits"; }
};

class outward_observed : public ::testing::TestWithParam<observed_kind> {
  protected:
    outward_form form() const {
        outward_shape shape{.bits = GetParam().bits};
        shape.keys.emplace(0, crypto::keyed_permutations::make(std::array<std::uint8_t, 16>{3, 1, 4}).value());
        shape.constant = inward(0).bits() >> shape.bits << shape.bits;
        return outward_form::make(shape, "").value();
    }

    static id inward(std::uint64_t number) {
        if (*GetParam().layout == 0) return id::from_bits(number + 1);
        const layout& of = find_scheme(GetParam().layout)->types().front();
        const std::uint64_t in_a_tick = 100; // few, as IDs are made
        return of
            .encode({.type = of.type(),
                     .machine = 5,
                     .time = 2'000'000'000 + number / in_a_tick,
                     .seq = number % in_a_tick})
            .value();
    }

    std::vector<std::uint64_t> outward(std::vector<id> ids) const {
        EXPECT_TRUE(form().apply(ids));
        std::vector<std::uint64_t> numbers(ids.size());
        std::ranges::transform(ids, numbers.begin(), &id::bits);
        return numbers;
    }

    static std::vector<id> consecutive(std::size_t count) {
        std::vector<id> ids(count);
        for (std::size_t i = 0; i < count; ++i)
            ids[i] = inward(i);
        return ids;
    }
};

// Chi-square with 1,023 degrees of freedom above 7.5 deviations: 5e-12 (Wilson and Hilferty); the normal ones less.
constexpr double most_deviations = 7.5;

TEST_P(outward_observed, consecutive_ids_show_neither_order_nor_their_distance) {
    const auto made = outward(consecutive(200'000));
    for (const auto& [what, deviations] : testing::order_statistics{made, GetParam().bits}.all())
        EXPECT_LT(std::abs(deviations), most_deviations) << what;
}

TEST_P(outward_observed, the_same_measures_see_through_ids_as_they_are) {
    auto plain = consecutive(20'000);
    std::vector<std::uint64_t> numbers(plain.size());
    // Without the constant above, which the permutation leaves as it is.
    const std::uint64_t mask = (std::uint64_t{1} << GetParam().bits) - 1;
    std::ranges::transform(plain, numbers.begin(), [mask](id each) { return each.bits() & mask; });
    double largest = 0;
    for (const auto& [what, deviations] : testing::order_statistics{numbers, GetParam().bits}.all())
        if (std::isfinite(deviations)) largest = std::max(largest, std::abs(deviations));
    EXPECT_GT(largest, 100);
}

TEST_P(outward_observed, each_bit_is_set_in_half_of_them) {
    const auto made = outward(consecutive(100'000));
    const auto n = static_cast<double>(made.size());
    for (unsigned bit = 0; bit < GetParam().bits; ++bit) {
        const auto set = std::ranges::count_if(made, [bit](std::uint64_t each) { return (each >> bit & 1) != 0; });
        EXPECT_LT(std::abs(static_cast<double>(set) - n / 2), most_deviations * std::sqrt(n) / 2) << "bit " << bit;
    }
}

TEST_P(outward_observed, a_bit_of_an_id_changes_each_bit_of_its_form_half_of_the_times) {
    const unsigned bits = GetParam().bits;
    const auto ids = consecutive(600);
    const auto before = outward(ids);
    const auto n = static_cast<double>(ids.size());
    for (unsigned from = 0; from < bits; ++from) {
        std::vector<id> others = ids;
        for (id& each : others)
            each = id::from_bits(each.bits() ^ std::uint64_t{1} << from);
        const auto after = outward(others);
        for (unsigned to = 0; to < bits; ++to) {
            double changed = 0;
            for (std::size_t i = 0; i < after.size(); ++i)
                changed += static_cast<double>((after[i] ^ before[i]) >> to & 1);
            // Binomial; 3,969 pairs of bits at most, each beyond this with probability 6.4e-14.
            EXPECT_LT(std::abs(changed - n / 2), most_deviations * std::sqrt(n) / 2) << from << " to " << to;
        }
    }
}

INSTANTIATE_TEST_SUITE_P(kinds, outward_observed,
                         ::testing::Values(observed_kind{"", 48}, observed_kind{"vesta", 62}, observed_kind{"js", 53},
                                           observed_kind{"snowflake", 63}),
                         [](const auto& of) {
                             return *of.param.layout == 0 ? "segment" : std::string{of.param.layout};
                         });

} // namespace
} // namespace vesta
