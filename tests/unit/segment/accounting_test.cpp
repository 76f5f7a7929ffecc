#include "rig.hpp"

#include <algorithm>
#include <atomic>

// Where every reserved number went.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

class accounting : public segment_test {
  protected:
    static void expect_balanced(const segment_counts& of) {
        EXPECT_EQ(of.reserved, of.served + of.held + of.given_back + of.dropped);
    }
};

TEST_F(accounting, gives_back_exactly_what_was_not_used) {
    table->put({.tag = "order", .max_id = 1, .step = 1000});
    const auto from = open();
    take(*from->tag("order").value(), 42);
    from->close();
    EXPECT_EQ(row(), 43);
    const auto counts = from->status().counts;
    EXPECT_EQ(counts.served, 42U);
    EXPECT_EQ(counts.given_back, 958U);
    expect_balanced(counts);
}

TEST_F(accounting, gives_back_the_range_reserved_ahead_as_well) {
    table->put({.tag = "order", .max_id = 1, .step = 1000});
    const auto from = open();
    take(*from->tag("order").value(), 700);
    until([&] { return status_of(*from, "order").next.has_value(); });
    from->close();
    EXPECT_EQ(row(), 701);
    expect_balanced(from->status().counts);
}

TEST_F(accounting, gives_back_what_a_reservation_under_way_brings) {
    table->put({.tag = "order", .max_id = 1, .step = 1000});
    gate.shut(call::reserve);
    const auto from = open();
    id unused;
    from->tag("order").value()->try_generate({&unused, 1});
    gate.await(call::reserve, 1);
    std::thread closing{[&] { from->close(); }};
    until([&] { return !from->tag("order"); });
    gate.open();
    closing.join();
    EXPECT_EQ(row(), 1);
    EXPECT_EQ(from->status().counts.given_back, 1000U);
}

TEST_F(accounting, drops_what_lies_below_the_range_of_somebody_else) {
    table->put({.tag = "order", .max_id = 1, .step = 1000});
    const auto mine = open();
    const auto other = open();
    EXPECT_EQ(take_one(*mine->tag("order").value()), 1);
    EXPECT_EQ(take_one(*other->tag("order").value()), 1001);
    mine->close();
    EXPECT_EQ(row(), 2001);
    EXPECT_EQ(mine->status().counts.dropped, 999U);
    other->close();
    EXPECT_EQ(row(), 1002);
    expect_balanced(mine->status().counts);
    expect_balanced(other->status().counts);
}

TEST_F(accounting, counts_what_threads_had_set_aside_as_dropped) {
    table->put({.tag = "order", .max_id = 1, .step = 1'000'000});
    const auto from = open();
    auto& order = *from->tag("order").value();
    for (int i = 0; i < 3; ++i)
        std::thread{[&] { take_one(order); }}.join();
    std::thread{[&] { take_one(order); }}.join();
    auto counts = from->status().counts;
    EXPECT_EQ(counts.served, 4U);
    expect_balanced(counts);
    from->close();
    counts = from->status().counts;
    EXPECT_EQ(counts.served, 4U);
    EXPECT_GT(counts.dropped, 0U);
    EXPECT_LT(counts.dropped, 16U) << "one portion, which one thread after the other went on with";
    EXPECT_EQ(counts.held, 0U);
    expect_balanced(counts);
    EXPECT_EQ(row(), static_cast<std::int64_t>(counts.served + counts.dropped + 1));
}

TEST_F(accounting, balances_however_many_threads_serve_while_it_closes) {
    for (const auto order : {number_order::lanes, number_order::strict}) {
        table->put({.tag = "order", .max_id = 1, .step = 5000});
        const auto from = open({.order = order});
        auto& source = *from->tag("order").value();
        std::atomic<std::uint64_t> served{0};
        std::vector<std::vector<std::int64_t>> seen(4);
        std::vector<std::thread> threads;
        for (auto& own : seen)
            threads.emplace_back([&] {
                std::array<id, 3> some;
                for (std::size_t i = 0;; ++i) {
                    const grant got = source.try_generate(std::span{some}.first(1 + i % 3));
                    for (std::size_t k = 0; k < got.made; ++k)
                        own.push_back(some[k].value);
                    served += got.made;
                    if (got.made == 0 && got.why == errc::closed) return;
                    if (got.made == 0) std::this_thread::sleep_for(got.wait);
                }
            });
        until([&] { return served > 100'000; });
        from->close();
        for (auto& each : threads)
            each.join();
        const auto counts = from->status().counts;
        EXPECT_EQ(counts.served, served);
        EXPECT_EQ(counts.held, 0U);
        expect_balanced(counts);
        EXPECT_EQ(row() - 1, static_cast<std::int64_t>(counts.served + counts.dropped));
        std::vector<std::int64_t> all;
        for (const auto& own : seen)
            all.insert(all.end(), own.begin(), own.end());
        std::ranges::sort(all);
        EXPECT_EQ(std::ranges::adjacent_find(all), all.end()) << "a number was given out twice";
        EXPECT_LT(all.back(), row()) << "a number that was given out was given back";
    }
}

TEST_F(accounting, stops_giving_back_when_time_is_up) {
    for (int i = 0; i < 20; ++i)
        table->put({.tag = "tag" + std::to_string(i), .step = 100});
    const auto from = open({.refill_threads = 1});
    for (int i = 0; i < 20; ++i)
        take_one(*from->tag("tag" + std::to_string(i)).value());
    gate.shut(call::give_back);
    std::atomic<bool> is_closed{false};
    std::thread closing{[&] {
        from->close(0ms);
        is_closed = true;
    }};
    // On a busy machine time may be up before the first call.
    until([&] { return gate.begun(call::give_back) > 0 || is_closed; });
    gate.open();
    closing.join();
    const auto counts = from->status().counts;
    expect_balanced(counts);
    EXPECT_EQ(counts.held, 0U);
    EXPECT_EQ(counts.given_back > 0, gate.begun(call::give_back) > 0);
}

} // namespace
} // namespace vesta::testing
