#include "rig.hpp"

#include <algorithm>

// Exactly so many numbers in one piece, as a counter that is raised by n needs them.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

class blocks : public segment_test {
  protected:
    static id_range block(id_source& from, std::uint64_t count) {
        for (;;) {
            const auto got = from.try_block(count);
            if (got.range.count != 0) {
                EXPECT_EQ(got.range.count, count);
                return got.range;
            }
            if (got.wait == 0ns) throw std::runtime_error{std::string{name(got.why)}};
            std::this_thread::sleep_for(got.wait);
        }
    }
    static std::int64_t last_of(const id_range& range) {
        return range.first.value + static_cast<std::int64_t>((range.count - 1) * range.stride);
    }
};

TEST_F(blocks, are_taken_from_one_segment_where_it_has_room) {
    table->put({.tag = "order", .max_id = 1, .step = 1000});
    const auto from = open();
    auto& order = *from->tag("order").value();
    EXPECT_EQ(take_one(order), 1);
    EXPECT_EQ(block(order, 100).first.value, 2);
    EXPECT_EQ(block(order, 500).first.value, 102);
    EXPECT_EQ(take_one(order), 602);
}

TEST_F(blocks, span_segments_that_follow_each_other_without_losing_a_number) {
    table->put({.tag = "order", .max_id = 1, .step = 1000});
    const auto from = open();
    auto& order = *from->tag("order").value();
    std::int64_t last = 0;
    for (int i = 0; i < 100; ++i) {
        const auto got = block(order, 777);
        ASSERT_EQ(got.first.value, last + 1);
        last = last_of(got);
    }
    EXPECT_EQ(from->status().counts.dropped, 0U);
}

TEST_F(blocks, that_were_wide_leave_later_reservations_as_narrow_as_before) {
    table->put({.tag = "order", .max_id = 1, .step = 10});
    const auto from = open({.refill = refill_kind::step});
    auto& order = *from->tag("order").value();
    const auto last = last_of(block(order, 1000));
    EXPECT_LE(row() - take(order, 100).back(), 100) << "as many as a block needed are reserved, after " << last;
}

TEST_F(blocks, wider_than_any_segment_so_far_are_reserved_for) {
    table->put({.tag = "order", .max_id = 1, .step = 10});
    const auto from = open();
    auto& order = *from->tag("order").value();
    EXPECT_EQ(take_one(order), 1);
    const auto got = block(order, 1'000'000);
    EXPECT_GT(got.first.value, 1);
    EXPECT_GT(take_one(order), last_of(got));
}

TEST_F(blocks, are_whole_though_others_reserve_in_between) {
    table->put({.tag = "order", .max_id = 1, .step = 10});
    const auto mine = open();
    const auto other = open();
    auto& order = *mine->tag("order").value();
    auto& elsewhere = *other->tag("order").value();
    std::vector<std::pair<std::int64_t, std::int64_t>> taken;
    for (std::uint64_t i = 0; i < 60; ++i) {
        const auto a = block(order, 1 + i * 7 % 50);
        const auto b = block(elsewhere, 1 + i * 11 % 40);
        taken.emplace_back(a.first.value, last_of(a));
        taken.emplace_back(b.first.value, last_of(b));
        taken.emplace_back(taken.back());
        taken.back().first = taken.back().second = take_one(order);
    }
    std::ranges::sort(taken);
    for (std::size_t i = 1; i < taken.size(); ++i)
        ASSERT_GT(taken[i].first, taken[i - 1].second);
    const auto counts = mine->status().counts;
    EXPECT_EQ(counts.reserved, counts.served + counts.held + counts.given_back + counts.dropped);
}

TEST_F(blocks, come_after_what_the_thread_had_set_aside) {
    table->put({.tag = "order", .max_id = 1, .step = 1'000'000});
    const auto from = open();
    auto& order = *from->tag("order").value();
    std::int64_t last = 0;
    for (int i = 0; i < 200; ++i) {
        const std::int64_t one = take_one(order);
        ASSERT_GT(one, last);
        const auto got = block(order, 3000);
        ASSERT_GT(got.first.value, one);
        last = last_of(got);
    }
    const auto counts = from->status().counts;
    EXPECT_EQ(counts.served, 200U * 3001);
    EXPECT_LE(counts.dropped, 200U * 15);
    EXPECT_EQ(counts.reserved, counts.served + counts.held + counts.given_back + counts.dropped);
}

TEST_F(blocks, end_at_the_limit) {
    table->put({.tag = "order", .max_id = 1, .step = 10, .limit = 100});
    const auto from = open();
    auto& order = *from->tag("order").value();
    EXPECT_EQ(last_of(block(order, 60)), 60);
    EXPECT_THROW(block(order, 60), std::runtime_error) << "only 40 are left";
}

TEST_F(blocks, of_more_than_sixteen_million_are_refused) {
    table->put({.tag = "order"});
    const auto from = open();
    auto& order = *from->tag("order").value();
    const auto refused = order.try_block((1U << 24) + 1);
    EXPECT_EQ(refused.why, errc::invalid_argument);
    EXPECT_EQ(refused.wait, 0ns);
    EXPECT_FALSE(order.explain_refusal(errc::invalid_argument).message.empty());
}

} // namespace
} // namespace vesta::testing
