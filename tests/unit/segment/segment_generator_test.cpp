#include "rig.hpp"
#include "support/copies.hpp"
#include "support/process.hpp"

#include <gmock/gmock.h>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

class a_segment_generator : public segment_test {};

TEST_F(a_segment_generator, counts_as_leaf_does_from_max_id_on) {
    table->put({.tag = "order", .max_id = 1, .step = 2000});
    const auto from = open();
    auto& order = *from->tag("order").value();
    EXPECT_EQ(take(order, 5), (std::vector<std::int64_t>{1, 2, 3, 4, 5}));
    EXPECT_EQ(row(), 2001);
    EXPECT_EQ(take(order, 2000).back(), 2005) << "the next range follows without a gap";
}

TEST_F(a_segment_generator, gives_batches_ranges_and_single_numbers_of_one_sequence) {
    table->put({.tag = "order", .max_id = 1, .step = 100});
    const auto from = open();
    auto& order = *from->tag("order").value();
    EXPECT_EQ(take_one(order), 1);
    EXPECT_EQ(take(order, 3), (std::vector<std::int64_t>{2, 3, 4}));
    const auto range = order.try_range(10);
    EXPECT_EQ(range.range.first.value, 5);
    EXPECT_EQ(range.range.count, 10U);
    EXPECT_EQ(range.range.stride, 1U);
    EXPECT_EQ(take_one(order), 15);
    EXPECT_EQ(order.try_range(1000).range.count, 85U) << "short where less is left in one piece";
}

TEST_F(a_segment_generator, answers_without_waiting_for_the_store) {
    table->put({.tag = "order"});
    gate.shut(call::reserve);
    const auto from = open();
    auto& order = *from->tag("order").value();
    id unused;
    const grant refused = order.try_generate({&unused, 1});
    EXPECT_EQ(refused.made, 0U);
    EXPECT_EQ(refused.why, errc::not_ready);
    EXPECT_GT(refused.wait, 0ns) << "a caller that waits will get its number";
    EXPECT_LE(refused.wait, 50ms);
    EXPECT_THAT(order.explain_refusal(errc::not_ready).message, HasSubstr("being reserved"));
    gate.await(call::reserve, 1);
    EXPECT_EQ(gate.begun(call::reserve), 1);
    gate.open();
    EXPECT_EQ(take_one(order), 1);
}

TEST_F(a_segment_generator, has_one_reservation_at_a_time_for_a_tag_however_many_call) {
    table->put({.tag = "order", .step = 10});
    gate.shut(call::reserve);
    const auto from = open();
    auto& order = *from->tag("order").value();
    id unused;
    for (int i = 0; i < 100; ++i)
        EXPECT_EQ(order.try_generate({&unused, 1}).made, 0U);
    gate.await(call::reserve, 1);
    for (int i = 0; i < 100; ++i)
        EXPECT_EQ(order.try_generate({&unused, 1}).made, 0U);
    EXPECT_EQ(gate.begun(call::reserve), 1);
    EXPECT_EQ(status_of(*from, "order").counts.waits, 200U);
    gate.open();
    EXPECT_EQ(take_one(order), 1);
}

TEST_F(a_segment_generator, reserves_ahead_so_that_the_store_may_be_slow) {
    table->put({.tag = "order", .max_id = 1, .step = 1000});
    const auto from = open();
    auto& order = *from->tag("order").value();
    take(order, 600);
    until([&] { return status_of(*from, "order").next.has_value(); });
    gate.shut(call::reserve);
    std::vector<id> more(1400);
    EXPECT_EQ(order.try_generate(more).made, 400U);
    EXPECT_EQ(order.try_generate(more).made, 1400U) << "of what was reserved ahead";
    gate.open();
}

TEST_F(a_segment_generator, keeps_tags_apart) {
    table->put({.tag = "order", .max_id = 1, .step = 10});
    table->put({.tag = "user", .max_id = 5000, .step = 10});
    const auto from = open();
    EXPECT_EQ(take_one(*from->tag("order").value()), 1);
    EXPECT_EQ(take_one(*from->tag("user").value()), 5000);
    EXPECT_EQ(from->tag("order").value(), from->tag("order").value()) << "one source for each";
}

TEST_F(a_segment_generator, refuses_names_that_no_table_could_hold) {
    const auto from = open();
    EXPECT_EQ(from->tag("").error().code, errc::invalid_argument);
    EXPECT_EQ(from->tag(std::string(200, 'x')).error().code, errc::invalid_argument);
    EXPECT_EQ(from->tag("\xFF").error().code, errc::invalid_argument);
}

TEST_F(a_segment_generator, refuses_everything_once_it_is_closed) {
    table->put({.tag = "order"});
    const auto from = open();
    auto& order = *from->tag("order").value();
    take_one(order);
    from->close();
    EXPECT_EQ(refusal_of(order).code, errc::closed);
    EXPECT_EQ(order.try_range(5).why, errc::closed);
    EXPECT_EQ(order.try_block(5).why, errc::closed);
    EXPECT_EQ(from->tag("order").error().code, errc::closed);
    EXPECT_FALSE(from->status().ready);
    from->close();
}

