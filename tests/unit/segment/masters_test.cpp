#include "rig.hpp"

#include <segment/held_ranges.hpp>

#include <set>

// Several masters, each with a remainder of its own: their tables know nothing of each other.
namespace vesta::testing {
namespace {

class masters : public segment_test {};

TEST(a_reserved_range, has_the_numbers_of_one_remainder_and_no_other) {
    for (std::int64_t first = 0; first < 7; ++first)
        for (std::int64_t end = first; end < first + 7; ++end)
            for (std::uint32_t delta = 1; delta < 5; ++delta)
                for (std::uint32_t remainder = 0; remainder < delta; ++remainder) {
                    std::set<std::uint64_t> expected;
                    for (std::int64_t number = first; number < end; ++number)
                        if (number % delta == remainder) expected.insert(static_cast<std::uint64_t>(number));
                    const auto ours =
                        detail::held_range::from({first, end, {.delta = delta, .remainder = remainder}}).ours;
                    std::set<std::uint64_t> found;
                    for (std::uint64_t i = 0; i < std::min<std::uint64_t>(ours.count, 10); ++i)
                        found.insert(ours.at(i));
                    EXPECT_EQ(found, expected) << first << " to " << end << ", " << remainder << " of " << delta;
                }
}

TEST_F(masters, give_disjoint_numbers) {
    constexpr std::uint32_t count = 3;
    std::set<std::int64_t> seen;
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto own = std::make_shared<memory_segments>();
        own->put({.tag = "order", .max_id = 1, .step = 100, .delta = count, .remainder = i});
        segment_generator from{own, {}};
        for (const std::int64_t each : take(*from.tag("order").value(), 500)) {
            EXPECT_EQ(each % count, i);
            EXPECT_TRUE(seen.insert(each).second);
        }
        EXPECT_EQ(from.status().counts.served, 500U);
    }
    EXPECT_EQ(*seen.begin(), 1);
    EXPECT_EQ(seen.size(), 1500U);
}

TEST_F(masters, give_ranges_and_blocks_with_their_stride) {
    table->put({.tag = "order", .max_id = 1, .step = 1000, .delta = 4, .remainder = 3});
    const auto from = open();
    auto& order = *from->tag("order").value();
    EXPECT_EQ(take_one(order), 3);
    const auto range = order.try_range(10).range;
    EXPECT_EQ(range.first.value, 7);
    EXPECT_EQ(range.stride, 4U);
    EXPECT_EQ(range.count, 10U);
    EXPECT_EQ(order.try_block(5).range.first.value, 47);
    EXPECT_EQ(take_one(order), 67);
}

TEST_F(masters, make_no_row_by_themselves) {
    table->put({.tag = "order", .max_id = 1, .step = 1000, .delta = 2, .remainder = 1});
    const auto from = open({.auto_create = 10});
    take_one(*from->tag("order").value());
    const auto refused = from->hand_out("new");
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::not_found);
    EXPECT_FALSE(table->find("new"));
}

TEST_F(masters, with_a_step_below_delta_still_find_numbers) {
    table->put({.tag = "order", .max_id = 1, .step = 1, .delta = 64, .remainder = 10});
    const auto from = open();
    auto& order = *from->tag("order").value();
    EXPECT_EQ(take_one(order) % 64, 10);
    EXPECT_EQ(take(order, 100).back() % 64, 10);
}

TEST_F(masters, give_back_what_they_did_not_use) {
    table->put({.tag = "order", .max_id = 1, .step = 1000, .delta = 4, .remainder = 3});
    const auto from = open();
    take(*from->tag("order").value(), 10);
    from->close();
    EXPECT_EQ(from->status().counts.given_back, 240U);
    const auto again = open();
    EXPECT_EQ(take_one(*again->tag("order").value()), 43);
}

} // namespace
} // namespace vesta::testing
