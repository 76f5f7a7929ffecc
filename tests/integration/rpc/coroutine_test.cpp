#include "served.hpp"

#include <vesta/rpc/client.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <condition_variable>
#include <coroutine>
#include <future>
#include <mutex>
#include <vector>

namespace vesta::rpc {
namespace {

/// A coroutine that starts at once and whose result is waited for by a thread.
template <class T>
class task {
  public:
    struct promise_type {
        std::promise<T> result;
        task get_return_object() { return task{result.get_future()}; }
        std::suspend_never initial_suspend() noexcept { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_value(T value) { result.set_value(std::move(value)); }
        void unhandled_exception() { result.set_exception(std::current_exception()); }
    };
    T get() { return result_.get(); }

  private:
    explicit task(std::future<T> result) : result_{std::move(result)} {}
    std::future<T> result_;
};

/// Coroutines that are to go on in the thread that takes them.
class resume_queue {
  public:
    void add(std::coroutine_handle<> which) {
        const std::lock_guard lock{guard_};
        all_.push_back(which);
        changed_.notify_one();
    }
    std::coroutine_handle<> take() {
        std::unique_lock lock{guard_};
        changed_.wait(lock, [this] { return !all_.empty(); });
        const auto next = all_.front();
        all_.erase(all_.begin());
        return next;
    }

  private:
    std::mutex guard_;
    std::condition_variable changed_;
    std::vector<std::coroutine_handle<>> all_;
};

task<std::vector<id>> make_some(generator from) {
    std::vector<id> made;
    for (int i = 0; i < 10; ++i) {
        const auto one = co_await from.co_generate();
        made.push_back(one.value());
    }
    made.resize(1000);
    const std::span<id> rest = std::span{made}.subspan(10);
    const auto filled = co_await from.co_generate(rest);
    filled.value();
    co_return made;
}

task<bool> reads_back(generator from) {
    const auto made = co_await from.co_generate();
    const id value = made.value();
    const auto read = co_await from.co_explain(value);
    const fields parts = read.value().parts;
    const auto again = co_await from.co_make(parts);
    const auto at = co_await from.co_to_time(parts.time);
    co_return again.value() == value&& at.value() == read.value().at;
}

task<errc> fails(generator from) {
    const auto made = co_await from.co_generate();
    co_return made.error().code;
}

void expect_different(std::vector<id> ids) {
    std::ranges::sort(ids);
    EXPECT_EQ(std::ranges::adjacent_find(ids), ids.end());
}

TEST(coroutine_test, makes_ids_one_by_one_and_many_at_once) {
    const served it;
    const client remote = client::open({.servers = {it.serving->address()}}).value();
    expect_different(make_some(remote.get("wide").value()).get());
}

TEST(coroutine_test, takes_what_is_at_hand_without_waiting) {
    const served it;
    const client remote = client::open({.servers = {it.serving->address()},
                                        .prefetch = {.count = 5000, .max_age = std::chrono::minutes{1}}})
                              .value();
    expect_different(make_some(remote.get("wide").value()).get());
}

TEST(coroutine_test, reads_and_builds_ids) {
    const served it;
    const client remote = client::open({.servers = {it.serving->address()}}).value();
    EXPECT_TRUE(reads_back(remote.get("default").value()).get());
}

TEST(coroutine_test, is_told_of_errors) {
    const served it;
    const client remote = client::open({.servers = {it.serving->address()}}).value();
    EXPECT_EQ(fails(remote.get("nope").value()).get(), errc::not_found);
}

TEST(coroutine_test, goes_on_where_it_is_told_to) {
    const served it;
    resume_queue here;
    const client remote =
        client::open({.servers = {it.serving->address()}, .resume = [&](auto which) { here.add(which); }}).value();
    auto waits = reads_back(remote.get("default").value());
    for (int waited = 0; waited < 4; ++waited)
        here.take().resume();
    EXPECT_TRUE(waits.get());
}

} // namespace
} // namespace vesta::rpc
