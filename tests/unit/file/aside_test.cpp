#include "aside.hpp"

#include <gtest/gtest.h>

#include <future>
#include <stdexcept>
#include <thread>

namespace vesta::file {
namespace {

using namespace std::chrono_literals;

constexpr auto ample = 60s;

TEST(jobs_done_aside, are_waited_for) {
    aside tested;
    int done = 0;
    EXPECT_TRUE(tested.do_within(ample, [&] { ++done; }));
    EXPECT_TRUE(tested.do_within(ample, [&] { ++done; }));
    EXPECT_EQ(done, 2);
}

TEST(jobs_done_aside, hold_up_nobody_when_they_hang_and_are_not_added_to) {
    aside tested;
    std::promise<void> answer;
    EXPECT_FALSE(tested.do_within(1ms, [disk = answer.get_future().share()] { disk.wait(); }));
    bool begun = false;
    EXPECT_FALSE(tested.do_within(ample, [&] { begun = true; })) << "the first still hangs";
    answer.set_value();
    while (!tested.do_within(ample, [&] { begun = true; }))
        std::this_thread::yield();
    EXPECT_TRUE(begun);
}

TEST(jobs_done_aside, may_outlive_it) {
    std::promise<void> answer, ended;
    auto end = ended.get_future();
    {
        aside tested;
        EXPECT_FALSE(tested.do_within(1ms, [disk = answer.get_future().share(), &ended] {
            disk.wait();
            ended.set_value_at_thread_exit();
        }));
    }
    answer.set_value();
    end.wait();
}

TEST(jobs_done_aside, end_nothing_when_they_throw) {
    aside tested;
    EXPECT_TRUE(tested.do_within(ample, [] { throw std::runtime_error{"no"}; }));
    EXPECT_TRUE(tested.do_within(ample, [] {}));
}

} // namespace
} // namespace vesta::file
