#include <gtest/gtest.h>
#include <segment/set_aside.hpp>
#include <source/portions.hpp>

#include <atomic>
#include <memory>
#include <set>
#include <thread>
#include <vector>

namespace vesta::testing {
namespace {

using detail::portion;
using detail::portions;

constexpr std::uint32_t epoch = 3;

TEST(a_portion, gives_what_was_set_aside_in_order) {
    portion mine;
    mine.set_aside({50, 3, 2}, epoch);
    EXPECT_EQ(mine.lost(), 0U);
    std::uint64_t number = 0;
    ASSERT_TRUE(mine.take_one(number, epoch));
    EXPECT_EQ(number, 50U);
    const auto rest = mine.take(10, epoch);
    EXPECT_EQ(rest.first, 52U);
    EXPECT_EQ(rest.count, 2U);
    EXPECT_EQ(rest.stride, 2U);
    EXPECT_FALSE(mine.take_one(number, epoch));
    EXPECT_EQ(mine.take(1, epoch).count, 0U);
}

TEST(a_portion, gives_nothing_of_another_epoch_and_says_what_was_lost) {
    portion mine;
    mine.set_aside({50, 5, 1}, epoch);
    std::uint64_t number = 0;
    EXPECT_FALSE(mine.take_one(number, epoch + 1));
    EXPECT_EQ(mine.take(2, epoch + 1).count, 0U);
    EXPECT_EQ(mine.left(epoch + 1), 0U);
    mine.set_aside({90, 4, 1}, epoch + 1);
    EXPECT_EQ(mine.lost(), 5U);
    mine.abandon();
    EXPECT_EQ(mine.lost(), 9U);
    EXPECT_EQ(mine.left_in_any_epoch(), 0U);
}

TEST(a_portion, counts_right_up_to_the_largest_number_even_where_the_next_would_be_beyond) {
    constexpr std::uint64_t largest = 9223372036854775806U;
    portion mine;
    mine.set_aside({largest - 1024, 2, 1024}, epoch);
    std::uint64_t number = 0;
    ASSERT_TRUE(mine.take_one(number, epoch));
    EXPECT_EQ(mine.left(epoch), 1U);
    ASSERT_TRUE(mine.take_one(number, epoch));
    EXPECT_EQ(number, largest);
    EXPECT_FALSE(mine.take_one(number, epoch));
}

TEST(a_portion, sets_more_aside_each_time_up_to_the_most) {
    portion mine;
    EXPECT_EQ(mine.next_width(100), 16U);
    EXPECT_EQ(mine.next_width(100), 32U);
    EXPECT_EQ(mine.next_width(100), 64U);
    EXPECT_EQ(mine.next_width(100), 100U);
    mine.set_aside({1, 100, 1}, epoch);
    mine.abandon();
    EXPECT_EQ(mine.next_width(100), 16U) << "whoever throws portions away gets small ones";
}

TEST(portions_of_threads, counts_what_is_held_and_what_is_lost) {
    const auto table = std::make_unique<portions>();
    ASSERT_NE(table->find_or_make(2), nullptr);
    table->find(2).set_aside({1, 10, 1}, epoch);
    table->find_or_make(3)->set_aside({11, 5, 1}, epoch - 1);
    EXPECT_EQ(table->count(epoch).held, 10U);
    EXPECT_EQ(table->count(epoch).lost, 5U);
}

TEST(portions_of_threads, has_empty_ones_where_none_was_made) {
    std::uint64_t number = 0;
    EXPECT_FALSE(portions::nobody()->find(detail::thread_slot()).take_one(number, 0));
    EXPECT_EQ(std::make_unique<portions>()->find_or_make(detail::slot::none), nullptr);
}

TEST(a_thread_slot, is_one_threads_alone_while_it_lives) {
    constexpr int many = 16;
    std::vector<std::size_t> slots(many);
    std::atomic<int> here{0};
    std::vector<std::thread> threads;
    for (auto& own : slots)
        threads.emplace_back([&] {
            own = detail::thread_slot();
            ++here;
            while (here != many)
                std::this_thread::yield();
            EXPECT_EQ(detail::thread_slot(), own);
        });
    for (auto& each : threads)
        each.join();
    EXPECT_EQ(std::set(slots.begin(), slots.end()).size(), many);
    for (const std::size_t each : slots)
        EXPECT_GE(each, detail::first_slot);
}

TEST(a_thread_slot, is_free_again_when_its_thread_has_ended) {
    for (std::size_t i = 0; i < 3 * detail::thread_slots; ++i)
        std::thread{[] { ASSERT_GE(detail::thread_slot(), detail::first_slot); }}.join();
}

TEST(a_thread_slot, is_not_to_be_had_by_more_threads_than_there_are_slots) {
    constexpr std::size_t many = detail::thread_slots + 8;
    std::atomic<std::size_t> here{0};
    std::atomic<std::size_t> without{0};
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < many; ++i)
        threads.emplace_back([&] {
            if (detail::thread_slot() == detail::slot::none) ++without;
            ++here;
            while (here != many)
                std::this_thread::yield();
        });
    for (auto& each : threads)
        each.join();
    EXPECT_GE(without, 8U);
}

/// Outlives the slot of its thread: thread-local objects end in the reverse order of their making.
struct late_caller {
    std::size_t* seen = nullptr;
    ~late_caller() {
        if (seen != nullptr) *seen = detail::thread_slot();
    }
};

TEST(a_thread_slot, is_gone_for_what_generates_while_its_thread_ends) {
    std::size_t seen = 99;
    std::thread{[&] {
        static thread_local late_caller late;
        late.seen = &seen;
        EXPECT_GE(detail::thread_slot(), detail::first_slot);
    }}.join();
    EXPECT_EQ(seen, detail::slot::none);
}

} // namespace
} // namespace vesta::testing
