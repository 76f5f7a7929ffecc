#include "refiller_rig.hpp"

#include <algorithm>
#include <thread>
#include <vector>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ending = detail::refill_job::ending;

TEST_F(a_refiller, does_first_what_callers_wait_for) {
    done.hold_up(true);
    refills.order(one, false);
    done.await(1);
    refills.order(two, false);
    refills.order(three, true);
    done.hold_up(false);
    EXPECT_EQ(done.await(3), (std::vector{1, 3, 2}));
}

TEST_F(a_refiller, moves_up_what_has_become_urgent_and_does_it_once) {
    done.hold_up(true);
    refills.order(one, false);
    done.await(1);
    refills.order(two, false);
    refills.order(three, false);
    refills.order(three, true);
    refills.order(three, true);
    done.hold_up(false);
    done.await(3);
    refills.order(one, false);
    EXPECT_EQ(done.await(4), (std::vector{1, 3, 2, 1}));
}

TEST_F(a_refiller, does_again_what_was_ordered_while_it_ran) {
    done.hold_up(true);
    refills.order(one, false);
    done.await(1);
    refills.order(one, true);
    done.hold_up(false);
    EXPECT_EQ(done.await(2), (std::vector{1, 1}));
}

TEST_F(a_refiller, does_again_what_says_so) {
    one.answer({ending::done, ending::again, ending::again});
    refills.order(one, false);
    EXPECT_EQ(done.await(3), (std::vector{1, 1, 1}));
}

TEST_F(a_refiller, tries_a_store_that_is_down_with_one_job_and_then_does_the_others) {
    one.answer({ending::done, ending::store_down, ending::store_down});
    refills.order(one, false);
    done.await(1);
    refills.order(two, false);
    EXPECT_EQ(done.await(4), (std::vector{1, 1, 1, 2}));
    EXPECT_LT(refills.retry_at(), std::chrono::steady_clock::now());
}

TEST_F(a_refiller, finishes_what_is_queued) {
    done.hold_up(true);
    refills.order(one, false);
    refills.order(two, false);
    refills.order(three, false);
    done.await(1);
    done.hold_up(false);
    refills.finish(1min);
    EXPECT_EQ(done.await(3), (std::vector{1, 2, 3}));
}

TEST_F(a_refiller, does_not_finish_against_a_store_that_is_down) {
    one.answer({ending::done, ending::store_down});
    done.hold_up(true);
    refills.order(one, false);
    refills.order(two, false);
    done.await(1);
    std::thread finishing{[&] { refills.finish(1min); }};
    done.hold_up(false);
    finishing.join();
    const auto all = done.await(1);
    EXPECT_LE(std::ranges::count(all, 1), 2);
}

TEST_F(a_refiller, follows_the_latency_up_quickly_and_down_slowly) {
    for (int i = 0; i < 10; ++i)
        refills.note_latency(100ms);
    EXPECT_GT(refills.latency(), 90ms);
    refills.note_latency(1ms);
    EXPECT_GT(refills.latency(), 80ms);
    for (int i = 0; i < 100; ++i)
        refills.note_latency(1ms);
    EXPECT_LT(refills.latency(), 2ms);
}

} // namespace
} // namespace vesta::testing
