#include "rig.hpp"

#include <vesta/source/waiting.hpp>

#include <gmock/gmock.h>

// A store that is slow, away, or refuses.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

class an_outage : public segment_test {};

TEST_F(an_outage, is_not_noticed_while_numbers_are_left) {
    table->put({.tag = "order", .max_id = 1, .step = 1000});
    const auto from = open();
    auto& order = *from->tag("order").value();
    take_one(order);
    gate.fail(errc::store_unavailable);
    std::vector<id> ids(999);
    EXPECT_EQ(order.try_generate(ids).made, 999U);
    until([&] { return from->status().counts.failures > 0; });
    EXPECT_EQ(from->status().trouble->code, errc::store_unavailable) << "though metrics tell";
}

TEST_F(an_outage, that_begins_before_the_table_is_read_keeps_no_generator_from_being_ready_that_serves) {
    table->put({.tag = "order", .max_id = 1, .step = 1000});
    gate.shut(call::list);
    const auto from = open();
    gate.await(call::list, 1);
    EXPECT_FALSE(from->status().ready) << "nothing is known of the store yet";
    auto& order = *from->tag("order").value();
    take_one(order);
    EXPECT_TRUE(from->status().ready) << "a number came, so that more will";
    gate.fail(errc::store_unavailable);
    gate.open();
    until([&] { return from->status().trouble.has_value(); });
    EXPECT_TRUE(from->status().ready) << "tags with numbers left serve";
    take_one(order);
}

TEST_F(an_outage, takes_readiness_from_a_generator_when_the_last_tag_has_no_numbers_left) {
    table->put({.tag = "order", .max_id = 1, .step = 10});
    table->put({.tag = "user", .max_id = 1, .step = 10});
    const auto from = open_ready({.order = number_order::strict, .refill = refill_kind::step, .refresh_every = 1h});
    auto& order = *from->tag("order").value();
    auto& user = *from->tag("user").value();
    take_one(order);
    take_one(user);
    gate.fail(errc::store_unavailable);
    std::vector<id> rest(9);
    EXPECT_EQ(order.try_generate(rest).made, 9U);
    EXPECT_EQ(order.try_generate(std::span{rest}.first(1)).why, errc::not_ready);
    until([&] { return from->status().trouble.has_value(); });
    EXPECT_TRUE(from->status().ready) << "user has numbers left";
    EXPECT_EQ(user.try_generate(rest).made, 9U);
    EXPECT_FALSE(from->status().ready);
    gate.mend();
    take_one(order);
    until([&] { return from->status().ready; });
}

// It is not tried again before a caller comes, and nobody may come to one that is not ready.
TEST_F(an_outage, is_not_what_a_locked_row_shows) {
    table->put({.tag = "order", .max_id = 1, .step = 1000});
    const auto from = open_ready({.refresh_every = 1h});
    gate.fail(errc::in_use, "order");
    id none;
    from->tag("order").value()->try_generate({&none, 1});
    until([&] { return status_of(*from, "order").trouble.has_value(); });
    EXPECT_EQ(status_of(*from, "order").trouble->code, errc::in_use);
    EXPECT_FALSE(from->status().trouble) << "it is the tag's";
    EXPECT_TRUE(from->status().ready);
}

TEST_F(an_outage, is_not_what_one_wrong_tag_shows) {
    table->put({.tag = "order", .max_id = 1, .step = 1000});
    const auto from = open_ready({.refresh_every = 1h});
    EXPECT_EQ(refusal_of(*from->tag("wrong").value()).code, errc::not_found);
    EXPECT_EQ(status_of(*from, "wrong").trouble->code, errc::not_found);
    EXPECT_FALSE(from->status().trouble) << "the store has answered";
    EXPECT_TRUE(from->status().ready);
}

TEST_F(an_outage, is_not_what_a_store_has_that_refuses_a_row) {
    gate.shut(call::list);
    const auto from = open();
    EXPECT_EQ(refusal_of(*from->tag("order").value()).code, errc::not_found);
    EXPECT_TRUE(from->status().ready);
    gate.open();
}

TEST_F(an_outage, from_the_beginning_leaves_a_generator_unready) {
    gate.fail(errc::store_unavailable);
    const auto from = open();
    id unused;
    from->tag("order").value()->try_generate({&unused, 1});
    until([&] { return from->status().counts.failures >= 2; });
    EXPECT_FALSE(from->status().ready);
    gate.mend();
    until([&] { return from->status().ready; });
}

TEST_F(an_outage, ends_in_an_error_that_says_what_is_wrong) {
    table->put({.tag = "order", .max_id = 1, .step = 5});
    const auto from = open();
    auto& order = *from->tag("order").value();
    gate.fail(errc::store_unavailable);
    id unused;
    order.try_generate({&unused, 1});
    until([&] { return from->status().counts.failures > 0; });
    auto refused = generate_all(order, {&unused, 1}, system_wall_clock(), 30ms);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::not_ready);
    EXPECT_THAT(refused.error().message, HasSubstr("tag 'order'"));
    EXPECT_THAT(refused.error().message, HasSubstr("the store is switched off"));
    EXPECT_TRUE(refused.error().retry_after.has_value());
}

TEST_F(an_outage, is_over_by_itself) {
    table->put({.tag = "order", .max_id = 1, .step = 5});
    const auto from = open();
    auto& order = *from->tag("order").value();
    gate.fail(errc::store_unavailable);
    id unused;
    ASSERT_EQ(order.try_generate({&unused, 1}).made, 0U);
    until([&] { return from->status().counts.failures >= 2; });
    gate.mend();
    EXPECT_EQ(take_one(order), 1) << "what failed had reserved nothing";
}

