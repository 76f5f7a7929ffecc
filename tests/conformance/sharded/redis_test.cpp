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

redis::options server_with_tls() {
    return {.host = server_setting("VESTA_TEST_REDIS_TLS_HOST"),
            .port = static_cast<std::uint16_t>(std::stoi(server_setting("VESTA_TEST_REDIS_TLS_PORT"))),
            .user = "vesta",
            .password = server_setting("VESTA_TEST_REDIS_TLS_PASSWORD"),
            .tls = tls::client_options{.ca_file = server_setting("VESTA_TEST_REDIS_TLS_CA"),
                                       .certificate = server_setting("VESTA_TEST_REDIS_TLS_CLIENT"),
                                       .key = server_setting("VESTA_TEST_REDIS_TLS_CLIENT_KEY")}};
}

/// By TLS.
class secured_environment {
  public:
    std::shared_ptr<shard_queue> open() { return redis::open_queue(at_); }

  private:
    redis::options at_ = [] {
        static std::atomic<int> environments{0};
        auto at = server_with_tls();
        at.prefix = "test" + std::to_string(++environments) + ".";
        return at;
    }();
};

INSTANTIATE_TYPED_TEST_SUITE_P(redis_by_tls, shard_queue_contract, secured_environment);

class redis_by_tls : public ::testing::Test {
  protected:
    error refusal() const {
        const auto popped = redis::open_queue(at)->pop(key, 1);
        return popped ? error{} : popped.error();
    }

    redis::options at = server_with_tls();
};

TEST_F(redis_by_tls, takes_more_than_one_record) {
    const auto list = redis::open_list(at);
    const std::array parts{whole({key, 0, 100'000})};
    ASSERT_TRUE(list->push(parts));
    EXPECT_EQ(list->pop(key, 10'000).value()->part.high, 10'000);
    ASSERT_TRUE(list->clear(key));
}

TEST_F(redis_by_tls, is_refused_where_the_authority_is_another_one) {
    at.tls->ca_file.clear(); // the system's
    EXPECT_EQ(refusal().code, errc::store_unavailable);
    EXPECT_THAT(refusal().message, ::testing::HasSubstr("did not agree on TLS: self-signed certificate in"));
}

TEST_F(redis_by_tls, is_refused_where_its_certificate_names_another_host) {
    at.host = "localhost";
    EXPECT_THAT(refusal().message, ::testing::HasSubstr("did not agree on TLS: hostname mismatch"));
}

TEST_F(redis_by_tls, turns_away_who_shows_no_certificate_or_comes_without) {
    at.tls->certificate.clear();
    EXPECT_EQ(refusal().code, errc::store_unavailable);
    at.tls.reset();
    EXPECT_EQ(refusal().code, errc::store_unavailable);
}

TEST_F(redis_by_tls, that_is_asked_of_a_plain_server_is_refused_rather_than_done_in_the_open) {
    at.host = server().host;
    at.port = server().port;
    EXPECT_EQ(refusal().code, errc::store_unavailable);
    EXPECT_THAT(refusal().message, ::testing::HasSubstr("did not agree on TLS"));
}

TEST_F(redis_by_tls, needs_files_that_can_be_used) {
    at.tls->ca_file = "/nowhere/ca.pem";
    EXPECT_EQ(refusal().code, errc::invalid_settings);
    EXPECT_THAT(refusal().message, ::testing::HasSubstr("/nowhere/ca.pem"));
}

TEST_F(redis_by_tls, keeps_the_time_limits_of_an_answer_and_of_a_handshake) {
    const auto queue = redis::open_queue(at);
    ASSERT_TRUE(queue->clear(key));
    order("pause redis-tls");
    const auto paused = queue->pop(key, 1);
    const error unwelcome = refusal();
    order("resume redis-tls");
    EXPECT_EQ(paused.error().code, errc::store_unavailable);
    EXPECT_THAT(unwelcome.message, ::testing::HasSubstr("it takes too long"));
    EXPECT_FALSE(popped_at_last(*queue));
}

} // namespace
} // namespace vesta::testing
