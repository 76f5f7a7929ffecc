#include "engine.hpp"
#include "support/test_catalogue.hpp"

#include <vesta/rpc/server.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>

// A client kept a stream for every tag and gate pass that it had ever been asked for, and walked through all of them a
// hundred times a second.
namespace vesta::rpc::detail {
namespace {

using std::chrono::milliseconds;

class many_queries : public ::testing::Test {
  public:
    std::unique_ptr<engine> start(prefetch_options prefetch = {}) const {
        client_options options{.servers = {serving_->address()}, .prefetch = prefetch};
        options.call_timeout = options.connect_timeout = options.answer_timeout = std::chrono::minutes{1};
        return engine::start(options).value();
    }

  private:
    vesta::testing::test_catalogue generators_;
    const std::unique_ptr<server> serving_ =
        server::start({.listen = "127.0.0.1:0", .threads = 1}, generators_).value();
};

stream_name shard_of(int user) {
    return {.generator = "sharded", .app = 2, .gate_pass = "user" + std::to_string(user)};
}

/// One ID of the stream of that name, whose handle is dropped afterwards.
id one_of(engine& by, const stream_name& name) {
    id made;
    const auto from = by.get(name);
    if (from->take_one(made)) return made;
    sleeping_waiter sleeper{{&made, 1}, by.deadline()};
    from->wait_for_more(sleeper);
    EXPECT_TRUE(sleeper.sleep());
    return made;
}

/// One ID for each of @p users, one after the other; the most streams that there were.
std::size_t ask_for_each(engine& by, int users) {
    std::set<id> different;
    std::size_t most = 0;
    for (int user = 0; user < users; ++user) {
        const id made = one_of(by, shard_of(user));
        EXPECT_EQ(made.value >> 56, 2);
        different.insert(made);
        most = std::max(most, by.stream_count());
    }
    EXPECT_EQ(different.size(), static_cast<std::size_t>(users));
    return most;
}

TEST_F(many_queries, one_after_the_other_leave_few_streams) {
    const auto by = start();
    EXPECT_LT(ask_for_each(*by, 20'000), 5'000u); // some hundred, those of one tick; a busy machine may stretch it
}

TEST_F(many_queries, leave_few_streams_when_what_was_prefetched_is_too_old) {
    const auto by = start({.count = 10, .max_age = milliseconds{1}});
    EXPECT_LT(ask_for_each(*by, 10'000), 5'000u);
}

TEST_F(many_queries, leave_what_was_prefetched_and_is_fresh) {
    const auto by = start({.count = 10, .max_age = std::chrono::hours{1}});
    const id first = one_of(*by, shard_of(0));
    for (int user = 1; user < 500; ++user)
        by->get(shard_of(user));
    id second;
    ASSERT_TRUE(by->get(shard_of(0))->take_one(second));
    EXPECT_EQ(second.value, first.value + 1);
}

TEST_F(many_queries, leave_the_streams_that_somebody_holds) {
    const auto by = start();
    const auto held = by->get(shard_of(0));
    for (int user = 1; user < 500; ++user)
        by->get(shard_of(user));
    EXPECT_EQ(by->get(shard_of(0)), held);
    EXPECT_LT(by->stream_count(), 10u);
}

TEST_F(many_queries, outlived_by_a_handle_are_no_matter) {
    auto by = start();
    const auto held = by->get(shard_of(0));
    by.reset();
    EXPECT_EQ(held.use_count(), 1);
}

} // namespace
} // namespace vesta::rpc::detail
