#include "tags_rig.hpp"

#include <vesta/source/waiting.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <numeric>

// The largest number that a tag may give.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::Each;
using ::testing::ElementsAre;

TEST_F(tags, give_the_very_last_number_and_never_wrap) {
    table->put({.tag = "order", .max_id = largest_number - 9, .step = 1000});
    const auto from = open();
    auto& order = *from->tag("order").value();
    EXPECT_EQ(take(order, 10).back(), largest_number);
    EXPECT_EQ(refusal_of(order).code, errc::exhausted);
    EXPECT_EQ(from->status().exhausted, 1u);
    EXPECT_EQ(from->status().largest, largest_number);
}

/// What several threads get until they are refused, sorted.
std::vector<std::int64_t> drain(id_source& from, std::vector<errc>& refusals) {
    constexpr std::size_t threads = 4;
    std::array<std::vector<std::int64_t>, threads> got;
    refusals.assign(threads, errc::internal);
    std::vector<std::thread> all;
    for (std::size_t i = 0; i < threads; ++i)
        all.emplace_back([&, i] {
            id next;
            for (;;) {
                const auto made = generate_all(from, {&next, 1}, system_wall_clock(), 1min);
                if (!made) {
                    refusals[i] = made.error().code;
                    return;
                }
                got[i].push_back(next.value);
            }
        });
    for (auto& each : all)
        each.join();
    std::vector<std::int64_t> sum;
    for (const auto& each : got)
        sum.insert(sum.end(), each.begin(), each.end());
    std::ranges::sort(sum);
    return sum;
}

std::vector<std::int64_t> numbers_between(std::int64_t first, std::int64_t last) {
    std::vector<std::int64_t> all(static_cast<std::size_t>(last - first + 1));
    std::iota(all.begin(), all.end(), first);
    return all;
}

TEST_F(tags, end_at_their_limit_and_go_on_when_it_is_raised) {
    for (const std::int64_t step : {7, 10'000}) { // with lanes and without
        const std::string tag = "step " + std::to_string(step);
        table->put({.tag = tag, .max_id = 1, .step = step, .limit = 20'000});
        const auto from = open_ready({.refresh_every = 1h});
        id_source& numbers = *from->tag(tag).value();
        std::vector<errc> refusals;
        EXPECT_EQ(drain(numbers, refusals), numbers_between(1, 20'000));
        EXPECT_THAT(refusals, Each(errc::exhausted));
        EXPECT_EQ(numbers.try_block(10).why, errc::exhausted);

        auto row = table->find(tag).value();
        row.limit = 30'000;
        table->put(row);
        refresh(*from);
        EXPECT_EQ(drain(numbers, refusals), numbers_between(20'001, 30'000));
        EXPECT_THAT(refusals, Each(errc::exhausted));
    }
}

TEST_F(tags, at_their_limit_refuse_a_block_larger_than_the_rest_and_still_give_the_rest) {
    table->put({.tag = "order", .max_id = 1, .step = 10, .limit = 25});
    const auto from = open_ready({.refresh_every = 1h});
    auto& order = *from->tag("order").value();
    take(order, 18);
    range_grant refused;
    until([&] { return (refused = order.try_block(8)).why == errc::exhausted; });
    EXPECT_EQ(refused.range.count, 0U);
    EXPECT_THAT(take(order, 7), ElementsAre(19, 20, 21, 22, 23, 24, 25));
    EXPECT_EQ(refusal_of(order).code, errc::exhausted);
}

} // namespace
} // namespace vesta::testing
