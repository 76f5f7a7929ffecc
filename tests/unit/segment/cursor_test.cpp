#include <gtest/gtest.h>
#include <segment/cursor.hpp>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace vesta::testing {
namespace {

using detail::cursor;
using detail::range;

std::vector<std::uint64_t> numbers_of(const range& of) {
    std::vector<std::uint64_t> all;
    for (std::uint64_t i = 0; i < of.count; ++i)
        all.push_back(of.at(i));
    return all;
}

TEST(a_cursor, has_nothing_before_the_first_segment) {
    cursor from;
    std::uint64_t number = 0;
    std::uint64_t taken = 0;
    EXPECT_FALSE(from.take_one(number, taken));
    EXPECT_EQ(from.take(5).numbers.count, 0U);
    EXPECT_EQ(from.rest().count, 0U);
}

TEST(a_cursor, gives_a_segment_piece_by_piece_in_order_to_its_last_number) {
    cursor from;
    from.install({100, 5, 1});
    EXPECT_EQ(numbers_of(from.take(2).numbers), (std::vector<std::uint64_t>{100, 101}));
    std::uint64_t number = 0;
    std::uint64_t taken = 0;
    ASSERT_TRUE(from.take_one(number, taken));
    EXPECT_EQ(number, 102U);
    EXPECT_EQ(taken, 3U);
    const auto last = from.take(10);
    EXPECT_EQ(numbers_of(last.numbers), (std::vector<std::uint64_t>{103, 104}));
    EXPECT_EQ(last.taken, 5U);
    EXPECT_FALSE(from.take_one(number, taken));
}

TEST(a_cursor, keeps_the_stride_of_each_segment) {
    cursor from;
    from.install({7, 2, 10});
    EXPECT_EQ(numbers_of(from.take(5).numbers), (std::vector<std::uint64_t>{7, 17}));
    from.install({1000, 3, 4});
    EXPECT_EQ(numbers_of(from.take(5).numbers), (std::vector<std::uint64_t>{1000, 1004, 1008}));
}

TEST(a_cursor, gives_none_rather_than_fewer_than_the_least) {
    cursor from;
    from.install({1, 10, 1});
    EXPECT_EQ(from.take(11, 11).numbers.count, 0U);
    EXPECT_EQ(from.take(10, 10).numbers.count, 10U);
}

TEST(a_cursor, gives_all_the_rest_at_once_when_drained) {
    cursor from;
    from.install({1, 10, 1});
    from.take(3);
    EXPECT_EQ(numbers_of(from.rest()), numbers_of({4, 7, 1}));
    EXPECT_EQ(numbers_of(from.drain()), numbers_of({4, 7, 1}));
    EXPECT_EQ(from.take(1).numbers.count, 0U);
}

TEST(a_cursor, holds_the_widest_segment_up_to_the_largest_number) {
    constexpr std::uint64_t largest = 9223372036854775806U;
    constexpr std::uint64_t width = std::uint64_t{1} << 35;
    cursor from;
    from.install({largest - width + 1, width, 1});
    from.take(width - 1);
    EXPECT_EQ(numbers_of(from.take(5).numbers), std::vector<std::uint64_t>{largest});
}

/// Threads that take while one of them installs segment after segment, as a tag does under its lock.
TEST(a_cursor, gives_every_number_of_every_segment_exactly_once) {
    constexpr std::uint64_t segments = 3000;
    constexpr std::uint64_t size = 37;
    cursor from;
    std::atomic<std::uint64_t> installed{0};
    std::mutex turn;
    const auto work = [&](std::vector<std::uint64_t>& own) {
        for (std::uint64_t i = 0;; ++i) {
            std::uint64_t number = 0;
            std::uint64_t taken = 0;
            if (i % 3 == 0 && from.take_one(number, taken)) {
                own.push_back(number);
            } else if (const auto got = numbers_of(from.take(1 + i % 5).numbers); !got.empty()) {
                own.insert(own.end(), got.begin(), got.end());
            } else {
                const std::lock_guard guard{turn};
                if (from.rest().count != 0) continue;
                if (installed == segments) return;
                // Every second one goes back in numbers, to show what a stale reading would.
                const std::uint64_t at = installed++ ^ 1;
                from.install({at * size, size, 1});
            }
        }
    };
    std::vector<std::vector<std::uint64_t>> taken(4);
    std::vector<std::thread> threads;
    for (auto& own : taken)
        threads.emplace_back([&] { work(own); });
    for (auto& each : threads)
        each.join();
    std::vector<std::uint64_t> all;
    for (const auto& own : taken)
        all.insert(all.end(), own.begin(), own.end());
    std::ranges::sort(all);
    ASSERT_EQ(all.size(), segments * size);
    for (std::uint64_t i = 0; i < all.size(); ++i)
        ASSERT_EQ(all[i], i);
}

} // namespace
} // namespace vesta::testing
