#include "session_harness.hpp"
#include "support/access.hpp"
#include "support/recorded_requests.hpp"

namespace vesta::rpc::detail {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;

/// A second client of the same server.
struct second {
    explicit second(talk& of) : serving{of.of, of.counted, 12, "10.0.0.2:80", "unix:/run/a b.sock"} {}

    void say(std::string_view words) {
        output_buffer out;
        static_cast<void>(serving.advance(words, out));
    }

    interpreter serving;
};

TEST(client_list_test, has_a_line_of_redis_form_for_each_client) {
    talk to;
    second other{to};
    other.say("CLIENT SETNAME worker\r\nCLIENT SETINFO LIB-NAME x\r\nHELLO 3\r\n");
    EXPECT_THAT(
        to.say("CLIENT LIST\r\n"),
        AllOf(HasSubstr("id=7 addr=127.0.0.1:5555 laddr= name= age=0 idle=0 flags=N db=0 "),
              HasSubstr(" cmd=unknown user= resp=2 lib-name= lib-ver=\n"),
              HasSubstr("id=12 addr=10.0.0.2:80 laddr=unix:/run/a?b.sock name=worker age=0 idle=0 flags=N db=0 "),
              HasSubstr(" cmd=hello user= resp=3 lib-name=x lib-ver=\n")));
}

// redis-py reads each of these as a number, and older versions miss none of them.
TEST(client_list_test, has_the_numbers_that_libraries_insist_on) {
    talk to;
    for (const char* const command : {"CLIENT INFO\r\n", "CLIENT LIST\r\n"})
        for (const char* const field : {"id", "age", "idle", "db", "sub", "psub", "multi", "qbuf", "qbuf-free", "obl",
                                        "argv-mem", "oll", "omem", "tot-mem"})
            EXPECT_THAT(to.say(command), ::testing::ContainsRegex(" ?" + std::string{field} + "=-?[0-9]+ ")) << field;
}

TEST(client_list_test, has_one_equals_sign_in_each_word) {
    talk to;
    to.say("CLIENT SETNAME a=b\r\n");
    EXPECT_THAT(to.say("CLIENT INFO\r\n"), HasSubstr(" name=a?b "));
    EXPECT_THAT(to.say("CLIENT GETNAME\r\n"), HasSubstr("a=b"));
}

TEST(client_list_test, has_only_clients_that_are_there) {
    talk to;
    {
        const second other{to};
    }
    EXPECT_THAT(to.say("CLIENT LIST\r\n"), Not(HasSubstr("id=12")));
}

TEST(client_list_test, lists_those_that_are_asked_for) {
    talk to;
    const second other{to};
    EXPECT_THAT(to.say("CLIENT LIST ID 12 99\r\n"), AllOf(HasSubstr("id=12 "), Not(HasSubstr("id=7 "))));
    EXPECT_THAT(to.say("CLIENT LIST AFTER 7\r\n"), AllOf(HasSubstr("id=12 "), Not(HasSubstr("id=7 "))));
    EXPECT_THAT(to.say("CLIENT LIST AFTER 12\r\n"), "$0\r\n\r\n");
    EXPECT_THAT(to.say("CLIENT LIST TYPE normal\r\n"), AllOf(HasSubstr("id=12 "), HasSubstr("id=7 ")));
    for (const char* wrong : {"CLIENT LIST ID x", "CLIENT LIST ID", "CLIENT LIST AFTER 1 2", "CLIENT LIST TYPE master"})
        EXPECT_THAT(to.say(std::string{wrong} + "\r\n"), StartsWith("-ERR ")) << wrong;
}

TEST(client_list_test, is_bounded) {
    talk to;
    std::vector<std::unique_ptr<client_card>> many;
    for (std::uint64_t i = 100; i < 100 + 2 * client_list::most_listed; ++i)
        many.push_back(std::make_unique<client_card>(to.of.clients, i, "a", "b"));
    const auto first = to.of.clients.lines(0, [](const client_card&) { return true; });
    EXPECT_EQ(std::ranges::count(first, '\n'), client_list::most_listed);
    EXPECT_THAT(to.of.clients.lines(100 + 2 * client_list::most_listed - 2, [](const client_card&) { return true; }),
                StartsWith("id=2099 "));
}

TEST(client_list_test, names_the_principal_of_a_client) {
    access::gate gate{vesta::testing::access_list_of({{"root", {"admin"}}})};
    talk to{{.gate = &gate}};
    EXPECT_THAT(to.say("AUTH token-of-root\r\nCLIENT LIST\r\n"), HasSubstr(" user=root "));
    EXPECT_THAT(to.say("RESET\r\nCLIENT LIST\r\n"), HasSubstr("-NOAUTH"));
}

TEST(client_kill_test, ends_the_clients_that_all_filters_choose) {
    talk to;
    second other{to};
    other.say("CLIENT SETNAME worker\r\n");
    std::vector<std::uint64_t> cut;
    to.of.cut = [&](const std::vector<std::uint64_t>& numbers) {
        cut.insert(cut.end(), numbers.begin(), numbers.end());
    };
    EXPECT_EQ(to.say("CLIENT KILL ID 12\r\n"), ":1\r\n");
    EXPECT_EQ(to.say("CLIENT KILL ADDR 10.0.0.2:80 ID 12\r\n"), ":1\r\n");
    EXPECT_EQ(to.say("CLIENT KILL 10.0.0.2:80\r\n"), "+OK\r\n");
    EXPECT_EQ(to.say("CLIENT KILL TYPE normal SKIPME no\r\n"), ":2\r\n");
    EXPECT_THAT(cut, ElementsAre(12, 12, 12, 7, 12));
    cut.clear();
    EXPECT_EQ(to.say("CLIENT KILL ID 7\r\n"), ":0\r\n") << "itself only with SKIPME no";
    EXPECT_EQ(to.say("CLIENT KILL ADDR 10.0.0.2:80 USER nobody\r\n"), ":0\r\n");
    EXPECT_EQ(to.say("CLIENT KILL ADDR 10.0.0.2:80 ID 13\r\n"), ":0\r\n");
    EXPECT_THAT(to.say("CLIENT KILL 10.0.0.9:80\r\n"), StartsWith("-ERR No such client"));
    for (const char* wrong : {"CLIENT KILL ID x", "CLIENT KILL COLOR red", "CLIENT KILL ID", "CLIENT KILL TYPE master",
                              "CLIENT KILL SKIPME perhaps"})
        EXPECT_THAT(to.say(std::string{wrong} + "\r\n"), AnyOf(StartsWith("-ERR "), StartsWith("-RANGE "))) << wrong;
    EXPECT_THAT(cut, IsEmpty());
}

TEST(log_of_commands, has_names_of_commands_and_never_their_words) {
    vesta::testing::recorded_requests log{true};
    access::gate gate{vesta::testing::access_list_of({{"a", {"take default"}}})};
    talk to{{.gate = &gate, .requests = &log}};
    to.say("AUTH a token-of-a\r\nGENID\r\nGENID\r\nGENID\r\nINCR order\r\nAUTH secret\r\nNOSUCH secret\r\n");
    EXPECT_THAT(log.lines,
                ElementsAre("RPC 127.0.0.1:5555 a auth OK x1", "RPC 127.0.0.1:5555 a genid OK default x1",
                            "RPC 127.0.0.1:5555 a genid OK default x2", "RPC 127.0.0.1:5555 a incr NOPERM x1",
                            "RPC 127.0.0.1:5555 a auth WRONGPASS x1", "RPC 127.0.0.1:5555 a unknown ERR x1"));
    EXPECT_EQ(log.bytes.front(), 5U);
}

TEST(log_of_commands, is_not_asked_where_nothing_is_wanted) {
    vesta::testing::recorded_requests log{false, 1s};
    talk to{{.requests = &log}};
    to.say("GENID\r\nPING\r\n");
    to.serving.note_time(2, 999ms);
    EXPECT_THAT(log.lines, IsEmpty());
    to.serving.note_time(2, 1s);
    EXPECT_THAT(log.lines, ElementsAre("slow RPC 127.0.0.1:5555 ping OK x2"));
}

TEST(log_of_commands, tells_a_slow_turn_by_the_command_that_waited) {
    for (const grant waits : {grant{1, 3ms}, grant{0, 3ms, errc::not_ready}}) { // with its ID, and for it
        vesta::testing::recorded_requests log{false, 1s};
        talk to{{.requests = &log}};
        to.generators.script().on_generate = [calls = 0, waits](std::span<id> out) mutable {
            out[0] = id{1};
            return ++calls == 1 ? waits : grant{1};
        };
        to.say("PING\r\nGENID GENERATOR scripted\r\nPING\r\n");
        ASSERT_EQ(to.last.then, interpreter::next::wait);
        to.wake();
        to.serving.note_time(3, 1s);
        to.say("PING\r\n");
        to.serving.note_time(1, 1s);
        EXPECT_THAT(log.lines,
                    ElementsAre("slow RPC 127.0.0.1:5555 genid OK x3", "slow RPC 127.0.0.1:5555 ping OK x1"));
    }
}

} // namespace
} // namespace vesta::rpc::detail
