#include "support/node.hpp"
#include "support/process.hpp"

#include <vesta/generate/portion_timer.hpp>

#include <gtest/gtest.h>

#include <array>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

// `order: lanes` of kinds that take the time: threads set IDs aside and hand them out by themselves.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

constexpr auto for_ever = 24h; // rounds that no test outlasts

class ids_set_aside : public ::testing::Test {
  protected:
    node start(std::chrono::milliseconds period = for_ever, node_options with = {}) {
        rounds = std::make_shared<portion_timer>(period);
        with.rounds = rounds;
        return node{marks, clock, with};
    }

    /// Generates until the thread has some set aside.
    static id fill(node& from) {
        id last;
        for (int i = 0; i < 6; ++i)
            last = from->generate().value(); // 1, then 2 and 1 aside, then 4 and 3 aside
        return last;
    }

    void wait_for_the_end_of(std::uint64_t round) const {
        while (rounds->round() == round)
            std::this_thread::yield();
    }

    memory_marks marks;
    manual_clock clock{new_year_2026};
    std::shared_ptr<portion_timer> rounds;
};

TEST_F(ids_set_aside, increase_with_all_other_ids_of_their_thread) {
    node made = start(for_ever, {.type = "max-peak"});
    id last = fill(made);
    std::vector<id> batch(7);
    for (int i = 0; i < 300; ++i) {
        const id one = made->generate().value();
        ASSERT_GT(one, last);
        ASSERT_TRUE(made->generate(batch));
        ASSERT_GT(batch.front(), one);
        ASSERT_EQ(std::ranges::adjacent_find(batch, std::greater_equal{}), batch.end());
        const range_grant some = made->try_range(static_cast<std::uint64_t>(i) % 40 + 1);
        ASSERT_GT(some.range.first, batch.back());
        last = {some.range.first.value + static_cast<std::int64_t>((some.range.count - 1) * some.range.stride)};
    }
}

TEST_F(ids_set_aside, of_a_thread_that_ended_come_before_all_that_the_next_one_with_its_slot_gets) {
    node made = start(for_ever, {.type = "max-peak"});
    node other{marks, clock, {.machines = {{2}}, .rounds = rounds}};
    std::thread{[&] { fill(made); }}.join();
    std::thread{[&] {
        const id first = made->try_range(1).range.first;
        ASSERT_TRUE(other->generate());
        ASSERT_GT(made->generate().value(), first);
    }}.join();
}

TEST_F(ids_set_aside, keep_the_time_at_which_they_were_claimed_within_their_round) {
    node made = start();
    const auto then = made.parts(fill(made)).time;
    clock.jump(1s);
    EXPECT_EQ(made.parts(made->generate().value()).time, then);
}

TEST_F(ids_set_aside, are_dropped_when_their_round_is_over) {
    node made = start(1ms);
    const id last = fill(made);
    clock.jump(1s);
    wait_for_the_end_of(rounds->round());
    const id next = made->generate().value();
    EXPECT_EQ(made.parts(next).time, made.parts(last).time + 1000);
}

TEST_F(ids_set_aside, are_those_of_their_thread_alone) {
    node made = start(for_ever, {.type = "max-peak"});
    std::set<id> all;
    std::mutex guard;
    std::vector<std::jthread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([&] {
            std::vector<id> own(5000);
            for (id& each : own)
                each = made->generate().value();
            EXPECT_EQ(std::ranges::adjacent_find(own, std::greater_equal{}), own.end());
            const std::lock_guard lock{guard};
            all.insert(own.begin(), own.end());
        });
    threads.clear();
    EXPECT_EQ(all.size(), 20000U);
}

TEST_F(ids_set_aside, lie_below_the_mark_that_a_clean_end_leaves) {
    node before = start();
    fill(before);
    before.release();
    std::set<id> all;
    for (;;) {
        const auto left = before->generate();
        if (!left) break;
        EXPECT_TRUE(all.insert(*left).second);
    }
    EXPECT_FALSE(all.empty()) << "they were the thread's own";
    clock.jump(10s);
    node after{marks, clock};
    for (int i = 0; i < 3000; ++i)
        EXPECT_TRUE(all.insert(after->generate().value()).second);
}

TEST_F(ids_set_aside, never_lie_beyond_the_reservation) {
    node made = start(for_ever, {.type = "max-peak"});
    const unix_ms durable = marks.stored({1});
    std::vector<id> out(1);
    unix_ms latest{};
    while (made->try_generate(out).made != 0) {
        latest = made->explain(out.front()).value().at;
        ASSERT_LT(latest, durable);
        clock.jump(100us);
    }
    EXPECT_GE(latest, durable - 1s) << "it was used up";
}

TEST_F(ids_set_aside, are_refused_in_a_forked_child) {
    node made = start();
    fill(made);
    EXPECT_TRUE(holds_in_forked_child([&] {
        std::vector<id> out(1);
        return made->generate().error().code == errc::forked && made->try_generate(out).why == errc::forked &&
               made->try_range(1).why == errc::forked;
    }));
    EXPECT_TRUE(made->generate());
}

TEST_F(ids_set_aside, increase_per_machine_id_of_a_pool) {
    node made = start(for_ever, {.type = "max-peak", .machines = {{1}, {2}}});
    std::array<id, 3> last{};
    for (int i = 0; i < 20000; ++i) {
        const id next = made->generate().value();
        id& before = last.at(made.parts(next).machine);
        ASSERT_GT(next, before);
        before = next;
    }
}

TEST(a_portion_timer, ends_each_round_that_was_joined_also_after_a_rest) {
    portion_timer timer{1ms};
    for (int i = 0; i < 5; ++i) {
        std::this_thread::sleep_for(
            40ms); // long enough for it to rest: makes the case likely, and nothing waits for it
        const std::uint64_t round = timer.join();
        while (timer.round() == round)
            std::this_thread::yield();
    }
}

TEST(a_portion_timer, may_be_destroyed_in_a_forked_child) {
    auto timer = std::make_unique<portion_timer>(1ms);
    timer->join();
    EXPECT_TRUE(holds_in_forked_child([&] {
        timer.reset();
        return true;
    }));
}

} // namespace
} // namespace vesta::testing
