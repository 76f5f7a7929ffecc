#include "range_slot.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace vesta::rpc::detail {
namespace {

constexpr std::int64_t never = 1'000'000;

TEST(range_slot_test, is_empty_at_first) {
    range_slot slot;
    EXPECT_EQ(slot.take(1, 0).range.count, 0u);
    EXPECT_EQ(slot.left(0), 0u);
}

TEST(range_slot_test, hands_out_a_range_from_the_front_and_no_more) {
    range_slot slot;
    slot.put({id{100}, 10, 3}, never);
    const auto first = slot.take(4, 0).range;
    EXPECT_EQ(first.first, id{100});
    EXPECT_EQ(first.count, 4u);
    EXPECT_EQ(first.stride, 3u);
    EXPECT_EQ(slot.left(0), 6u);
    const auto rest = slot.take(100, 0).range;
    EXPECT_EQ(rest.first, id{112});
    EXPECT_EQ(rest.count, 6u);
    EXPECT_EQ(slot.take(1, 0).range.count, 0u);
}

TEST(range_slot_test, tells_once_that_it_is_low) {
    range_slot slot;
    slot.put({id{0}, 10}, never);
    int low = 0;
    for (int i = 0; i < 10; ++i)
        low += slot.take(1, 0).low ? 1 : 0;
    EXPECT_EQ(low, 1);
    slot.put({id{0}, 1}, never);
    EXPECT_TRUE(slot.take(1, 0).low);
    slot.put({id{0}, 10}, never);
    EXPECT_TRUE(slot.take(10, 0).low);
}

TEST(range_slot_test, gives_nothing_that_is_too_old) {
    range_slot slot;
    slot.put({id{0}, 10}, 50);
    EXPECT_EQ(slot.take(1, 49).range.count, 1u);
    EXPECT_EQ(slot.take(1, 50).range.count, 0u);
    EXPECT_EQ(slot.left(50), 0u);
}

TEST(range_slot_test, gives_each_id_once_while_ranges_are_replaced) {
    // Each range differs from the last in every field, and a taker that mixed two of them would find an ID that no
    // range has, or one that another has too.
    constexpr std::uint64_t ranges = 1000;
    constexpr std::uint64_t apart = 1'000'000;
    range_slot slot;
    std::atomic<bool> over{false};
    std::vector<std::vector<std::uint64_t>> taken(3);
    std::vector<std::thread> takers;
    for (auto& mine : taken) {
        takers.emplace_back([&] {
            for (std::uint64_t wanted = 1; !over || slot.left(0) != 0; wanted = wanted % 5 + 1) {
                const auto got = slot.take(wanted, 0).range;
                if (got.count == 0) std::this_thread::yield();
                for (std::uint64_t i = 0; i < got.count; ++i)
                    mine.push_back(got.first.bits() + i * got.stride);
            }
        });
    }
    std::uint64_t expected = 0;
    for (std::uint64_t i = 0; i < ranges; ++i) {
        while (slot.left(0) != 0)
            std::this_thread::yield();
        const std::uint64_t count = 1 + i % 97;
        slot.put({id::from_bits(i * apart), count, 1 + i % 7}, never);
        expected += count;
    }
    over = true;
    for (auto& each : takers)
        each.join();
    std::vector<std::uint64_t> all;
    for (const auto& mine : taken)
        all.insert(all.end(), mine.begin(), mine.end());
    std::ranges::sort(all);
    EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
    ASSERT_EQ(all.size(), expected);
    for (const std::uint64_t value : all) {
        const std::uint64_t range = value / apart;
        const std::uint64_t offset = value % apart;
        EXPECT_EQ(offset % (1 + range % 7), 0u);
        EXPECT_LT(offset / (1 + range % 7), 1 + range % 97);
    }
}

} // namespace
} // namespace vesta::rpc::detail
