// Values that many read and one makes.
#include <vesta/catalogue/snapshot.hpp>

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <stdexcept>

namespace vesta {
namespace {

using namespace std::chrono_literals;

void spend(std::chrono::nanoseconds time) {
    const auto cpu = [] { return std::chrono::nanoseconds{std::clock() * (1'000'000'000 / CLOCKS_PER_SEC)}; };
    for (const auto end = cpu() + time; cpu() < end;) {
    }
}

TEST(snapshot_test, is_made_by_who_asks_first_and_read_by_the_others) {
    int made = 0;
    snapshot<int> of{std::make_shared<snapshots>(snapshot_pace{.oldest = 1h, .parts = 1'000'000'000}), [&] {
                         spend(1ms);
                         return ++made;
                     }};
    for (int i = 0; i < 100'000; ++i)
        ASSERT_EQ(*of.get(), 1);
    EXPECT_EQ(made, 1);
}

TEST(snapshot_test, shows_the_present_state_to_who_asks_now_and_then) {
    int state = 0;
    snapshot<int> of{std::make_shared<snapshots>(), [&] { return state; }};
    for (; state < 10; ++state)
        EXPECT_EQ(*of.get(), state);
}

TEST(snapshot_test, is_never_older_than_allowed) {
    int made = 0;
    snapshot<int> of{std::make_shared<snapshots>(snapshot_pace{.oldest = 0ms, .parts = 1'000'000'000}),
                     [&] { return ++made; }};
    EXPECT_EQ(*of.get(), 1);
    EXPECT_EQ(*of.get(), 2);
}

TEST(snapshot_test, is_kept_fresh_by_another_thread_if_it_is_costly) {
    const auto reader = std::this_thread::get_id();
    std::atomic<int> made{0};
    std::atomic<int> made_by_reader{0};
    snapshot<int> of{std::make_shared<snapshots>(snapshot_pace{.oldest = 1h, .cheap = 0ns}), [&] {
                         if (std::this_thread::get_id() == reader) ++made_by_reader;
                         return ++made;
                     }};
    EXPECT_EQ(*of.get(), 1);
    for (int i = 0; i < 1000; ++i)
        static_cast<void>(of.get());
    EXPECT_EQ(made_by_reader, 1);
}

TEST(snapshot_test, passes_on_what_its_maker_throws_and_is_made_by_the_next) {
    bool fails = true;
    snapshot<int> of{std::make_shared<snapshots>(), [&] {
                         if (fails) throw std::runtime_error{"no"};
                         return 1;
                     }};
    EXPECT_THROW(of.get(), std::runtime_error);
    fails = false;
    EXPECT_EQ(*of.get(), 1);
}

TEST(snapshots_test, do_other_work_in_order_and_refuse_too_much_of_it) {
    std::promise<void> begun;
    std::promise<void> go_on;
    std::atomic<int> done{0};
    {
        snapshots with;
        EXPECT_TRUE(with.order([&] {
            begun.set_value();
            go_on.get_future().wait();
        }));
        begun.get_future().wait();
        int taken = 0;
        while (with.order([&] { ++done; }))
            ++taken;
        EXPECT_EQ(taken, 16);
        std::promise<void> last;
        go_on.set_value();
        while (!with.order([&] { last.set_value(); }))
            std::this_thread::yield();
        last.get_future().wait();
        EXPECT_EQ(done, taken);
    }
}

} // namespace
} // namespace vesta
