#include "session_harness.hpp"

#include <vesta/catalogue/kinds.hpp>
#include <vesta/testing/memory_segments.hpp>

namespace vesta::rpc::detail {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using vesta::testing::memory_segments;

constexpr const char* order_is_void = ">2\r\n$10\r\ninvalidate\r\n*1\r\n$5\r\norder\r\n";

/// An interpreter over a segment generator that knows the tag order, in RESP3.
class tracking_clients : public ::testing::Test {
  protected:
    tracking_clients() {
        table->put({.tag = "order", .step = 100});
        to.ask("HELLO 3\r\nINCR order\r\n");
    }

    std::shared_ptr<memory_segments> table = std::make_shared<memory_segments>();
    talk to{
        {.segment_generator = "counted", .limits = {.patience = std::chrono::hours{1}}},
        {.more = {std::make_shared<named_segments>("counted", table, segment_options{.order = number_order::strict})}}};
};

TEST_F(tracking_clients, are_told_after_each_answer_to_forget_it) {
    EXPECT_EQ(to.say("GET order\r\n"), "$1\r\n1\r\n");
    EXPECT_EQ(to.say("CLIENT TRACKING ON\r\n"), "+OK\r\n");
    EXPECT_EQ(to.say("GET order\r\n"), "$1\r\n1\r\n" + std::string{order_is_void});
    EXPECT_EQ(to.say("EXISTS order\r\n"), ":1\r\n" + std::string{order_is_void});
    EXPECT_EQ(to.say("PING\r\n"), "+PONG\r\n");
    EXPECT_EQ(to.say("CLIENT TRACKING OFF\r\nGET order\r\n"), "+OK\r\n$1\r\n1\r\n");
}

TEST_F(tracking_clients, are_told_behind_the_answer_of_exec_and_not_within) {
    EXPECT_EQ(to.say("CLIENT TRACKING ON OPTIN\r\nCLIENT CACHING YES\r\nMULTI\r\nPTTL order\r\nGET order\r\nPING\r\n"
                     "EXEC\r\nPING\r\n"),
              "+OK\r\n+OK\r\n+OK\r\n+QUEUED\r\n+QUEUED\r\n+QUEUED\r\n*3\r\n:-1\r\n$1\r\n1\r\n+PONG\r\n" +
                  std::string{order_is_void} + "+PONG\r\n");
}

TEST_F(tracking_clients, read_a_bounded_number_of_tags_at_once) {
    std::string many;
    for (std::size_t i = 0; i <= client_caches::most_read; ++i)
        many += (i % 100 == 0 ? "\r\nEXISTS t" : " t") + std::to_string(i);
    to.say("CLIENT TRACKING ON\r\n");
    EXPECT_THAT(to.ask("MULTI" + many + "\r\nEXEC\r\n"),
                HasSubstr("-ERR with tracking, EXISTS and EXEC read at most 1000 tags"));
    EXPECT_EQ(to.say("EXISTS order\r\n"), ":1\r\n" + std::string{order_is_void});
}

TEST_F(tracking_clients, choose_a_mode_and_are_told_which_it_is) {
    EXPECT_EQ(to.say("CLIENT GETREDIR\r\n"), ":-1\r\n");
    EXPECT_THAT(to.say("CLIENT TRACKINGINFO\r\n"), StartsWith("%3\r\n$5\r\nflags\r\n~1\r\n$3\r\noff\r\n"));
    EXPECT_EQ(to.say("CLIENT TRACKING ON BCAST PREFIX a PREFIX b NOLOOP\r\n"), "+OK\r\n");
    EXPECT_THAT(to.say("CLIENT TRACKINGINFO\r\n"), HasSubstr("~2\r\n$2\r\non\r\n$5\r\nbcast\r\n"));
    EXPECT_EQ(to.say("CLIENT GETREDIR\r\n"), ":0\r\n");
    EXPECT_EQ(to.say("CLIENT TRACKING ON OPTOUT\r\nCLIENT CACHING NO\r\n"), "+OK\r\n+OK\r\n");
}

TEST_F(tracking_clients, are_refused_what_would_leave_them_with_old_values) {
    EXPECT_THAT(to.say("CLIENT TRACKING ON REDIRECT 5\r\n"), StartsWith("-ERR syntax error"));
    EXPECT_THAT(to.say("CLIENT TRACKING ON OPTIN OPTOUT\r\n"), StartsWith("-ERR syntax error"));
    EXPECT_THAT(to.say("CLIENT TRACKING MAYBE\r\n"), StartsWith("-ERR syntax error"));
    EXPECT_THAT(to.say("CLIENT CACHING YES\r\n"), StartsWith("-ERR CLIENT CACHING YES is only valid"));
    EXPECT_THAT(to.say("CLIENT CACHING NO\r\n"), StartsWith("-ERR CLIENT CACHING NO is only valid"));
    to.say("CLIENT TRACKING ON\r\n");
    to.say("HELLO 2\r\n");
    EXPECT_EQ(to.say("GET order\r\n"), "$1\r\n1\r\n");
    EXPECT_THAT(to.say("CLIENT TRACKING ON\r\n"), StartsWith("-ERR tracking needs RESP3"));
}

} // namespace
} // namespace vesta::rpc::detail
