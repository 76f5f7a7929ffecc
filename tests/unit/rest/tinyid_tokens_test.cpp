// The tokens of TinyId's table, and generators that have some.
#include <vesta/catalogue/kinds.hpp>
#include <vesta/testing/memory_segments.hpp>

#include <gtest/gtest.h>

#include <mutex>
#include <thread>

namespace vesta::testing {
namespace {

TEST(tokens_of_tinyid, are_read_again_and_again_without_being_asked_for) {
    std::atomic<int> readings{0};
    tag_tokens tokens{[&]() -> result<std::vector<tag_token>> {
                          const int now = readings++;
                          if (now == 0) return error{errc::store_unavailable, "away"};
                          return std::vector<tag_token>{{"t" + std::to_string(std::min(now, 3)), "order"}};
                      },
                      std::chrono::milliseconds{1}};
    while (readings < 4 || !tokens.may("t3", "order").value())
        std::this_thread::yield();
    EXPECT_FALSE(tokens.may("t2", "order").value());
    EXPECT_FALSE(tokens.may("", "order").value());
    EXPECT_FALSE(tokens.trouble());
    EXPECT_EQ(tag_tokens::usual_pause, std::chrono::minutes{1});
}

TEST(tokens_of_tinyid, are_unknown_before_they_were_read) {
    std::mutex reading;
    std::unique_lock first{reading};
    tag_tokens tokens{[&]() -> result<std::vector<tag_token>> {
        const std::lock_guard wait{reading};
        return error{errc::invalid_settings, "no such table"};
    }};
    EXPECT_EQ(tokens.may("t", "order").error().code, errc::not_ready);
    EXPECT_FALSE(tokens.was_read());
    first.unlock();
    while (!tokens.trouble())
        std::this_thread::yield();
    EXPECT_FALSE(tokens.was_read());
    EXPECT_EQ(tokens.may("t", "order").error().message, "no such table");
}

TEST(tokens_of_tinyid, are_waited_for_until_the_first_reading_has_ended) {
    for (const bool well : {true, false}) {
        tag_tokens tokens{[well]() -> result<std::vector<tag_token>> {
            if (!well) return error{errc::store_unavailable, "away"};
            return std::vector<tag_token>{{"t", "order"}};
        }};
        tokens.await_first_reading(std::chrono::hours{1});
        EXPECT_EQ(tokens.was_read(), well);
        EXPECT_EQ(tokens.trouble().has_value(), !well);
    }
    std::mutex reading;
    std::unique_lock first{reading};
    tag_tokens hangs{[&]() -> result<std::vector<tag_token>> {
        const std::lock_guard wait{reading};
        return std::vector<tag_token>{};
    }};
    hangs.await_first_reading(std::chrono::milliseconds{1});
    EXPECT_FALSE(hangs.was_read()) << "a store that hangs holds no start up for ever";
    first.unlock();
}

TEST(generators_with_tokens, are_not_ready_before_they_have_some) {
    const auto table = std::make_shared<memory_segments>();
    table->put({.tag = "test", .max_id = 2, .step = 100});
    auto tokens = std::make_unique<tag_tokens>(
        []() -> result<std::vector<tag_token>> { return error{errc::invalid_settings, "no such table"}; });
    EXPECT_FALSE(tokens->read());
    named_segments of{"tiny", table, {}, std::move(tokens)};
    const auto reading = (*of.segments())->read_table();
    while (!reading->done() || !(*of.segments())->status().ready)
        std::this_thread::yield();
    const auto status = of.status();
    EXPECT_FALSE(status.ready);
    EXPECT_EQ(status.why_not, "no such table");
}

} // namespace
} // namespace vesta::testing
