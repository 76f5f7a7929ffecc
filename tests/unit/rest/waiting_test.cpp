// Requests that have to wait for their IDs, and those behind them.
#include "support/recorded_requests.hpp"
#include "talk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

class waiting_requests : public ::testing::Test {
  protected:
    waiting_requests() {
        world.generators.add_scripted("slow", [this](std::span<id> out) { return next_grant(out); });
        world.open();
    }

    /// What the generator `slow` answers next; without, an ID at once.
    grant next_grant(std::span<id> out) {
        ++attempts;
        grant given{out.size()};
        if (!grants.empty()) {
            given = grants.front();
            grants.pop_front();
        }
        for (std::size_t i = 0; i < given.made; ++i)
            out[i] = {++last};
        return given;
    }

    static constexpr std::string_view one = "/v1/generators/slow/ids";

    rest_world world;
    std::deque<grant> grants;
    std::int64_t last = 0;
    int attempts = 0;
};

TEST_F(waiting_requests, hold_ids_back_until_they_may_be_let_out) {
    grants = {{1, 700us}};
    talk with{world};
    with.say(get(one));
    ASSERT_EQ(with.then(), talk::next::wait);
    EXPECT_EQ(with.output(), "");
    EXPECT_EQ(with.session().pause(), 700us);
    EXPECT_EQ(world.services->requests_in_flight, 1U);
    with.resume();
    EXPECT_EQ(with.then(), talk::next::receive);
    EXPECT_EQ(with.answers().back().content, R"({"generator":"slow","ids":["1"]})");
    EXPECT_EQ(attempts, 1);
    EXPECT_EQ(world.services->requests_in_flight, 0U);
}

TEST_F(waiting_requests, are_logged_by_themselves_if_they_are_slow) {
    recorded_requests log{false, 1ns};
    rest_world logged;
    logged.requests = &log;
    logged.generators.add_scripted("slow", [this](std::span<id> out) { return next_grant(out); });
    logged.open();
    grants = {{1, 700us}};
    talk with{logged};
    with.say(get(one) + get("/healthz"));
    with.resume();
    with.send();
    const std::string whom = "slow REST 10.0.0.1:5555 GET ";
    EXPECT_THAT(log.lines, ElementsAre(whom + std::string{one} + " 200 x1", whom + "/healthz 200 x1"));
}

TEST_F(waiting_requests, try_again_where_the_generator_says_when) {
    grants = {{0, 1ms, errc::not_ready}, {0, 2ms, errc::not_ready}};
    talk with{world};
    with.say(get(one));
    ASSERT_EQ(with.then(), talk::next::wait);
    EXPECT_EQ(with.session().pause(), 1ms);
    with.resume();
    ASSERT_EQ(with.then(), talk::next::wait);
    EXPECT_EQ(with.session().pause(), 2ms);
    with.resume();
    EXPECT_EQ(with.answers().back().status, 200);
}

TEST_F(waiting_requests, lose_patience_with_a_generator_that_gives_nothing) {
    for (int i = 0; i < 100; ++i)
        grants.push_back({0, 500ms, errc::not_ready});
    talk with{world};
    with.say(get(one));
    std::chrono::nanoseconds waited{0};
    while (with.then() == talk::next::wait) {
        waited += with.session().pause();
        with.resume();
    }
    EXPECT_EQ(waited, world.limit.patience);
    const heard answer = with.answers().back();
    EXPECT_EQ(answer.status, 503);
    EXPECT_THAT(answer.content, HasSubstr("urn:vesta:problem:not-ready"));
    EXPECT_THAT(answer.head, HasSubstr("\r\nRetry-After: 1"));
}

