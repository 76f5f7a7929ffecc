#include "support/fake_server.hpp"
#include "support/random.hpp"
#include "support/serving_program.hpp"

#include <vesta/rpc/client.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <vector>

// Clients of `vesta serve` as processes that are killed, restarted, paused and slow.
namespace vesta::rpc {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using vesta::testing::fake_server;
using vesta::testing::random_source;
using vesta::testing::serving_program;

client_options options_for(std::vector<std::string> servers) {
    return {.servers = std::move(servers),
            .call_timeout = milliseconds{60'000}, // what a busy machine never needs: a call that fails is a failure
            .connect_timeout = milliseconds{500},
            .answer_timeout = milliseconds{500},
            .largest_backoff = milliseconds{100}};
}

/// IDs that callers got, and what they were told instead.
class ledger {
  public:
    void add(std::span<const id> some) {
        const std::lock_guard lock{guard_};
        for (const id each : some)
            ids_.push_back(each.value);
        ++calls_;
    }
    void add(const error& why) {
        const std::lock_guard lock{guard_};
        errors_.push_back(why);
        ++calls_;
    }
    /// Calls that are over.
    std::size_t calls() const {
        const std::lock_guard lock{guard_};
        return calls_;
    }
    /// Waits until @p more calls are over.
    void await(std::size_t more) const {
        for (const std::size_t until = calls() + more; calls() < until;)
            std::this_thread::sleep_for(milliseconds{1});
    }
    const std::vector<error>& errors() const { return errors_; }
    std::size_t count() const { return ids_.size(); }
    bool has_duplicates() {
        std::ranges::sort(ids_);
        return std::ranges::adjacent_find(ids_) != ids_.end();
    }

  private:
    mutable std::mutex guard_;
    std::vector<std::int64_t> ids_;
    std::vector<error> errors_;
    std::size_t calls_ = 0;
};

/// Threads that keep calling @p from, one ID or many at a time, until this is destroyed.
class callers {
  public:
    callers(client& from, ledger& into, int count) {
        for (int i = 0; i < count; ++i)
            threads_.emplace_back([this, &from, &into, size = i % 2 == 0 ? 1u : 300u] { call(from, into, size); });
    }
    callers(const callers&) = delete;
    callers& operator=(const callers&) = delete;
    ~callers() {
        enough_ = true;
        for (std::thread& each : threads_)
            each.join();
    }

  private:
    void call(client& from, ledger& into, std::size_t size) const {
        std::vector<id> out(size);
        while (!enough_) {
            if (const auto filled = from.generate(out)) {
                into.add(out);
            } else {
                into.add(filled.error());
            }
            std::this_thread::sleep_for(milliseconds{1}); // the processes under test need the processors, too
        }
    }

    std::atomic<bool> enough_{false};
    std::vector<std::thread> threads_;
};

constexpr int some_callers = 4;
constexpr std::size_t some_calls = 100;

TEST(processes_test, one_that_is_killed_is_replaced_by_another) {
    serving_program first{1};
    const serving_program second{2};
    client remote = client::open(options_for({first.address(), second.address()})).value();
    ledger got;
    {
        const callers busy{remote, got, some_callers};
        for (int i = 0; i < 5; ++i) {
            got.await(some_calls);
            first.kill();
            got.await(some_calls);
            first.start();
        }
    }
    EXPECT_THAT(got.errors(), ::testing::IsEmpty());
    EXPECT_FALSE(got.has_duplicates());
}

TEST(processes_test, the_only_one_serves_again_when_it_is_back) {
    serving_program only{1};
    client remote = client::open(options_for({only.address()})).value();
    ledger got;
    {
        const callers busy{remote, got, some_callers};
        for (int i = 0; i < 6; ++i) {
            got.await(some_calls);
            if (i % 2 == 0) {
                only.kill();
            } else {
                EXPECT_EQ(only.stop(), 0);
            }
            only.start();
        }
        got.await(some_calls);
    }
    EXPECT_THAT(got.errors(), ::testing::IsEmpty()) << "callers wait for it within their time-out";
    EXPECT_FALSE(got.has_duplicates());
}

TEST(processes_test, one_that_is_paused_is_replaced_by_another_and_its_late_answers_are_dropped) {
    const serving_program first{1};
    const serving_program second{2};
    for (const std::uint64_t prefetched : {0, 1000}) {
        auto options = options_for({first.address(), second.address()});
        options.prefetch.count = prefetched;
        client remote = client::open(options).value();
        ledger got;
        {
            const callers busy{remote, got, some_callers};
            for (int i = 0; i < 2; ++i) {
                got.await(some_calls);
                first.pause();
                got.await(some_calls);
                first.resume();
            }
            got.await(some_calls);
        }
        EXPECT_THAT(got.errors(), ::testing::IsEmpty());
        EXPECT_FALSE(got.has_duplicates());
    }
}

TEST(processes_test, the_only_one_that_is_paused_is_an_error_within_the_time_out) {
    const serving_program only{1};
    auto options = options_for({only.address()});
    options.call_timeout = milliseconds{1200};
    client remote = client::open(options).value();
    while (!remote.generate()) { // a busy machine may take longer to connect than one call waits
    }
    only.pause();
    const auto failed = remote.generate();
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().code, errc::store_unavailable);
    EXPECT_THAT(failed.error().message, HasSubstr("no server answered within 1.200s: " + only.address()));
    EXPECT_EQ(remote.get("").value().explain(id{1}).error().code, errc::store_unavailable);
    only.resume();
    while (!remote.generate()) {
    }
}

TEST(processes_test, one_that_is_slow_is_waited_for) {
    const serving_program slow{1};
    auto options = options_for({slow.address()});
    options.connect_timeout = options.answer_timeout = milliseconds{30'000};
    client remote = client::open(options).value();
    ledger got;
    {
        const callers busy{remote, got, some_callers};
        for (int i = 0; i < 20; ++i) { // it gets a fifth of the time
            slow.pause();
            std::this_thread::sleep_for(milliseconds{20});
            slow.resume();
            std::this_thread::sleep_for(milliseconds{5});
        }
        got.await(some_calls);
    }
    EXPECT_THAT(got.errors(), ::testing::IsEmpty());
    EXPECT_FALSE(got.has_duplicates());
}

/// Does to servers whatever happens to servers, one at a time, and leaves them serving.
class trouble {
  public:
    explicit trouble(std::span<serving_program* const> on) : on_{on} {}

    void make() {
        serving_program& which = *on_[random_.below(on_.size())];
        switch (random_.below(4)) {
        case 0:
            which.kill();
            which.start();
            break;
        case 1:
            EXPECT_EQ(which.stop(), 0);
            which.start();
            break;
        case 2: // for longer than a client waits for an answer
            pause(which, milliseconds{700});
            break;
        default:
            pause(which, milliseconds{random_.between(1, 100)});
        }
    }

  private:
    static void pause(const serving_program& which, milliseconds duration) {
        which.pause();
        std::this_thread::sleep_for(duration);
        which.resume();
    }

    std::span<serving_program* const> on_;
    random_source random_ = random_source::announced();
};

TEST(processes_test, whatever_happens_to_them_nobody_gets_an_id_twice_and_nobody_is_left_waiting) {
    const fake_server garbage{[](const fake_server::visitor& from) {
        from.greet();
        while (!from.read().empty())
            from.send("*2\r\n+what\r\n:1\r\n");
    }};
    serving_program first{1};
    serving_program second{2, 2};
    serving_program third{3};
    const std::vector<std::string> servers{garbage.address(), first.address(), second.address(), third.address()};
    auto plain = options_for(servers);
    auto spread = plain;
    spread.spread = true;
    spread.connections = 3;
    auto ahead = plain;
    ahead.prefetch = {.count = 500, .max_age = milliseconds{50}};
    client one = client::open(plain).value();
    client two = client::open(spread).value();
    client three = client::open(ahead).value();
    ledger got;
    {
        const callers by_one{one, got, some_callers};
        const callers by_two{two, got, some_callers};
        const callers by_three{three, got, some_callers};
        serving_program* const all[] = {&first, &second, &third};
        trouble makes{all};
        const char* const rounds = std::getenv("VESTA_RPC_TROUBLES");
        for (int left = rounds != nullptr ? std::atoi(rounds) : 12; left > 0; --left) {
            makes.make();
            got.await(some_calls / 2);
        }
    } // every caller comes back, or this test runs out of time
    for (const error& each : got.errors())
        ADD_FAILURE() << each.message;
    EXPECT_FALSE(got.has_duplicates());
    std::cout << got.count() << " IDs in " << got.calls() << " calls\n";
}

} // namespace
} // namespace vesta::rpc
