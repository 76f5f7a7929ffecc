#include "conformance/sharded/shard_queue.hpp"
#include "support/control.hpp"

#include <vesta/redis/queues.hpp>

#include <array>
#include <atomic>

namespace vesta::testing {
namespace {

redis::options server() {
    return {.host = server_setting("VESTA_TEST_REDIS_HOST"),
            .port = static_cast<std::uint16_t>(std::stoi(server_setting("VESTA_TEST_REDIS_PORT")))};
}

class redis_environment {
  public:
    redis_environment() {
        static std::atomic<int> environments{0};
        at_.prefix = "test" + std::to_string(++environments) + ".";
    }
    std::shared_ptr<shard_queue> open() { return redis::open_queue(at_); }

  private:
    redis::options at_ = server();
};

INSTANTIATE_TYPED_TEST_SUITE_P(redis, shard_queue_contract, redis_environment);

constexpr shard_key key{{3}, {4}};

TEST(the_list_of_numbers, gives_runs_of_what_follows_one_another) {
    const auto list = redis::open_list(server());
    EXPECT_FALSE(list->pop(key, 10).value());
    const std::array parts{whole({key, 0, 25'000}), whole({key, 30'000, 30'005})};
    ASSERT_TRUE(list->push(parts));
    const auto first = list->pop(key, 100).value().value();
    EXPECT_EQ(first.part, whole({key, 0, 100}));
    EXPECT_EQ(first.left, 24'905U);
    std::int64_t last = 100;
    while (last < 25'000)
        last = list->pop(key, 9'000).value()->part.high;
    EXPECT_EQ(last, 25'000) << "and not those behind the gap";
    EXPECT_EQ(list->pop(key, 9'000).value()->part.low, 30'000);
    EXPECT_FALSE(list->pop(key, 10).value());
}

TEST(the_list_of_numbers, has_a_lock_that_its_owner_alone_releases) {
    const auto list = redis::open_list(server());
    const auto token = list->lock(key).value();
    ASSERT_TRUE(token);
    ASSERT_TRUE(list->unlock(key, "somebody"));
    EXPECT_FALSE(redis::open_list(server())->lock(key).value());
    ASSERT_TRUE(list->unlock(key, *token));
    const auto next = list->lock(key).value();
    EXPECT_TRUE(next);
    ASSERT_TRUE(list->unlock(key, *next));
}

TEST(the_list_of_numbers, is_empty_once_it_is_cleared) {
    const auto list = redis::open_list(server());
    const range_part part = whole({key, 0, 10});
    ASSERT_TRUE(list->push({&part, 1}));
    ASSERT_TRUE(list->clear(key));
    EXPECT_FALSE(list->pop(key, 10).value());
}

/// As soon as Redis is asked again.
std::optional<popped_part> popped_at_last(shard_queue& queue) {
    for (;;) {
        if (auto popped = queue.pop(key, 1)) return *popped;
        std::this_thread::yield();
    }
}

TEST(redis_that_does_not_work, is_named_and_comes_back) {
    const auto queue = redis::open_queue(server());
    const range_part part{key, 0, 10, 0, 10};
    ASSERT_TRUE(queue->push({&part, 1}));
    order("pause redis");
    const auto paused = queue->pop(key, 1);
    order("resume redis");
    ASSERT_FALSE(paused);
    EXPECT_EQ(paused.error().code, errc::store_unavailable);
    EXPECT_THAT(paused.error().message, ::testing::HasSubstr("Redis at 127.0.0.1:"));
    EXPECT_EQ(popped_at_last(*queue)->part, (range_part{key, 0, 10, 1, 2})) << "the piece of the late answer is lost";
    order("kill redis");
    for (int i = 0; i < 3; ++i)
        EXPECT_EQ(queue->pop(key, 1).error().code, errc::store_unavailable);
    order("start redis");
    EXPECT_FALSE(popped_at_last(*queue)) << "it kept nothing on disk";
}

TEST(redis_that_refuses_the_password, is_a_matter_of_settings_and_the_password_stays_secret) {
    auto at = server();
    at.user = "nobody";
    at.password = "geheim";
    const auto refused = redis::open_queue(at)->pop(key, 1);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::invalid_settings) << refused.error().message;
    EXPECT_THAT(refused.error().message, ::testing::Not(::testing::HasSubstr("geheim")));
}

} // namespace
} // namespace vesta::testing