TEST_F(an_outage, at_a_tags_first_use_is_retried_without_a_call) {
    table->put({.tag = "order"});
    gate.fail(errc::store_unavailable);
    const auto from = open();
    id unused;
    from->tag("order").value()->try_generate({&unused, 1});
    until([&] { return from->status().counts.failures >= 3; });
    gate.mend();
    until([&] { return status_of(*from, "order").loaded; });
}

TEST_F(an_outage, is_found_out_by_one_attempt_at_a_time) {
    for (int i = 0; i < 50; ++i)
        table->put({.tag = "tag" + std::to_string(i)});
    gate.fail(errc::store_unavailable);
    const auto from = open({.refill_threads = 4});
    id unused;
    from->tag("tag0").value()->try_generate({&unused, 1});
    until([&] { return from->status().counts.failures >= 2; });
    const int before = gate.begun(call::reserve);
    for (int i = 1; i < 50; ++i)
        from->tag("tag" + std::to_string(i)).value()->try_generate({&unused, 1});
    until([&] { return gate.begun(call::reserve) >= before + 2; });
    EXPECT_LE(gate.begun(call::reserve), before + 4) << "fifty tags wait, and one of them asks";
    gate.mend();
    for (int i = 0; i < 50; ++i)
        EXPECT_EQ(take_one(*from->tag("tag" + std::to_string(i)).value()), 1);
}

TEST_F(an_outage, of_one_row_does_not_hold_up_the_others) {
    table->put({.tag = "locked"});
    table->put({.tag = "order"});
    gate.fail(errc::in_use, "locked");
    const auto from = open();
    auto& locked = *from->tag("locked").value();
    id unused;
    locked.try_generate({&unused, 1});
    until([&] { return status_of(*from, "locked").counts.failures > 0; });
    EXPECT_EQ(take_one(*from->tag("order").value()), 1);
    EXPECT_THAT(locked.explain_refusal(errc::not_ready).message, HasSubstr("switched off"));
    gate.mend();
    EXPECT_EQ(take_one(locked), 1);
}

TEST_F(an_outage, that_falls_upon_a_refill_ahead_is_overcome_before_the_numbers_end) {
    table->put({.tag = "order", .max_id = 1, .step = 1000});
    const auto from = open();
    auto& order = *from->tag("order").value();
    take_one(order);
    gate.fail(errc::in_use);
    take(order, 600);
    until([&] { return from->status().counts.failures > 0; });
    gate.mend();
    std::this_thread::sleep_for(60ms); // the pause after a failure that concerns one tag: 50 ms
    take(order, 300);
    until([&] { return status_of(*from, "order").next.has_value(); });
}

TEST_F(an_outage, does_not_keep_a_generator_from_closing) {
    table->put({.tag = "order", .max_id = 1, .step = 1000});
    const auto from = open();
    auto& order = *from->tag("order").value();
    take_one(order);
    gate.fail(errc::store_unavailable);
    from->close(1min);
    const auto counts = from->status().counts;
    EXPECT_EQ(counts.dropped, 999U) << "what cannot be given back is dropped, and counted";
    EXPECT_EQ(counts.held, 0U);
}

TEST_F(an_outage, fails_no_call_of_a_cold_tag_that_many_threads_begin_with_at_once) {
    constexpr int workers = 64;
    table->put({.tag = "order", .max_id = 1, .step = 1000});
    table->set_fault([](call, std::string_view) -> std::optional<error> {
        std::this_thread::sleep_for(5ms); // a slow store
        return {};
    });
    const auto from = open();
    auto& order = *from->tag("order").value();
    std::atomic<int> failed{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < workers; ++i)
        threads.emplace_back([&] {
            id made;
            for (int n = 0; n < 2000; ++n)
                if (!generate_all(order, {&made, 1}, system_wall_clock(), 1min)) ++failed;
        });
    for (auto& each : threads)
        each.join();
    EXPECT_EQ(failed, 0);
    EXPECT_EQ(from->status().counts.served, 2000U * workers);
}

TEST_F(an_outage, found_by_one_who_wants_a_range_shows_until_the_store_is_back) {
    table->put({.tag = "order", .max_id = 1, .step = 1000});
    const auto from = open_ready({.refresh_every = 1h});
    gate.fail(errc::store_unavailable);
    EXPECT_EQ(from->hand_out("order").error().code, errc::store_unavailable);
    until([&] { return !from->status().ready; });
    EXPECT_EQ(from->status().counts.failures, 1U);
    gate.mend();
    until([&] { return from->status().ready; });
    EXPECT_TRUE(from->hand_out("order"));
}

TEST_F(an_outage, of_one_row_is_not_asked_for_again_with_each_range) {
    const auto from = open_ready({.refresh_every = 1h});
    EXPECT_EQ(from->hand_out("gone").error().code, errc::not_found);
    until([&] { // within a second of the answer before
        const int before = gate.begun(call::reserve);
        EXPECT_EQ(from->hand_out("gone").error().code, errc::not_found);
        return gate.begun(call::reserve) == before;
    });
    EXPECT_EQ(status_of(*from, "gone").trouble->code, errc::not_found);
}

TEST_F(an_outage, is_no_reason_for_larger_reservations_and_neither_are_ranges) {
    table->put({.tag = "order", .max_id = 1, .step = 10});
    const auto from = open_ready({.refill = refill_kind::demand, .refresh_every = 1h});
    auto& order = *from->tag("order").value();
    take_one(order);
    for (int i = 0; i < 1000; ++i)
        from->hand_out("order").value();
    const auto before = row();
    take(order, 10);
    EXPECT_LT(row(), before + 5000) << "10,000 numbers went in ranges, and 11 were used";
}

} // namespace
} // namespace vesta::testing
