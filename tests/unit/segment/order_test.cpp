#include "rig.hpp"

#include <vesta/source/waiting.hpp>

#include <algorithm>
#include <atomic>

namespace vesta::testing {
namespace {

class number_orders : public segment_test, public ::testing::WithParamInterface<number_order> {
  protected:
    std::unique_ptr<segment_generator> opened() { return open({.order = GetParam()}); }
};

INSTANTIATE_TEST_SUITE_P(both, number_orders, ::testing::Values(number_order::lanes, number_order::strict),
                         [](const auto& of) { return of.param == number_order::lanes ? "lanes" : "strict"; });

TEST_P(number_orders, let_each_thread_see_increasing_numbers_over_many_segments) {
    table->put({.tag = "order", .max_id = 1, .step = 5000});
    const auto from = opened();
    auto& source = *from->tag("order").value();
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            std::int64_t last = 0;
            std::array<id, 100> some;
            for (std::size_t i = 0; i < 3000; ++i) {
                const auto wanted = std::span{some}.first(i % 5 == 0 ? 1 + i % 100 : 1);
                ASSERT_TRUE(generate_all(source, wanted, system_wall_clock()));
                for (const id each : wanted) {
                    ASSERT_GT(each.value, last);
                    last = each.value;
                }
                if (i % 50 != 0) continue;
                const auto range = i % 100 == 0 ? source.try_range(30 + t) : source.try_block(30 + t);
                if (range.range.count == 0) continue;
                ASSERT_GT(range.range.first.value, last);
                last = range.range.first.value + static_cast<std::int64_t>(range.range.count) - 1;
            }
        });
    for (auto& each : threads)
        each.join();
}

TEST_P(number_orders, give_no_number_twice) {
    table->put({.tag = "order", .max_id = 1, .step = 20'000});
    const auto from = opened();
    auto& source = *from->tag("order").value();
    std::vector<std::vector<std::int64_t>> seen(4);
    std::vector<std::thread> threads;
    for (auto& own : seen)
        threads.emplace_back([&] {
            for (int i = 0; i < 200; ++i)
                std::thread{[&] { // threads come and go, and inherit what others had set aside
                    const auto got = take(source, 50);
                    own.insert(own.end(), got.begin(), got.end());
                }}
                    .join();
        });
    for (auto& each : threads)
        each.join();
    std::vector<std::int64_t> all;
    for (const auto& own : seen)
        all.insert(all.end(), own.begin(), own.end());
    std::ranges::sort(all);
    EXPECT_EQ(all.size(), 4U * 200 * 50);
    EXPECT_EQ(std::ranges::adjacent_find(all), all.end());
}

class strict_order : public segment_test {};

TEST_F(strict_order, gives_more_than_every_number_that_was_returned_before_the_call) {
    table->put({.tag = "order", .max_id = 1, .step = 5000});
    const auto from = open({.order = number_order::strict});
    auto& source = *from->tag("order").value();
    std::atomic<std::int64_t> returned{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&] {
            for (int i = 0; i < 20'000; ++i) {
                const std::int64_t before = returned.load();
                const std::int64_t mine = take_one(source);
                ASSERT_GT(mine, before);
                for (std::int64_t seen = before; seen < mine && !returned.compare_exchange_weak(seen, mine);) {
                }
            }
        });
    for (auto& each : threads)
        each.join();
}

TEST_F(strict_order, leaves_no_gaps_within_a_process) {
    table->put({.tag = "order", .max_id = 1, .step = 5000});
    const auto from = open({.order = number_order::strict});
    auto& source = *from->tag("order").value();
    for (std::int64_t i = 1; i <= 50'000; ++i)
        ASSERT_EQ(take_one(source), i);
}

} // namespace
} // namespace vesta::testing
