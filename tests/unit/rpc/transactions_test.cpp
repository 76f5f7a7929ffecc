#include "command_queue.hpp"
#include "session_harness.hpp"
#include "support/access.hpp"

namespace vesta::rpc::detail {
namespace {

using std::chrono::milliseconds;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr std::string_view aborted = "-EXECABORT Transaction discarded because of previous errors.\r\n";

TEST(transactions, run_what_was_queued_in_order_when_exec_comes) {
    talk to;
    EXPECT_EQ(to.say("MULTI\r\nINCR order\r\nINCRBY order 3\r\nECHO hi\r\n"),
              "+OK\r\n+QUEUED\r\n+QUEUED\r\n+QUEUED\r\n");
    EXPECT_EQ(to.say("EXEC\r\n"), "*3\r\n:1\r\n:4\r\n$2\r\nhi\r\n");
    EXPECT_EQ(to.say("INCR order\r\n"), ":5\r\n");
    EXPECT_EQ(to.say("MULTI\r\nEXEC\r\n"), "+OK\r\n*0\r\n");
}

TEST(transactions, queue_a_command_whose_bytes_were_answered_before) {
    talk to;
    EXPECT_EQ(to.say("INCR order\r\nINCR order\r\nMULTI\r\nINCR order\r\nINCR order\r\nEXEC\r\n"),
              ":1\r\n:2\r\n+OK\r\n+QUEUED\r\n+QUEUED\r\n*2\r\n:3\r\n:4\r\n");
}

TEST(transactions, answer_the_same_whatever_pieces_the_bytes_come_in) {
    const std::string stream = "*1\r\n$5\r\nMULTI\r\n*2\r\n$4\r\nINCR\r\n$5\r\norder\r\nINCR user\r\nEXEC\r\nPING\r\n";
    const std::string expected = talk{}.say(stream);
    EXPECT_THAT(expected, EndsWith("*2\r\n:1\r\n:1\r\n+PONG\r\n"));
    for (const std::size_t step : {1, 3, 7}) {
        talk to;
        std::string answered;
        for (std::size_t at = 0; at < stream.size(); at += step)
            answered += to.say(stream.substr(at, step));
        EXPECT_EQ(answered, expected) << "in steps of " << step;
    }
}

TEST(transactions, wait_in_the_middle_for_a_reservation_and_keep_the_order) {
    talk to;
    to.generators.script().on_generate = [calls = 0](std::span<id> out) mutable {
        if (++calls == 1) return grant{.wait = milliseconds{4}, .why = errc::not_ready};
        out[0] = id{calls};
        return grant{.made = 1, .wait = milliseconds{calls == 2 ? 3 : 0}};
    };
    EXPECT_EQ(to.say("MULTI\r\nECHO a\r\nGENID GENERATOR scripted\r\nGENID GENERATOR scripted COUNT 1\r\nEXEC\r\n"
                     "PING\r\n"),
              "+OK\r\n+QUEUED\r\n+QUEUED\r\n+QUEUED\r\n*3\r\n$1\r\na\r\n");
    EXPECT_EQ(to.last.then, interpreter::next::wait);
    EXPECT_EQ(to.last.wait, milliseconds{4});
    EXPECT_TRUE(to.serving.is_running());
    EXPECT_EQ(to.wake(), "");
    EXPECT_EQ(to.last.wait, milliseconds{3});
    EXPECT_EQ(to.wake(), ":2\r\n*1\r\n:3\r\n+PONG\r\n");
    EXPECT_FALSE(to.serving.is_running());
}

TEST(transactions, put_a_failure_while_they_run_into_its_place) {
    talk to;
    EXPECT_THAT(to.say("MULTI\r\nINCR order\r\nINCR nope\r\nGENID SIZE 1\r\nINCR order\r\nEXEC\r\n"),
                AllOf(StartsWith("+OK\r\n+QUEUED\r\n+QUEUED\r\n+QUEUED\r\n+QUEUED\r\n*4\r\n:1\r\n-NOSUCHTAG "),
                      HasSubstr("\r\n-ERR 'SIZE' is not an option"), EndsWith("\r\n:2\r\n")));
}

TEST(transactions, run_nothing_after_a_failure_while_queueing) {
    for (const std::string bad : {"NOSUCH", "INCR", "DECR order", "SELECT"}) {
        talk to;
        EXPECT_THAT(to.say("MULTI\r\nINCR order\r\n" + bad + "\r\nINCR order\r\nEXEC\r\n"),
                    AllOf(StartsWith("+OK\r\n+QUEUED\r\n-ERR "), EndsWith("+QUEUED\r\n" + std::string{aborted})))
            << bad;
        EXPECT_EQ(to.say("INCR order\r\n"), ":1\r\n") << bad;
    }
}

TEST(transactions, are_begun_and_ended_as_redis_says_it) {
    talk to;
    EXPECT_EQ(to.say("EXEC\r\n"), "-ERR EXEC without MULTI\r\n");
    EXPECT_EQ(to.say("DISCARD\r\n"), "-ERR DISCARD without MULTI\r\n");
    EXPECT_EQ(to.say("MULTI\r\nMULTI\r\nINCR order\r\nWATCH order\r\nEXEC\r\n"),
              "+OK\r\n-ERR MULTI calls can not be nested\r\n+QUEUED\r\n-ERR WATCH inside MULTI is not allowed\r\n"
              "*1\r\n:1\r\n");
    EXPECT_EQ(to.say("MULTI\r\nINCR order\r\nDISCARD\r\nINCR order\r\n"), "+OK\r\n+QUEUED\r\n+OK\r\n:2\r\n");
    EXPECT_EQ(to.say("MULTI\r\nINCR order\r\nRESET\r\nEXEC\r\n"),
              "+OK\r\n+QUEUED\r\n+RESET\r\n-ERR EXEC without MULTI\r\n");
    EXPECT_THAT(to.say("WATCH order\r\n"), StartsWith("-ERR nothing can be watched"));
    EXPECT_EQ(to.say("UNWATCH\r\n"), "+OK\r\n");
}

TEST(transactions, have_at_most_so_many_commands_and_bytes) {
    talk to;
    to.say("MULTI\r\n");
    for (std::size_t i = 0; i < command_queue::most_commands; ++i)
        ASSERT_EQ(to.say("INCR order\r\n"), "+QUEUED\r\n");
    EXPECT_GT(to.serving.memory(), command_queue::most_commands);
    EXPECT_THAT(to.say("INCR order\r\n"),
                StartsWith("-ERR a transaction has at most 10000 commands and 1048576 bytes"));
    EXPECT_LT(to.serving.memory(), command_queue::most_commands);
    EXPECT_EQ(to.say("EXEC\r\nINCR order\r\n"), std::string{aborted} + ":1\r\n");

    to.say("MULTI\r\n");
    const std::string long_one = "ECHO " + std::string(4000, 'x') + "\r\n";
    std::size_t queued = 0;
    while (to.say(long_one) == "+QUEUED\r\n")
        ++queued;
    EXPECT_EQ(queued, command_queue::most_bytes / long_one.size());
    EXPECT_EQ(to.say("EXEC\r\n"), aborted);
}

TEST(transactions, run_a_long_queue_in_turns) {
    talk to;
    std::string many = "MULTI\r\n";
    for (int i = 0; i < 1000; ++i)
        many += "PING\r\n";
    to.say(many);
    output_buffer out;
    auto last = to.serving.advance("EXEC\r\n", out);
    EXPECT_EQ(last.consumed, 6U);
    int turns = 1;
    for (; last.then == interpreter::next::go_on; ++turns)
        last = to.serving.advance("", out);
    EXPECT_GE(turns, 10);
    EXPECT_EQ(out.size(), std::string_view{"*1000\r\n"}.size() + 1000 * std::string_view{"+PONG\r\n"}.size());
}

TEST(transactions, count_a_command_when_it_runs) {
    talk to;
    to.say("MULTI\r\nINCR order\r\nINCR user\r\n");
    EXPECT_EQ(to.count("incr", "ok"), 0U);
    to.say("EXEC\r\n");
    EXPECT_EQ(to.count("incr", "ok"), 2U);
    EXPECT_EQ(to.count("exec", "ok"), 1U);
    to.say("MULTI\r\nNOSUCH\r\nEXEC\r\n");
    EXPECT_EQ(to.count("exec", "EXECABORT"), 1U);
}

TEST(transactions, ask_for_rights_when_queued_and_for_quotas_when_run) {
    access::gate gate{vesta::testing::access_list_of({{"a", {"take segment/order"}}}, {},
                                                     access::quota_settings{.ids_per_second = 1, .burst = 2})};
    talk to{{.gate = &gate}};
    to.say("AUTH token-of-a\r\n");
    EXPECT_THAT(to.say("MULTI\r\nINCR order\r\nINCR user\r\nEXEC\r\n"),
                AllOf(StartsWith("+OK\r\n+QUEUED\r\n-NOPERM "), EndsWith(std::string{aborted})));
    EXPECT_THAT(to.say("MULTI\r\nINCR order\r\nINCR order\r\nINCR order\r\nEXEC\r\n"),
                HasSubstr("*3\r\n:1\r\n:2\r\n-QUOTA "));
    to.say("MULTI\r\nINCR order\r\n");
    gate.replace(vesta::testing::access_list_of({{"a", {"take segment/user"}}}));
    EXPECT_THAT(to.say("EXEC\r\n"), StartsWith("*1\r\n-NOPERM "));
    EXPECT_THAT(talk{{.gate = &gate}}.say("MULTI\r\n"), StartsWith("-NOAUTH"));
}

} // namespace
} // namespace vesta::rpc::detail
