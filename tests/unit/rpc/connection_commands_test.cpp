#include "session_harness.hpp"
#include "words.hpp"

#include <vesta/rpc/protocol/reply_parser.hpp>

namespace vesta::rpc::detail {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

TEST(connection_commands_test, speak_the_version_that_hello_chooses) {
    talk to;
    EXPECT_THAT(to.say("HELLO\r\n"), AllOf(StartsWith("*14\r\n"), HasSubstr("$5\r\nproto\r\n:2\r\n")));
    EXPECT_THAT(to.say("HELLO 3\r\n"), AllOf(StartsWith("%7\r\n"), HasSubstr("$5\r\nproto\r\n:3\r\n")));
    EXPECT_THAT(to.say("CLIENT GETNAME\r\n"), "_\r\n");
    EXPECT_THAT(to.say("HELLO 3 SETNAME me\r\nCLIENT GETNAME\r\n"), ::testing::EndsWith("$2\r\nme\r\n"));
    EXPECT_EQ(to.say("HELLO 4\r\n"), "-NOPROTO unsupported protocol version\r\n");
    EXPECT_THAT(to.say("HELLO x\r\n"), StartsWith("-ERR Protocol version"));
    EXPECT_THAT(to.say("HELLO 3 NONSENSE\r\n"), StartsWith("-ERR Syntax error in HELLO"));
    EXPECT_THAT(to.say("HELLO 2\r\nCLIENT GETNAME\r\n"), StartsWith("*14\r\n"));
    EXPECT_EQ(to.say("RESET\r\nCLIENT GETNAME\r\n"), "+RESET\r\n$-1\r\n");
}

TEST(connection_commands_test, take_the_password_with_hello) {
    talk to{{.password = "secret"}};
    EXPECT_THAT(to.say("HELLO 3\r\n"), StartsWith("-NOAUTH HELLO must be called"));
    EXPECT_THAT(to.say("HELLO 3 AUTH default wrong\r\n"), StartsWith("-WRONGPASS"));
    EXPECT_THAT(to.say("HELLO 3 AUTH default secret SETNAME me\r\n"), StartsWith("%7\r\n"));
    EXPECT_EQ(to.say("PING\r\n"), "+PONG\r\n");
}

TEST(connection_commands_test, say_that_no_password_is_needed) {
    talk to;
    EXPECT_THAT(to.say("AUTH any\r\n"), StartsWith("-ERR AUTH <password> called without any password configured"));
}

TEST(connection_commands_test, answer_what_clients_send_on_connecting) {
    talk to;
    EXPECT_EQ(to.say("SELECT 0\r\nCLIENT SETINFO LIB-NAME x\r\nCLIENT SETINFO lib-ver 1\r\nCLIENT NO-EVICT ON\r\n"),
              "+OK\r\n+OK\r\n+OK\r\n+OK\r\n");
    EXPECT_EQ(to.say("SELECT 1\r\n"), "-ERR DB index is out of range\r\n");
    EXPECT_EQ(to.say("SELECT x\r\n"), "-ERR value is not an integer or out of range\r\n");
    EXPECT_EQ(to.say("CLIENT ID\r\n"), ":7\r\n");
    EXPECT_THAT(to.say("CLIENT INFO\r\n"), HasSubstr("lib-name=x lib-ver=1"));
    EXPECT_THAT(to.say("CLIENT SETNAME \"a b\"\r\n"), StartsWith("-ERR names cannot contain"));
    EXPECT_THAT(to.say("CLIENT PAUSE 1\r\n"), StartsWith("-ERR unknown subcommand"));
    EXPECT_EQ(to.say("PING hello\r\n"), "$5\r\nhello\r\n");
    EXPECT_EQ(to.say("QUIT\r\nPING\r\n"), "+OK\r\n");
    EXPECT_EQ(to.last.then, interpreter::next::close);
}

TEST(command_test, describes_every_command_in_each_of_its_forms) {
    talk to;
    reply_parser parser;
    for (const std::string line : {"COMMAND", "COMMAND INFO", "COMMAND DOCS", "COMMAND LIST", "COMMAND INFO genid nope",
                                   "COMMAND DOCS genid nope", "HELLO 3", "COMMAND", "COMMAND DOCS", "COMMAND INFO x"}) {
        const std::string reply = to.say(line + "\r\n");
        ASSERT_EQ(parser.parse(reply), parse_status::complete) << line;
        EXPECT_EQ(parser.consumed(), reply.size()) << line;
    }
    EXPECT_EQ(to.say("COMMAND COUNT\r\n"), ":39\r\n");
    EXPECT_THAT(to.say("COMMAND GETKEYS x\r\n"), StartsWith("-ERR unknown subcommand"));
}

TEST(info_test, tells_about_server_clients_and_generators) {
    talk to{{.version = "1.2.3"}};
    to.say("GENID\r\nNOSUCH\r\n");
    const std::string all = to.say("INFO\r\n");
    for (const std::string line :
         {"redis_version:7.0.0", "vesta_version:1.2.3", "role:master", "loading:0",
          "cmdstat_genid:calls=1,failed_calls=0", "cmdstat_unknown:calls=1,failed_calls=1", "errorstat_ERR:count=1",
          "generator_default:kind=vesta,type=min-granularity,ready=1,ids=1,"})
        EXPECT_THAT(all, HasSubstr(line));
    EXPECT_THAT(to.say("INFO clients\r\n"),
                AllOf(HasSubstr("maxclients:10000"), ::testing::Not(HasSubstr("# Server"))));
}

TEST(info_test, has_each_name_once_though_a_command_ended_in_several_ways) {
    talk to;
    to.say("INCRBY order 0\r\nINCRBY nope 1\r\nINCRBY order 1\r\nINCRBY order 2\r\n");
    const std::string told = to.say("INFO commandstats errorstats\r\n");
    EXPECT_THAT(told, AllOf(HasSubstr("cmdstat_incrby:calls=4,failed_calls=2\r\n"),
                            HasSubstr("errorstat_NOSUCHTAG:count=1\r\n"), HasSubstr("errorstat_RANGE:count=1\r\n")));
    EXPECT_EQ(told.find("cmdstat_"), told.rfind("cmdstat_"));
}

TEST(arity_test, is_checked_before_a_command_runs) {
    talk to;
    for (const std::string line : {"INCR", "INCR a b", "INCRBY a", "NEXT 1", "RANGE x", "EXPID", "ECHO", "AUTH",
                                   "RESET now", "SELECT", "CLIENT", "PING a b", "TRANSTIME"}) {
        const std::string name = line.substr(0, line.find(' '));
        std::string lower = name;
        for (char& c : lower)
            c = static_cast<char>(c + ('a' - 'A'));
        EXPECT_EQ(to.say(line + "\r\n"), "-ERR wrong number of arguments for '" + lower + "' command\r\n");
    }
}

TEST(reply_word_test, stands_for_every_error_of_the_generators) {
    EXPECT_EQ(word_of(errc::clock_behind), reply_word::clock);
    EXPECT_EQ(word_of(errc::not_found), reply_word::no_such_tag);
    EXPECT_EQ(word_of(errc::exhausted), reply_word::exhausted);
    for (const errc code :
         {errc::not_ready, errc::state_unusable, errc::in_use, errc::lease_lost, errc::store_unavailable, errc::closed})
        EXPECT_EQ(word_of(code), reply_word::not_ready);
    for (const errc code : {errc::invalid_argument, errc::invalid_settings, errc::forked, errc::internal})
        EXPECT_EQ(word_of(code), reply_word::err);
}

TEST(fail_test, tells_when_to_try_again_where_that_is_known) {
    talk to{{.limits = {.patience = std::chrono::milliseconds{0}}}};
    to.generators.script().on_generate = [](std::span<id>) { return grant{.why = errc::clock_behind}; };
    to.generators.script().on_explain = [](errc why) {
        return error{why, "the clock is behind", std::chrono::milliseconds{1500}};
    };
    EXPECT_EQ(to.say("GENID GENERATOR scripted\r\n"), "-CLOCK the clock is behind; retry-after-ms=1500\r\n");
}

TEST(words_test, are_quoted_and_cut_in_errors) {
    EXPECT_EQ(in_quotes("short"), "'short'");
    EXPECT_EQ(in_quotes(std::string(50, 'x')), "'" + std::string(40, 'x') + "...'");
}

} // namespace
} // namespace vesta::rpc::detail