TEST_F(a_segment_generator, leaves_the_numbers_to_the_parent_after_a_fork) {
    table->put({.tag = "order", .step = 100'000});
    const auto from = open();
    auto& order = *from->tag("order").value();
    take(order, 50);
    EXPECT_TRUE(holds_in_forked_child([&] {
        id unused;
        return order.try_generate({&unused, 1}).why == errc::forked && order.try_range(3).why == errc::forked &&
               order.try_block(3).why == errc::forked && from->tag("order").error().code == errc::forked;
    }));
    EXPECT_EQ(take_one(order), 51);
}

TEST_F(a_segment_generator, may_be_destroyed_in_a_forked_child_where_its_threads_are_not) {
    table->put({.tag = "order"});
    auto from = open();
    take(*from->tag("order").value(), 1); // by then its threads have been, or soon will be, asleep
    EXPECT_TRUE(holds_in_forked_child([&] {
        from.reset();
        return true;
    }));
}

// U4: copies made without the handlers of fork() gave their parent's numbers.
TEST_F(a_segment_generator, leaves_the_numbers_to_the_parent_in_whichever_way_it_is_copied) {
    table->put({.tag = "order", .step = 100'000});
    for (const auto order : {number_order::lanes, number_order::strict}) {
        const auto from = open({.order = order});
        auto& numbers = *from->tag("order").value();
        const auto last = take(numbers, 50).back();
        for (const way_to_copy& way : ways_to_copy)
            EXPECT_TRUE(holds_in_copy(way, [&] {
                id unused;
                return numbers.try_generate({&unused, 1}).why == errc::forked &&
                       numbers.try_range(3).why == errc::forked && numbers.try_block(3).why == errc::forked;
            })) << way.name;
        EXPECT_EQ(take_one(numbers), last + 1);
    }
}

TEST_F(a_segment_generator, says_which_option_is_out_of_range) {
    const auto refused = [&](const segment_options& options) -> std::string {
        try {
            open(options);
        } catch (const failure& bad) {
            EXPECT_EQ(bad.error().code, errc::invalid_settings);
            return bad.what();
        }
        return {};
    };
    EXPECT_THAT(refused({.look_ahead = -1ms}), HasSubstr("look_ahead"));
    EXPECT_THAT(refused({.largest_reservation = 0}), HasSubstr("largest_reservation"));
    EXPECT_THAT(refused({.auto_create = 0}), HasSubstr("auto_create"));
    EXPECT_THAT(refused({.refresh_every = 0ms}), HasSubstr("refresh_every"));
    EXPECT_THAT(refused({.refill_threads = 0}), HasSubstr("refill_threads"));
    EXPECT_THAT(refused({.most_tags = 0}), HasSubstr("most_tags"));
}

TEST_F(a_segment_generator, holds_no_more_tags_than_it_may) {
    const auto from = open({.auto_create = 10, .most_tags = 2});
    EXPECT_TRUE(from->tag("a"));
    EXPECT_TRUE(from->tag("b"));
    EXPECT_EQ(from->tag("c").error().code, errc::exhausted);
    EXPECT_TRUE(from->tag("a"));
}

TEST_F(a_segment_generator, shows_what_it_holds) {
    table->put({.tag = "order", .max_id = 1, .step = 100});
    table->put({.tag = "user", .max_id = 1, .step = 7});
    const auto from = open_ready();
    EXPECT_FALSE(status_of(*from, "user").loaded);
    EXPECT_EQ(status_of(*from, "user").step, 7);
    take(*from->tag("order").value(), 5);
    const auto order = status_of(*from, "order");
    EXPECT_TRUE(order.loaded);
    EXPECT_EQ(order.current->first, 6);
    EXPECT_EQ(order.current->end, 101);
    EXPECT_EQ(order.counts.served, 5U);
    EXPECT_EQ(order.counts.held, 95U);
    const auto all = from->status();
    EXPECT_EQ(all.tags, 2U);
    EXPECT_EQ(all.counts.reserved, 100U);
    EXPECT_GT(all.latency, 0ns);
}

TEST_F(a_segment_generator, reads_the_table_for_who_asks) {
    table->put({.tag = "order", .max_id = 1, .step = 100});
    const auto from = open_ready({.refresh_every = 1h});
    table->put({.tag = "user", .max_id = 8, .step = 7});
    const auto reading = from->read_table();
    until([&] { return reading->done(); });
    ASSERT_TRUE(reading->rows());
    EXPECT_EQ(reading->rows()->size(), 2U);
    EXPECT_EQ(from->status().tags, 2U) << "which is a refresh, too";

    gate.fail(errc::store_unavailable);
    const auto failed = from->read_table();
    until([&] { return failed->done(); });
    EXPECT_EQ(failed->rows().error().code, errc::store_unavailable);
    gate.mend();
    from->close();
    EXPECT_EQ(from->read_table()->rows().error().code, errc::closed);
}

TEST(a_table_reading, has_the_rows_in_the_order_of_their_names_bytes) {
    table_reading reading;
    reading.finish(std::vector<tag_row>{{.tag = "b"}, {.tag = "\u00e4"}, {.tag = "B"}, {.tag = "a"}});
    std::vector<std::string> names;
    for (const tag_row& each : reading.rows().value())
        names.push_back(each.tag);
    EXPECT_EQ(names, (std::vector<std::string>{"B", "a", "b", "\u00e4"}));
}

TEST_F(a_segment_generator, reads_the_table_once_for_all_who_ask_at_a_time) {
    const auto from = open_ready({.refresh_every = 1h});
    gate.shut(call::list);
    const int before = gate.begun(call::list);
    const auto under_way = from->read_table();
    gate.await(call::list, before + 1);
    const auto late = from->read_table();
    EXPECT_NE(late, under_way) << "whose rows may be from before";
    EXPECT_EQ(from->read_table(), late);
    gate.open();
    until([&] { return late->done(); });
    EXPECT_TRUE(under_way->done());
    EXPECT_EQ(gate.begun(call::list), before + 2);
}

} // namespace
} // namespace vesta::testing
