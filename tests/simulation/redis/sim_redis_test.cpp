#include "conformance/sharded/shard_queue.hpp"
#include "sim_redis.hpp"

#include <vesta/redis/queues.hpp>
#include <vesta/testing/manual_clock.hpp>

// The simulated server keeps the contract of a queue, and what a link does with answers that are none.
namespace vesta::testing {
namespace {

class sim_environment {
  public:
    std::shared_ptr<shard_queue> open() { return redis::open_queue({}, server.connector(), clock); }

    random_source random{1};
    manual_clock clock{unix_ms{std::chrono::days{20000}}};
    sim_redis server{random, clock};
};

INSTANTIATE_TYPED_TEST_SUITE_P(simulated_redis, shard_queue_contract, sim_environment);

class answers_of_redis : public ::testing::Test {
  protected:
    answers_of_redis() { EXPECT_TRUE(queue->push({&all, 1})); }

    /// Pops once while the server has @p habits, then a while later without.
    result<std::optional<popped_part>> pop_in_trouble(const redis_habits& habits) {
        in.server.set_habits(habits);
        auto got = queue->pop(key, 1);
        in.server.set_habits({});
        return got;
    }

    static constexpr shard_key key{{1}, {2}};
    static constexpr range_part all{key, 0, 32, 0, 32};
    sim_environment in;
    const std::shared_ptr<shard_queue> queue = in.open();
};

TEST_F(answers_of_redis, that_come_late_are_not_those_of_the_next_question) {
    EXPECT_EQ(pop_in_trouble({.slow = 1}).error().code, errc::store_unavailable);
    in.clock.rest(std::chrono::seconds{1});
    EXPECT_EQ(queue->pop(key, 1).value()->part, (range_part{key, 0, 32, 1, 2})) << "the first piece is lost";
}

TEST_F(answers_of_redis, that_were_cut_off_are_errors) {
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(pop_in_trouble({.cut = 1}).error().code, errc::store_unavailable);
        in.clock.rest(std::chrono::seconds{1});
    }
    // A queue that has nothing answers nothing, which is the shortest answer there is.
    ASSERT_TRUE(queue->clear(key));
    EXPECT_EQ(pop_in_trouble({.cut = 1}).error().code, errc::store_unavailable);
}

TEST_F(answers_of_redis, that_refuse_leave_it_in_use) {
    EXPECT_EQ(pop_in_trouble({.refused = 1}).error().code, errc::store_unavailable);
    EXPECT_EQ(queue->pop(key, 1).value()->part, (range_part{key, 0, 32, 0, 1}));
}

TEST_F(answers_of_redis, that_did_not_come_spare_it_for_a_quarter_of_a_second) {
    EXPECT_FALSE(pop_in_trouble({.unanswered = 1}));
    const auto before = in.server.done();
    EXPECT_EQ(queue->pop(key, 1).error().code, errc::store_unavailable);
    in.clock.rest(std::chrono::milliseconds{249});
    EXPECT_EQ(queue->pop(key, 1).error().code, errc::store_unavailable);
    EXPECT_EQ(in.server.done(), before) << "nobody asked";
    in.clock.rest(std::chrono::milliseconds{1});
    EXPECT_TRUE(queue->pop(key, 1).value());
}

} // namespace
} // namespace vesta::testing
