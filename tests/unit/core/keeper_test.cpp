#include "support/layouts.hpp"
#include "support/process.hpp"

#include <vesta/generate/keeper.hpp>
#include <vesta/testing/manual_clock.hpp>
#include <vesta/testing/memory_marks.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

/// A store whose writes a test can wait for, and make fail.
class watched_store {
  public:
    watched_store() {
        marks.set_fault([this](machine_id) -> std::optional<error> {
            const std::lock_guard guard{guard_};
            ++writes_;
            written_.notify_all();
            if (failing_) return error{errc::store_unavailable, "the store is away"};
            return {};
        });
    }

    void fail(bool failing) {
        const std::lock_guard guard{guard_};
        failing_ = failing;
    }

    /// Waits until @p more writes were tried from now on.
    void await_writes(int more) {
        std::unique_lock guard{guard_};
        const int target = writes_ + more;
        written_.wait(guard, [&] { return writes_ >= target; });
    }

    memory_marks marks;

  private:
    std::mutex guard_;
    std::condition_variable written_;
    int writes_ = 0;
    bool failing_ = false;
};

class a_keeper : public ::testing::Test {
  protected:
    std::shared_ptr<reservation> reserve(std::uint32_t machine) {
        return std::make_shared<reservation>(store.take({machine}).value(), reservation_policy{}, clock);
    }

    watched_store watched;
    memory_marks& store = watched.marks;
    manual_clock clock{new_year_2026};
};

TEST_F(a_keeper, makes_the_first_reservation_of_each) {
    const auto one = reserve(1);
    const auto two = reserve(2);
    keeper kept{{one, two}};
    while (one->mark() < new_year_2026 + 3s || two->mark() < new_year_2026 + 3s)
        std::this_thread::yield();
    EXPECT_EQ(store.stored({1}), new_year_2026 + 3s);
    EXPECT_EQ(store.stored({2}), new_year_2026 + 3s);
}

TEST_F(a_keeper, renews_when_the_clock_has_moved_and_somebody_is_in_a_hurry) {
    const auto one = reserve(1);
    keeper kept{{one}};
    while (one->mark() < new_year_2026 + 3s)
        std::this_thread::yield();
    clock.jump(1h);
    kept.hurry();
    while (one->mark() < new_year_2026 + 1h + 3s)
        std::this_thread::yield();
    EXPECT_FALSE(one->trouble());
}

TEST_F(a_keeper, goes_on_trying_while_the_store_is_away) {
    const auto one = reserve(1);
    watched.fail(true);
    keeper kept{{one}};
    watched.await_writes(3);
    ASSERT_TRUE(one->trouble());
    EXPECT_EQ(one->trouble()->code, errc::store_unavailable);
    watched.fail(false);
    while (one->mark() < new_year_2026 + 3s)
        std::this_thread::yield();
    EXPECT_FALSE(one->trouble());
}

TEST_F(a_keeper, keeps_the_others_when_one_is_lost) {
    const auto lost = reserve(1);
    const auto held = reserve(2);
    const auto thief = store.take_over({1});
    keeper kept{{lost, held}};
    while (held->mark() < new_year_2026 + 3s)
        std::this_thread::yield();
    EXPECT_EQ(store.stored({1}), unix_ms{});
    ASSERT_TRUE(lost->trouble());
    EXPECT_EQ(lost->trouble()->code, errc::lease_lost);
}

TEST_F(a_keeper, does_not_let_one_that_keeps_failing_delay_the_others) {
    const auto away = reserve(1);
    const auto held = reserve(2);
    std::atomic<int> tries{0};
    store.set_fault([&](machine_id of) -> std::optional<error> {
        if (of != machine_id{1}) return {};
        ++tries;
        return error{errc::store_unavailable, "its store is away"};
    });
    keeper kept{{away, held}};
    constexpr int rounds = 20;
    for (int i = 1; i <= rounds; ++i) {
        clock.jump(1h);
        while (held->mark() < new_year_2026 + i * 1h + 3s) {
            kept.hurry();
            std::this_thread::yield();
        }
    }
    EXPECT_LT(tries, rounds) << "each was delayed by the pause of the other";
}

TEST_F(a_keeper, may_be_stopped_by_several_threads) {
    const auto one = reserve(1);
    for (int i = 0; i < 50; ++i) {
        keeper kept{{one}};
        std::thread other{[&] { kept.stop(); }};
        kept.stop();
        other.join();
    }
}

TEST_F(a_keeper, ends_at_once_even_when_it_has_nothing_to_do_for_long) {
    const auto one = reserve(1);
    for (int i = 0; i < 200; ++i)
        const keeper kept{{one}};
}

TEST_F(a_keeper, may_be_destroyed_in_a_forked_child_where_its_thread_is_not) {
    const auto one = reserve(1);
    auto kept = std::make_unique<keeper>(std::vector{one});
    while (one->mark() < new_year_2026 + 3s) // by then it has been, or soon will be, asleep on its condition
        std::this_thread::yield();
    EXPECT_TRUE(holds_in_forked_child([&] {
        kept->hurry();
        kept.reset();
        return true;
    }));
}

} // namespace
} // namespace vesta::testing
