#include "populator_rig.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

// Many threads on one populator. Their clock stands still or moves as they read it, so that ticks run out all the time.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

class populator_race : public populator_test {};
INSTANTIATE_TEST_SUITE_P(every, populator_race, every_populator(), populator_param_name);

constexpr int workers = 4;

using claims = std::vector<claim>;

/// Runs @p work in several threads at once and returns what each claimed.
template <class Work>
std::vector<claims> in_threads(const Work& work) {
    std::vector<claims> all(workers);
    std::vector<std::thread> threads;
    for (claims& own : all)
        threads.emplace_back([&own, &work] { work(own); });
    for (std::thread& each : threads)
        each.join();
    return all;
}

void expect_each_increasing_and_all_distinct(const std::vector<claims>& of_threads) {
    claims all;
    for (const claims& own : of_threads) {
        for (std::size_t i = 1; i < own.size(); ++i)
            ASSERT_GE(own[i].first, own[i - 1].first + own[i - 1].count) << "a thread saw positions go back";
        all.insert(all.end(), own.begin(), own.end());
    }
    std::ranges::sort(all, {}, &claim::first);
    for (std::size_t i = 1; i < all.size(); ++i)
        ASSERT_GE(all[i].first, all[i - 1].first + all[i - 1].count) << "two threads hold one position";
}

TEST_P(populator_race, gives_no_position_to_two_threads) {
    auto rig = rig_with();
    rig.cover(1'000'000'000);
    std::atomic<std::int64_t> elapsed{0};
    const auto of_threads = in_threads([&](claims& own) {
        for (std::uint64_t i = 0; i < 5000; ++i) {
            const auto now = rig.now + std::chrono::nanoseconds{elapsed.fetch_add(rig.tick.count() / 50)};
            const claim got =
                rig.give->populate(now, 1 + i % 7, i % 3 == 0 ? readiness::only_ready : readiness::may_wait);
            if (got.why == refusal::none) own.push_back(got);
        }
    });
    expect_each_increasing_and_all_distinct(of_threads);
}

TEST_P(populator_race, has_given_nothing_at_or_above_the_end_that_closing_answered) {
    for (int round = 0; round < 25; ++round) {
        auto rig = rig_with();
        rig.cover(1'000'000'000);
        std::atomic<int> started{0};
        std::atomic<std::uint64_t> ended_at{0};
        const auto of_threads = in_threads([&](claims& own) {
            const bool closes = started.fetch_add(1) == 0;
            for (int i = 0; i < 300; ++i) {
                if (closes && i == 150) ended_at = rig.give->close();
                const auto got = rig.give->populate(rig.now + rig.tick * i, 3, readiness::may_wait);
                if (got.why == refusal::closed) break;
                if (got.why == refusal::none) own.push_back(got);
            }
        });
        expect_each_increasing_and_all_distinct(of_threads);
        for (const claims& own : of_threads)
            for (const claim& each : own)
                ASSERT_LE(each.first + each.count, ended_at) << "the next owner may give that as well";
        EXPECT_EQ(rig.give->next(), ended_at);
    }
}

TEST_P(populator_race, stays_within_a_reservation_that_grows_meanwhile) {
    auto rig = rig_with();
    std::atomic<std::uint64_t> durable{rig.line.first_of(rig.first_tick)};
    std::atomic<bool> done{false};
    std::thread renewing{[&] {
        for (std::int64_t i = 1; !done.load(); ++i) {
            const std::uint64_t to = rig.line.first_of(rig.first_tick) + static_cast<std::uint64_t>(i) * 3;
            durable = to; // first durable, then known to the populator
            rig.give->raise_limit(to);
            std::this_thread::yield();
        }
    }};
    const auto of_threads = in_threads([&](claims& own) {
        for (int i = 0; i < 3000; ++i) {
            const claim got = rig.give->populate(rig.now + rig.tick * i, 2);
            if (got.why != refusal::none) continue;
            EXPECT_LE(got.first + got.count, durable.load());
            own.push_back(got);
        }
    });
    done = true;
    renewing.join();
    expect_each_increasing_and_all_distinct(of_threads);
}

} // namespace
} // namespace vesta::testing