TEST_F(waiting_requests, try_less_and_less_often_the_longer_nothing_comes) {
    for (int i = 0; i < 20'000; ++i)
        grants.push_back({0, 100us, errc::not_ready});
    talk with{world};
    with.say(get(one));
    std::chrono::nanoseconds waited{0};
    while (with.then() == talk::next::wait) {
        EXPECT_LE(with.session().pause(), std::max<std::chrono::nanoseconds>(100us, waited / 8))
            << "after " << waited.count();
        waited += with.session().pause();
        with.resume();
    }
    EXPECT_EQ(waited, world.limit.patience);
    EXPECT_LT(attempts, 150);
}

TEST_F(waiting_requests, fail_at_once_where_waiting_is_of_no_use) {
    grants = {{0, 0ms, errc::exhausted}};
    talk with{world};
    with.say(get(one));
    EXPECT_EQ(with.answers().back().status, 500);
    EXPECT_THAT(with.answers().back().content, HasSubstr("urn:vesta:problem:exhausted"));
}

TEST_F(waiting_requests, collect_a_batch_over_several_waits) {
    grants = {{2, 0ms}, {3, 1ms}, {0, 1ms, errc::not_ready}, {4, 1ms}};
    talk with{world};
    with.say(get("/v1/generators/slow/ids?count=10", "Accept: text/plain\r\n"));
    int waits = 0;
    for (; with.then() == talk::next::wait; ++waits)
        with.resume();
    EXPECT_EQ(waits, 3);
    EXPECT_EQ(with.answers().back().content, "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n");
}

TEST_F(waiting_requests, hold_up_only_what_is_behind_them) {
    grants = {{1, 1ms}};
    talk with{world};
    with.say(get("/healthz") + get(one) + get("/healthz") + get("/nothing"));
    ASSERT_EQ(with.then(), talk::next::wait);
    EXPECT_EQ(with.answers().size(), 1U);
    with.resume();
    std::vector<int> statuses;
    for (const heard& each : with.answers())
        statuses.push_back(each.status);
    EXPECT_EQ(statuses, (std::vector{200, 200, 200, 404}));
    EXPECT_EQ(with.answers()[1].content, R"({"generator":"slow","ids":["1"]})");
}

TEST_F(waiting_requests, keep_to_their_own_connection) {
    grants = {{1, 1ms}};
    talk slow{world};
    slow.say(get(one));
    ASSERT_EQ(slow.then(), talk::next::wait);
    talk other{world};
    other.say(get(one));
    EXPECT_EQ(other.answers().back().content, R"({"generator":"slow","ids":["2"]})");
    slow.resume();
    EXPECT_EQ(slow.answers().back().content, R"({"generator":"slow","ids":["1"]})");
}

TEST_F(waiting_requests, do_not_keep_head_waiting) {
    grants = {{1, 1ms}};
    talk with{world};
    with.say(get(one, {}, "HEAD"));
    EXPECT_EQ(with.answers({true}).back().status, 200);
    EXPECT_EQ(attempts, 0);
}

TEST_F(waiting_requests, are_limited_in_number) {
    rest::limits limit;
    limit.requests_in_flight = 2;
    rest_world small{limit};
    small.generators.add_scripted("slow", [this](std::span<id> out) { return next_grant(out); });
    small.open();
    grants = {{1, 1ms}, {1, 1ms}, {1, 1ms}};
    talk first{small};
    talk second{small};
    talk third{small};
    for (talk* const each : {&first, &second, &third})
        each->say(get(one));
    EXPECT_EQ(first.then(), talk::next::wait);
    EXPECT_EQ(second.then(), talk::next::wait);
    const heard answer = third.answers().back();
    EXPECT_EQ(answer.status, 503);
    EXPECT_THAT(answer.content, HasSubstr("urn:vesta:problem:overloaded"));
    EXPECT_THAT(answer.head, HasSubstr("\r\nRetry-After: 1"));
    first.resume();
    third.say(get(one));
    EXPECT_EQ(third.answers().back().status, 200) << "a place is free again";
}

TEST_F(waiting_requests, end_when_all_of_it_takes_too_long) {
    rest::limits limit;
    limit.serve = 1ms;
    rest_world hasty{limit};
    hasty.generators.add_scripted("slow", [this](std::span<id> out) { return next_grant(out); });
    hasty.open();
    grants = {{1, 1ms}, {1, 1s}, {1, 1s}};
    talk with{hasty};
    with.say(get("/v1/generators/slow/ids?count=3"));
    ASSERT_EQ(with.then(), talk::next::wait);
    with.resume();
    EXPECT_EQ(with.answers().back().status, 503);
    EXPECT_THAT(with.answers().back().content, HasSubstr("ask for fewer at once"));
}

TEST_F(waiting_requests, do_not_wait_for_what_will_come_too_late) {
    grants = {{1, world.limit.serve + 1ns}};
    talk with{world};
    with.say(get(one));
    EXPECT_EQ(with.answers().back().status, 503);
    EXPECT_THAT(with.answers().back().content, HasSubstr("ask for fewer at once"));
    EXPECT_EQ(world.services->requests_in_flight, 0U);
}

TEST_F(waiting_requests, are_not_in_flight_when_their_connection_has_ended) {
    grants = {{1, 1ms}};
    {
        talk with{world};
        with.say(get(one));
        EXPECT_EQ(world.services->requests_in_flight, 1U);
    }
    EXPECT_EQ(world.services->requests_in_flight, 0U);
}

TEST_F(waiting_requests, make_room_for_others_while_their_client_does_not_read) {
    world.limit.requests_in_flight = 1;
    world.open();
    grants = {{0, 1ms, errc::not_ready}, {0, 1ms, errc::not_ready}};
    talk deaf{world}, other{world}, third{world};
    deaf.say(get("/healthz") + get(one));
    ASSERT_EQ(deaf.then(), talk::next::wait);
    deaf.send(false);
    EXPECT_EQ(world.services->requests_in_flight, 0U);
    other.say(get(one));
    ASSERT_EQ(other.then(), talk::next::wait);
    deaf.send(true);
    deaf.resume(); // while another has taken its turn to wait
    EXPECT_EQ(deaf.answers().back().status, 503);
    other.resume();
    EXPECT_EQ(other.answers().back().status, 200);
    grants = {{0, 1ms, errc::not_ready}};
    third.say(get("/healthz") + get(one));
    third.send(false);
    third.send(true);
    third.resume();
    EXPECT_EQ(third.answers().back().status, 200);
    EXPECT_EQ(world.services->requests_in_flight, 0U);
}

TEST_F(waiting_requests, for_one_id_go_ahead_of_batches) {
    grants = {{1000, 1h}, {1, 0ms}};
    talk first{world};
    first.say(get("/v1/generators/slow/ids?count=5000"));
    EXPECT_EQ(attempts, 1);
    talk second{world};
    second.say(get("/v1/generators/slow/ids?count=5000"));
    ASSERT_EQ(second.then(), talk::next::receive) << "an hour is longer than a request may take";
    EXPECT_THAT(second.answers().back().content, HasSubstr("ask for fewer at once"));
    EXPECT_EQ(attempts, 1) << "the second batch took nothing";
    talk third{world};
    third.say(get(one));
    EXPECT_EQ(third.answers().back().status, 200);
}

TEST_F(waiting_requests, for_many_ids_are_made_in_pieces_and_hold_no_memory_for_what_is_not_made) {
    output_buffer out;
    rest::session with{*world.bench, {}};
    const std::string request = get("/v1/generators/slow/ids?count=10000");
    std::ranges::copy(request, with.room().begin());
    net::turn turn{out, {}};
    int turns = 1;
    auto then = with.received(request.size(), turn).then;
    const std::size_t begun = with.memory();
    for (; then == net::next::go_on; ++turns) {
        EXPECT_EQ(out.size(), 0U);
        net::turn next{out, {}};
        then = with.resume(next).then;
    }
    EXPECT_EQ(turns, 3);
    EXPECT_EQ(last, 10'000);
    EXPECT_LT(begun, 50'000U);
    EXPECT_GT(out.size(), 10'000U);
}

TEST_F(waiting_requests, for_many_ids_are_refused_while_clients_do_not_take_their_answers) {
    world.services->state.unsent_bytes = world.limit.unsent_bytes + 1;
    talk with{world};
    with.say(get("/v1/generators/slow/ids?count=2") + get(one));
    EXPECT_EQ(with.answers()[0].status, 503);
    EXPECT_EQ(with.answers()[1].status, 200);
}

} // namespace
} // namespace vesta::testing
