#include "session_harness.hpp"

#include <vesta/rpc/protocol/reply_parser.hpp>

#include <vector>

namespace vesta::rpc::detail {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// Makes the stream named scripted answer 1, 2, 3, ...
void count_up(talk& to) {
    to.generators.script().on_generate = [next = 1](std::span<id> out) mutable {
        for (id& each : out)
            each = id{next++};
        return grant{.made = out.size()};
    };
}

constexpr std::string_view one = "GENID GENERATOR scripted\r\n";

TEST(session_test, answers_commands_in_the_order_they_came) {
    talk to;
    count_up(to);
    EXPECT_EQ(to.say("PING\r\n*1\r\n$4\r\nPING\r\nECHO hi\r\nGENID GENERATOR scripted\r\n"),
              "+PONG\r\n+PONG\r\n$2\r\nhi\r\n:1\r\n");
    EXPECT_EQ(to.last.then, interpreter::next::receive);
}

TEST(session_test, answers_a_run_of_the_same_command_from_one_attempt) {
    talk to;
    std::vector<std::size_t> attempts;
    to.generators.script().on_generate = [&, next = 1](std::span<id> out) mutable {
        attempts.push_back(out.size());
        for (id& each : out)
            each = id{next++};
        return grant{.made = out.size()};
    };
    std::string run;
    for (int i = 0; i < 5; ++i)
        run += one;
    EXPECT_EQ(to.say(run), ":1\r\n:2\r\n:3\r\n:4\r\n:5\r\n");
    EXPECT_EQ(attempts, (std::vector<std::size_t>{1, 4}));
    EXPECT_EQ(to.say(run), ":6\r\n:7\r\n:8\r\n:9\r\n:10\r\n");
    EXPECT_EQ(attempts, (std::vector<std::size_t>{1, 4, 5}));
    EXPECT_EQ(to.count("genid", "ok"), 10u);
    EXPECT_EQ(to.say(run.substr(0, 3 * one.size()) + "PING\r\n" + run.substr(0, run.size() - 1)),
              ":11\r\n:12\r\n:13\r\n+PONG\r\n:14\r\n:15\r\n:16\r\n:17\r\n");
    EXPECT_EQ(attempts, (std::vector<std::size_t>{1, 4, 5, 3, 1, 3}))
        << "a run ends at another command or a part of one";
}

TEST(session_test, answers_the_same_whatever_pieces_the_bytes_come_in) {
    const std::string stream = "*3\r\n$5\r\nGENID\r\n$9\r\nGENERATOR\r\n$8\r\nscripted\r\nPING\r\n" + std::string{one} +
                               std::string{one} + "GENID GENERATOR scripted COUNT 3\r\nNOSUCH\r\n" + std::string{one};
    talk whole;
    count_up(whole);
    const std::string expected = whole.say(stream);
    for (const std::size_t step : {1, 2, 3, 7}) {
        talk to;
        count_up(to);
        std::string answered;
        for (std::size_t at = 0; at < stream.size(); at += step)
            answered += to.say(stream.substr(at, step));
        EXPECT_EQ(answered, expected) << "in steps of " << step;
    }
}

TEST(session_test, holds_ids_back_until_their_tick_has_begun) {
    talk to;
    to.generators.script().on_generate = [](std::span<id> out) {
        out[0] = id{1};
        return grant{.made = 1, .wait = milliseconds{3}};
    };
    EXPECT_EQ(to.say("PING\r\n" + std::string{one} + "PING\r\n"), "+PONG\r\n");
    EXPECT_EQ(to.last.then, interpreter::next::wait);
    EXPECT_EQ(to.last.wait, milliseconds{3});
    EXPECT_EQ(to.wake(), ":1\r\n+PONG\r\n");
    EXPECT_EQ(to.last.then, interpreter::next::receive);
}

TEST(session_test, fills_an_array_from_as_many_attempts_as_it_takes_and_shows_none_of_it_before) {
    talk to;
    to.generators.script().on_generate = [next = 1](std::span<id> out) mutable {
        out[0] = id{next++};
        return grant{.made = 1, .wait = milliseconds{1}};
    };
    EXPECT_EQ(to.say("PING\r\nGENID GENERATOR scripted COUNT 3\r\nPING\r\n"), "+PONG\r\n");
    EXPECT_EQ(to.wake(), "");
    EXPECT_EQ(to.wake(), "");
    EXPECT_EQ(to.wake(), "*3\r\n:1\r\n:2\r\n:3\r\n+PONG\r\n");
    EXPECT_EQ(to.count("genid", "ok"), 1u);
}

TEST(session_test, replaces_an_unfinished_array_by_the_error_that_ended_it) {
    talk to;
    to.generators.script().on_generate = [calls = 0](std::span<id> out) mutable {
        if (++calls > 1) return grant{.why = errc::exhausted};
        out[0] = id{1};
        return grant{.made = 1, .wait = milliseconds{1}};
    };
    EXPECT_EQ(to.say("PING\r\nGENID GENERATOR scripted COUNT 3\r\nPING\r\n"), "+PONG\r\n");
    EXPECT_EQ(to.wake(), "-EXHAUSTED scripted\r\n+PONG\r\n");
    EXPECT_EQ(to.count("genid", "EXHAUSTED"), 1u);
}

TEST(session_test, tries_again_for_as_long_as_its_patience_lasts) {
    talk to{{.limits = {.patience = milliseconds{10}}}};
    to.generators.script().on_generate = [](std::span<id>) {
        return grant{.wait = milliseconds{4}, .why = errc::not_ready};
    };
    EXPECT_EQ(to.say(std::string{one} + "PING\r\n"), "");
    EXPECT_EQ(to.last.wait, milliseconds{4});
    EXPECT_EQ(to.wake(), "");
    EXPECT_EQ(to.last.wait, milliseconds{4});
    EXPECT_EQ(to.wake(), "");
    EXPECT_EQ(to.last.wait, milliseconds{2});
    EXPECT_EQ(to.wake(), "-NOTREADY scripted\r\n+PONG\r\n");
}

TEST(session_test, gives_each_command_patience_of_its_own) {
    talk to{{.limits = {.patience = milliseconds{5}}}};
    to.generators.script().on_generate = [calls = 0](std::span<id> out) mutable {
        if (++calls % 2 == 1) return grant{.wait = milliseconds{4}, .why = errc::not_ready};
        out[0] = id{calls};
        return grant{.made = 1};
    };
    EXPECT_EQ(to.say(std::string{one} + std::string{one}), "");
    EXPECT_EQ(to.wake(), ":2\r\n");
    EXPECT_EQ(to.last.then, interpreter::next::wait);
    EXPECT_EQ(to.wake(), ":4\r\n");
}

TEST(session_test, goes_on_after_errors_but_not_after_what_is_no_command) {
    talk to;
    EXPECT_EQ(to.say("NOSUCH\r\nPING\r\n"), "-ERR unknown command 'NOSUCH'\r\n+PONG\r\n");
    EXPECT_THAT(to.say("*1\r\n:1\r\nPING\r\n"), StartsWith("-ERR Protocol error: expected '$'"));
    EXPECT_EQ(to.last.then, interpreter::next::close);
    EXPECT_EQ(to.counts().closed_protocol, 1u);
}

TEST(session_test, hangs_up_on_a_browser_that_was_sent_here) {
    talk to;
    EXPECT_THAT(to.say("POST / HTTP/1.1\r\nHost: localhost\r\n\r\nGENID\r\n"), HasSubstr("no HTTP server"));
    EXPECT_EQ(to.last.then, interpreter::next::close);
}

TEST(session_test, ends_a_turn_when_enough_is_unsent) {
    talk to{{.limits = {.unsent_bytes = 100}}};
    output_buffer out;
    const std::string input = "ECHO " + std::string(90, 'x') + "\r\nPING\r\nPING\r\nPING\r\n";
    const auto first = to.serving.advance(input, out);
    EXPECT_EQ(first.then, interpreter::next::go_on);
    EXPECT_LT(out.size(), 120u);
    const auto second = to.serving.advance(std::string_view{input}.substr(first.consumed), out);
    EXPECT_EQ(second.then, interpreter::next::receive);
    EXPECT_EQ(first.answered + second.answered, 4u);
}

TEST(session_test, ends_a_turn_after_64_commands) {
    talk to;
    output_buffer out;
    std::string input;
    for (int i = 0; i < 100; ++i)
        input += "PING\r\n";
    const auto first = to.serving.advance(input, out);
    EXPECT_EQ(first.then, interpreter::next::go_on);
    EXPECT_LE(first.answered, 64u);
    EXPECT_GE(first.answered, 1u);
}

TEST(session_test, makes_a_batch_in_pieces_with_a_turn_each) {
    talk to;
    output_buffer out;
    const std::string input = "GENID COUNT 10000 GENERATOR wide\r\n";
    auto last = to.serving.advance(input, out);
    int turns = 1;
    for (; last.then == interpreter::next::go_on; ++turns) {
        EXPECT_EQ(out.size(), 0u);
        EXPECT_EQ(last.consumed, 0u);
        last = to.serving.advance(input, out);
    }
    EXPECT_EQ(turns, 3);
    EXPECT_EQ(numbers(std::string{out.view()}).size(), 10'000u);
}

TEST(session_test, asks_for_the_password_before_anything_else) {
    talk to{{.password = "secret"}};
    EXPECT_THAT(to.say("GENID\r\nPING\r\nINFO\r\nNOSUCH\r\n"),
                "-NOAUTH Authentication required. A token is needed for 'take default'\r\n"
                "-NOAUTH Authentication required. A token is needed for 'health'\r\n"
                "-NOAUTH Authentication required. A token is needed for 'observe'\r\n"
                "-NOAUTH Authentication required.\r\n");
    EXPECT_THAT(to.say("AUTH wrong\r\n"), StartsWith("-WRONGPASS"));
    EXPECT_THAT(to.say("AUTH \"\"\r\n"), StartsWith("-WRONGPASS"));
    EXPECT_THAT(to.say("AUTH admin secret\r\n"), StartsWith("-WRONGPASS"));
    EXPECT_EQ(to.say("AUTH secret\r\nPING\r\n"), "+OK\r\n+PONG\r\n");
    EXPECT_EQ(to.count("ping", "NOAUTH"), 1u);
}

TEST(session_test, asks_again_after_a_reset_even_for_a_command_it_remembers) {
    talk to{{.password = "secret"}};
    EXPECT_THAT(to.say("AUTH secret\r\nINCR order\r\n"), "+OK\r\n:1\r\n");
    EXPECT_EQ(to.say("RESET\r\nINCR order\r\n"),
              "+RESET\r\n-NOAUTH Authentication required. A token is needed for 'take segment/order'\r\n");
}

TEST(session_test, closes_after_too_many_wrong_passwords) {
    talk to{{.password = "secret", .limits = {.auth_failures = 3}}};
    to.say("AUTH a\r\nAUTH b\r\n");
    EXPECT_EQ(to.last.then, interpreter::next::receive);
    to.say("AUTH c\r\n");
    EXPECT_EQ(to.last.then, interpreter::next::close);
}

} // namespace
} // namespace vesta::rpc::detail
