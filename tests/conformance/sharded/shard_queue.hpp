#pragma once

#include <vesta/sharded/shard_queue.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <mutex>
#include <thread>
#include <vector>

// What every shard_queue has to pass. A test program of a queue includes this once and writes
//
//     INSTANTIATE_TYPED_TEST_SUITE_P(memory, shard_queue_contract, memory_environment);
//
// where the environment is a default-constructible class with a queue of its own, empty at first:
//
//     std::shared_ptr<shard_queue> open();     as another process would open it
namespace vesta::testing {

template <class Environment>
class shard_queue_contract : public ::testing::Test {
  protected:
    static constexpr shard_key key{{1}, {2}};
    /// Numbers large enough that a queue which makes doubles of them, or cuts them, gives others.
    static constexpr std::int64_t low = static_cast<std::int64_t>(largest_next) - 6400;

    static range_part part(unsigned from, unsigned to) { return {key, low, low + 3200, from, to}; }
    static range_part next_part(unsigned from, unsigned to) { return {key, low + 3200, low + 6400, from, to}; }
    void push(std::vector<range_part> parts) { ASSERT_TRUE(queue->push(parts)); }
    popped_part pop(std::uint64_t wanted) { return queue->pop(key, wanted).value().value(); }
    bool empty() { return !queue->pop(key, 1).value(); }

    Environment environment;
    std::shared_ptr<shard_queue> queue = environment.open();
};
TYPED_TEST_SUITE_P(shard_queue_contract);

TYPED_TEST_P(shard_queue_contract, gives_pieces_in_order_as_many_as_the_numbers_need) {
    EXPECT_TRUE(this->empty());
    this->push({this->part(0, 32), this->next_part(0, 32)});
    EXPECT_EQ(this->pop(1).part, this->part(0, 1));
    EXPECT_EQ(this->pop(100).part, this->part(1, 2));
    EXPECT_EQ(this->pop(101).part, this->part(2, 4));
    EXPECT_EQ(this->environment.open()->pop(this->key, 1).value()->part, this->part(4, 5));
    EXPECT_EQ(this->pop(1'000'000).part, this->part(5, 32)) << "never of two ranges at once";
    EXPECT_EQ(this->pop(1'000'000).part, this->next_part(0, 32));
    EXPECT_TRUE(this->empty());
}

TYPED_TEST_P(shard_queue_contract, tells_when_little_is_left) {
    this->push({this->part(30, 32), this->next_part(0, 32)});
    EXPECT_GT(this->pop(1).left, 640U);
    EXPECT_GT(this->pop(1).left, 640U);
    EXPECT_EQ(this->pop(2500).left, 700U);
    EXPECT_EQ(this->pop(700).left, 0U);
}

TYPED_TEST_P(shard_queue_contract, keeps_shards_apart_and_clears_one) {
    this->push({this->part(0, 1), {{{1}, {3}}, 0, 10, 0, 10}, {{{2}, {2}}, 0, 10, 0, 10}});
    ASSERT_TRUE(this->queue->clear(this->key));
    EXPECT_TRUE(this->empty());
    EXPECT_EQ(this->queue->pop({{1}, {3}}, 3).value()->part, (range_part{{{1}, {3}}, 0, 10, 0, 3}));
    EXPECT_TRUE(this->queue->pop({{2}, {2}}, 3).value());
}

TYPED_TEST_P(shard_queue_contract, the_lock_is_released_by_its_owner_only) {
    const auto other = this->environment.open();
    const auto token = this->queue->lock(this->key).value();
    ASSERT_TRUE(token);
    EXPECT_FALSE(other->lock(this->key).value());
    ASSERT_TRUE(other->unlock(this->key, "somebody"));
    EXPECT_FALSE(other->lock(this->key).value());
    EXPECT_TRUE(other->lock({{1}, {3}}).value()) << "each shard has its own";
    ASSERT_TRUE(this->queue->unlock(this->key, *token));
    const auto next = other->lock(this->key).value();
    ASSERT_TRUE(next);
    EXPECT_NE(*next, *token);
    ASSERT_TRUE(this->queue->unlock(this->key, *token)) << "late";
    EXPECT_FALSE(this->queue->lock(this->key).value());
}

TYPED_TEST_P(shard_queue_contract, of_many_who_pop_at_once_each_gets_pieces_of_his_own) {
    this->push({this->part(0, 32)});
    std::mutex guard;
    std::uint32_t seen = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&, queue = this->environment.open()] {
            while (const auto got = queue->pop(this->key, 1).value()) {
                const std::lock_guard held{guard};
                EXPECT_EQ(seen & got->part.mask(), 0U);
                seen |= got->part.mask();
            }
        });
    for (auto& each : threads)
        each.join();
    EXPECT_EQ(seen, 0xFFFFFFFFU);
}

REGISTER_TYPED_TEST_SUITE_P(shard_queue_contract, gives_pieces_in_order_as_many_as_the_numbers_need,
                            tells_when_little_is_left, keeps_shards_apart_and_clears_one,
                            the_lock_is_released_by_its_owner_only,
                            of_many_who_pop_at_once_each_gets_pieces_of_his_own);

} // namespace vesta::testing
