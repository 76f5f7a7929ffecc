#include <vesta/crypto/keyed_permutations.hpp>
#include <vesta/segment/segment_generator.hpp>
#include <vesta/sharded/permuted_source.hpp>
#include <vesta/source/waiting.hpp>
#include <vesta/testing/memory_segments.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <set>

// A tag's numbers, hidden.
namespace vesta {
namespace {

constexpr std::array<std::uint8_t, 16> key{1, 2, 3};

class hidden_tags : public ::testing::Test {
  protected:
    hidden_tags() { store_->put({.tag = "order", .step = 1000}); }

    permuted_source hide(unsigned bits) { return {**tags_.tag("order"), keys_->make(bits, "segment order").value()}; }
    static std::vector<id> take(id_source& from, std::size_t count) {
        std::vector<id> made(count);
        generate_all(from, made, system_wall_clock()).value();
        return made;
    }

    const std::shared_ptr<const crypto::keyed_permutations> keys_ = crypto::keyed_permutations::make(key).value();
    const std::shared_ptr<testing::memory_segments> store_ = std::make_shared<testing::memory_segments>();
    segment_generator tags_{store_, {}};
};

TEST_F(hidden_tags, are_unique_positive_in_no_order_and_can_be_shown_again) {
    permuted_source hidden = hide(63);
    const auto made = take(hidden, 5000);
    EXPECT_FALSE(std::is_sorted(made.begin(), made.end()));
    EXPECT_EQ((std::set<id>{made.begin(), made.end()}).size(), made.size());
    for (std::size_t i = 0; i < made.size(); ++i) {
        ASSERT_GE(made[i].value, 0);
        ASSERT_EQ(hidden.number_of(made[i]).value(), i + 1);
    }
}

TEST_F(hidden_tags, come_one_at_a_time) {
    permuted_source hidden = hide(63);
    range_grant given = hidden.try_range(100);
    while (given.range.count == 0) {
        ASSERT_EQ(given.why, errc::not_ready);
        system_wall_clock().rest(given.wait);
        given = hidden.try_range(100);
    }
    EXPECT_EQ(given.range.count, 1U);
    EXPECT_EQ(hidden.number_of(given.range.first).value(), 1U);
    EXPECT_EQ(hidden.try_block(2).why, errc::invalid_argument);
    EXPECT_EQ(hidden.try_block(1).range.count, 1U);
}

TEST_F(hidden_tags, end_where_the_bits_end) {
    store_->put({.tag = "order", .max_id = (1 << 20) - 2, .step = 1000});
    permuted_source hidden = hide(20);
    const auto made = take(hidden, 2);
    EXPECT_LT(made[0].value, 1 << 20);
    EXPECT_LT(made[1].value, 1 << 20);
    id more;
    const auto refused = generate_all(hidden, {&more, 1}, system_wall_clock());
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::exhausted);
    EXPECT_FALSE(hidden.number_of({1 << 20}));
}

} // namespace
} // namespace vesta
