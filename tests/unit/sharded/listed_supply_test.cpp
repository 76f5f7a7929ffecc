#include <vesta/sharded/shard_supply.hpp>
#include <vesta/testing/memory_shards.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

// The original's queue of single numbers, as a supply.
namespace vesta {
namespace {

using ::testing::HasSubstr;

constexpr shard_key orders{{1}, {2}};

/// The list in memory, and what the original's nodes and accidents do to it.
class memory_list final : public shard_queue {
  public:
    result<std::optional<popped_part>> pop(const shard_key& of, std::uint64_t wanted) override {
        if (away) return error{errc::store_unavailable, "away"};
        if (numbers.empty()) return std::optional<popped_part>{};
        shard_range taken{of, numbers.front() - 1, numbers.front()};
        for (numbers.pop_front(); !numbers.empty() && numbers.front() == taken.high + 1 &&
                                  static_cast<std::uint64_t>(taken.high - taken.low) < wanted;
             numbers.pop_front())
            ++taken.high;
        return std::optional{popped_part{whole(taken), numbers.size()}};
    }
    result<void> push(std::span<const range_part> parts) override {
        if (push_fails) return error{errc::store_unavailable, "away"};
        for (const range_part& part : parts)
            for (std::int64_t each = part.begin() + 1; each <= part.end(); ++each)
                numbers.push_back(each);
        return {};
    }
    result<void> clear(const shard_key&) override {
        numbers.clear();
        return {};
    }
    result<std::optional<refill_token>> lock(const shard_key&) override {
        if (away) return error{errc::store_unavailable, "away"};
        if (!owner.empty()) return std::optional<refill_token>{};
        owner = "ours";
        return std::optional{owner};
    }
    result<void> unlock(const shard_key&, const refill_token& token) override {
        if (owner == token) owner.clear();
        return {};
    }

    std::deque<std::int64_t> numbers;
    std::string owner;
    bool away = false;
    bool push_fails = false;
};

class numbers_in_a_list : public ::testing::Test {
  protected:
    numbers_in_a_list() { shards_->put({1, 2, "test", 0, 1000, 0}); }

    result<segment> reserve(std::uint64_t width = 0) {
        return supply_->reserve({.width = width, .row = row_of(orders)});
    }
    segment take(std::uint64_t width = 0) { return reserve(width).value(); }

    const std::shared_ptr<testing::memory_shards> shards_ = std::make_shared<testing::memory_shards>();
    const std::shared_ptr<memory_list> list_ = std::make_shared<memory_list>();
    const std::shared_ptr<shard_supply> supply_ = listed_supply(shards_, list_, {});
};

TEST_F(numbers_in_a_list, are_filled_up_by_a_step_and_taken_a_hundred_at_a_time) {
    const segment first = take();
    EXPECT_EQ(first.first, 1);
    EXPECT_EQ(first.end, 101);
    EXPECT_EQ(list_->numbers.size(), 900U);
    EXPECT_EQ(shards_->find(1, 2).max_id, 1000);
    EXPECT_EQ(take(250).end, 351) << "more where the demand is larger";
}

TEST_F(numbers_in_a_list, are_shared_with_nodes_that_take_and_add_them_one_by_one) {
    take();
    EXPECT_EQ(list_->numbers.front(), 101);
    list_->numbers.pop_front(); // the original's LPOP
    EXPECT_EQ(take().first, 102);
    const std::int64_t theirs = shards_->reserve({.of = orders}).value().low; // and its refill
    list_->numbers = {theirs + 1, theirs + 2};
    EXPECT_EQ(take().first, theirs + 1);
}

TEST_F(numbers_in_a_list, are_filled_up_when_a_fifth_of_a_step_is_left) {
    for (int i = 0; i < 7; ++i)
        take();
    EXPECT_EQ(list_->numbers.size(), 300U);
    take();
    EXPECT_EQ(list_->numbers.size(), 1200U);
    EXPECT_EQ(list_->owner, "") << "and the lock is released";
}

TEST_F(numbers_in_a_list, come_from_the_table_while_the_list_is_away) {
    list_->away = true;
    const segment direct = take();
    EXPECT_EQ(direct.first, 1);
    EXPECT_EQ(direct.end, 1001);
    EXPECT_EQ(supply_->status().counts.direct, 1U);
    EXPECT_TRUE(supply_->status().queue_trouble);
    list_->away = false;
    EXPECT_EQ(take().first, 1001);
    EXPECT_FALSE(supply_->status().queue_trouble);
}

TEST_F(numbers_in_a_list, come_from_the_table_while_somebody_else_refills_for_long) {
    list_->owner = "somebody";
    EXPECT_EQ(take().end, 1001);
    EXPECT_EQ(list_->owner, "somebody") << "whose lock stays his";
}

TEST_F(numbers_in_a_list, are_lost_and_not_repeated_where_they_cannot_be_pushed) {
    list_->push_fails = true;
    const segment direct = take();
    EXPECT_GT(direct.first, 1000);
    list_->push_fails = false;
    EXPECT_GE(take().first, direct.end);
}

TEST_F(numbers_in_a_list, end_where_the_row_ends) {
    shards_->put({1, 2, "test", 0, 1000, (101LL << 14) + (2 << 8) + 1}); // IDs below that of number 101
    const segment all = take();
    EXPECT_EQ(all.end, 101);
    const auto none = reserve();
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().code, errc::exhausted);
    EXPECT_THAT(none.error().message, HasSubstr("max_limit_id"));
}

} // namespace
} // namespace vesta
