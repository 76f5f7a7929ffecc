#include "fast_clock.hpp"

#include <vesta/generate/keeper.hpp>
#include <vesta/generate/time_generator.hpp>
#include <vesta/testing/memory_marks.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <limits>
#include <span>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

// Many IDs from eight threads at once: no number twice, and each thread's increase. VESTA_STRESS_IDS says how many for
// each populator and type; 100 million need 0.8 GB.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t workers = 8;

std::size_t wanted_ids() {
    const char* const given = std::getenv("VESTA_STRESS_IDS");
    return given != nullptr ? std::strtoull(given, nullptr, 10) : 2'000'000;
}

/// One by one mostly, and a batch now and then; the clock is set back and forth under way.
void work(time_generator& from, fast_clock& clock, bool sets_clock, std::span<id> out) {
    constexpr std::array<std::chrono::milliseconds, 5> steps{-3ms, 4ms, -50ms, 50ms, -1ms};
    constexpr std::size_t round = 64;
    constexpr std::size_t batch = 40;
    for (std::size_t i = 0; i < out.size(); i += round) {
        const auto part = out.subspan(i, std::min(round, out.size() - i));
        const auto singly = part.first(part.size() - std::min(batch, part.size()));
        for (id& each : singly)
            each = from.generate().value();
        from.generate(part.subspan(singly.size())).value();
        if (sets_clock && i % (round * 100) == 0) clock.jump(steps[i / (round * 100) % steps.size()]);
    }
}

/// Whether the IDs of all threads, each thread's in increasing order, are all different: merges them as they lie.
bool all_different(std::vector<std::span<const id>> runs) {
    id last{std::numeric_limits<std::int64_t>::min()};
    for (;;) {
        std::span<const id>* least = nullptr;
        for (auto& run : runs)
            if (!run.empty() && (least == nullptr || run.front() < least->front())) least = &run;
        if (least == nullptr) return true;
        if (least->front() <= last) return false;
        last = least->front();
        *least = least->subspan(1);
    }
}

class eight_threads : public ::testing::TestWithParam<std::tuple<populator_kind, const char*>> {};

INSTANTIATE_TEST_SUITE_P(with, eight_threads,
                         ::testing::Combine(::testing::Values(populator_kind::cas, populator_kind::mutex,
                                                              populator_kind::synchronized),
                                            ::testing::Values("min-granularity", "max-peak")),
                         [](const auto& of) {
                             const std::string type = std::get<1>(of.param);
                             return std::string{name(std::get<0>(of.param))} + (type == "max-peak" ? "_peak" : "_fine");
                         });

void expect_increasing_and_none_twice(time_generator_spec spec, const char* type) {
    memory_marks marks;
    fast_clock clock{64};
    const auto held = std::make_shared<reservation>(marks.take({1}).value(), reservation_policy{.ahead = 24h}, clock);
    held->renew(true).value();
    keeper kept{{held}};
    spec.family = find_scheme("vesta");
    spec.type = spec.family->type(type).value();
    const auto made = time_generator::make(spec, {held}, clock, [&kept] { kept.hurry(); }).value();

    std::vector<std::vector<id>> ids(workers, std::vector<id>(wanted_ids() / workers));
    std::vector<std::thread> running;
    for (std::size_t i = 0; i < workers; ++i)
        running.emplace_back([&, i] { work(*made, clock, i == 0, ids[i]); });
    for (std::thread& each : running)
        each.join();

    for (const auto& own : ids)
        EXPECT_EQ(std::ranges::adjacent_find(own, std::greater_equal{}), own.end()) << "a thread saw an ID go back";
    EXPECT_TRUE(all_different({ids.begin(), ids.end()})) << "an ID was given twice";
}

TEST_P(eight_threads, see_increasing_ids_and_none_twice) {
    const auto [kind, type] = GetParam();
    expect_increasing_and_none_twice({.populator = kind}, type);
}

TEST(eight_threads_with_lanes, see_increasing_ids_and_none_twice) {
    for (const char* const type : {"min-granularity", "max-peak"}) {
        SCOPED_TRACE(type);
        expect_increasing_and_none_twice({.rounds = std::make_shared<portion_timer>(1ms)}, type);
    }
}

TEST(eight_threads_that_share_readings_of_the_clock, see_increasing_ids_and_none_twice) {
    for (const char* const type : {"min-granularity", "max-peak"}) {
        SCOPED_TRACE(type);
        expect_increasing_and_none_twice({.readings = std::make_shared<portion_timer>(1ms)}, type);
    }
}

TEST(the_check_for_duplicates, finds_one_wherever_it_lies) {
    const std::vector<id> one{{1}, {4}, {6}};
    const std::vector<id> other{{2}, {5}, {7}};
    EXPECT_TRUE(all_different({one, other}));
    for (const id twice : one) {
        std::vector<id> with = other;
        with.insert(std::ranges::upper_bound(with, twice), twice);
        EXPECT_FALSE(all_different({one, with})) << twice.value;
    }
    EXPECT_FALSE(all_different({one, std::vector<id>{{2}, {2}}}));
}

} // namespace
} // namespace vesta::testing
