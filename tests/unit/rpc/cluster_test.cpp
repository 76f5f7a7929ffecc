#include "session_harness.hpp"

namespace vesta::rpc::detail {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

/// A client that reached the server at @p address.
std::string ask(const std::string& address, std::string_view line) {
    talk to;
    interpreter at{to.of, to.counted, 8, "127.0.0.1:5556", address};
    output_buffer out;
    at.advance(std::string{line} + "\r\n", out);
    return std::string{out.view()};
}

TEST(cluster, has_one_node_with_all_slots_where_the_client_reached_it) {
    EXPECT_THAT(ask("10.0.0.7:6399", "CLUSTER SLOTS"),
                StartsWith("*1\r\n*3\r\n:0\r\n:16383\r\n*4\r\n$8\r\n10.0.0.7\r\n:6399\r\n$40\r\n"));
    EXPECT_THAT(ask("[::1]:6399", "cluster slots"), HasSubstr("*4\r\n$3\r\n::1\r\n:6399\r\n"));
    EXPECT_THAT(ask("unix:/run/vesta.sock", "CLUSTER SLOTS"), HasSubstr("*4\r\n$0\r\n\r\n:0\r\n"));
    EXPECT_THAT(ask("unix:/run/vesta:80", "CLUSTER SLOTS"), HasSubstr("*4\r\n$0\r\n\r\n:0\r\n"));
    EXPECT_THAT(ask("10.0.0.7:6399", "CLUSTER NODES"),
                AllOf(HasSubstr(" 10.0.0.7:6399@0 myself,master - 0 0 1 connected 0-16383\n")));
    EXPECT_THAT(ask("10.0.0.7:6399", "CLUSTER SHARDS"),
                AllOf(StartsWith("*1\r\n*4\r\n$5\r\nslots\r\n*2\r\n:0\r\n:16383\r\n$5\r\nnodes\r\n*1\r\n*14\r\n"),
                      HasSubstr("$4\r\nport\r\n:6399\r\n"), HasSubstr("$6\r\nonline\r\n")));
    EXPECT_THAT(ask("10.0.0.7:6399", "CLUSTER INFO"), HasSubstr("cluster_state:ok\r\n"));
}

TEST(cluster, calls_its_node_by_one_name) {
    talk to;
    const std::string name = to.say("CLUSTER MYID\r\n");
    EXPECT_THAT(name, StartsWith("$40\r\n"));
    EXPECT_THAT(to.say("CLUSTER SLOTS\r\n"), HasSubstr(name));
}

TEST(cluster, finds_the_slot_of_a_key_as_redis_does) {
    talk to;
    EXPECT_EQ(to.say("CLUSTER KEYSLOT 123456789\r\n"), ":12739\r\n"); // the specification's check value, 0x31c3
    EXPECT_EQ(to.say("CLUSTER KEYSLOT foo\r\n"), ":12182\r\n");
    EXPECT_EQ(to.say("CLUSTER KEYSLOT a{foo}b\r\n"), ":12182\r\n");
    EXPECT_EQ(to.say("CLUSTER KEYSLOT {}\r\n"), ":15257\r\n");
}

TEST(cluster, takes_what_clients_of_a_cluster_send_on_connecting) {
    talk to;
    EXPECT_EQ(to.say("READONLY\r\nREADWRITE\r\nASKING\r\n"), "+OK\r\n+OK\r\n+OK\r\n");
    EXPECT_THAT(to.say("CLUSTER MEET 127.0.0.1 7000\r\n"),
                EndsWith("CLUSTER takes INFO, KEYSLOT, MYID, NODES, SHARDS and SLOTS\r\n"));
}

} // namespace
} // namespace vesta::rpc::detail
