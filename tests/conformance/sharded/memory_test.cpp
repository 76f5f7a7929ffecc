#include "conformance/sharded/shard_queue.hpp"
#include "conformance/sharded/sharded_store.hpp"

#include <vesta/testing/memory_shards.hpp>

namespace vesta::testing {
namespace {

class memory_environment {
  public:
    std::shared_ptr<sharded_store> open() { return shards_; }
    std::shared_ptr<range_ledger> open_ledger() { return shards_; }
    void put(const shard_row& row) { shards_->put(row); }
    shard_row find(std::int64_t app, std::int64_t shard) { return shards_->find(app, shard); }

  private:
    const std::shared_ptr<memory_shards> shards_ = std::make_shared<memory_shards>();
};

class queue_environment {
  public:
    std::shared_ptr<shard_queue> open() { return queue_; }

  private:
    const std::shared_ptr<memory_queue> queue_ = std::make_shared<memory_queue>();
};

INSTANTIATE_TYPED_TEST_SUITE_P(memory, sharded_store_contract, memory_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(memory, range_ledger_contract, memory_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(memory, shard_queue_contract, queue_environment);

TEST(the_failing_store, fails_with_the_error_it_was_given) {
    failing_shards store{{errc::store_unavailable, "no such host"}};
    EXPECT_EQ(store.list().error().message, "no such host");
    EXPECT_EQ(store.reserve({}).error().code, errc::store_unavailable);
    EXPECT_EQ(store.init({1}, "").error().code, errc::store_unavailable);
    EXPECT_EQ(store.claim({}).error().code, errc::store_unavailable);
}

} // namespace
} // namespace vesta::testing
