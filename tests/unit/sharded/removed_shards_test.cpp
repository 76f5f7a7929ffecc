#include <vesta/sharded/shard_supply.hpp>
#include <vesta/testing/memory_shards.hpp>

#include <gtest/gtest.h>

// Queues of shards whose rows were removed.
namespace vesta {
namespace {

constexpr shard_key kept{{1}, {2}};
constexpr shard_key removed{{3}, {4}};

class queues_of_shards : public ::testing::Test {
  protected:
    queues_of_shards() {
        for (const shard_key& each : {kept, removed}) {
            shards_->put({each.app.value, each.shard.value, "test", 0, 1000, 0});
            supply_->reserve({.row = row_of(each)}).value();
        }
        supply_->list().value();
        shards_->remove(removed.app.value);
    }
    bool has(const shard_key& key) const {
        const auto all = queue_->dump();
        const auto found = all.find(key);
        return found != all.end() && !found->second.empty();
    }

    const std::shared_ptr<testing::memory_shards> shards_ = std::make_shared<testing::memory_shards>();
    const std::shared_ptr<testing::memory_queue> queue_ = std::make_shared<testing::memory_queue>();
    const std::shared_ptr<shard_supply> supply_ = queued_supply(shards_, shards_, queue_, {}, top_up::before);
};

TEST_F(queues_of_shards, are_removed_with_their_rows) {
    ASSERT_TRUE(has(removed));
    supply_->list().value();
    EXPECT_FALSE(has(removed));
    EXPECT_TRUE(has(kept));
}

TEST_F(queues_of_shards, are_removed_later_where_the_queue_is_away_meanwhile) {
    queue_->set_fault([] { return error{errc::store_unavailable, "away"}; });
    EXPECT_TRUE(supply_->list()) << "the table is there";
    queue_->set_fault({});
    ASSERT_TRUE(has(removed));
    supply_->list().value();
    EXPECT_FALSE(has(removed));
}

} // namespace
} // namespace vesta
