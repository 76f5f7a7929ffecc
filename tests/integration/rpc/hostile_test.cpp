#include "support/serving_program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <vector>

// Connections that behave badly towards `vesta serve`, and what the others notice of it.
namespace vesta::rpc {
namespace {

using ::testing::StartsWith;
using vesta::testing::serving_program;
using vesta::testing::tcp_peer;

/// How many commands @p asked's server has answered, this one not included.
std::uint64_t commands_of(tcp_peer& asked) {
    const std::string name = "total_commands_processed:";
    asked.send("INFO stats\r\n");
    const std::string header = asked.read_line();
    const std::string text = asked.read(std::stoul(header.substr(1)) + 2);
    return std::stoull(text.substr(text.find(name) + name.size()));
}

std::size_t resident_bytes(pid_t of) {
    std::ifstream pages{"/proc/" + std::to_string(of) + "/statm"};
    std::size_t all = 0;
    std::size_t resident = 0;
    pages >> all >> resident;
    return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

std::vector<tcp_peer> connect(const serving_program& to, int count) {
    std::vector<tcp_peer> all;
    for (int i = 0; i < count; ++i)
        all.emplace_back(to.port());
    return all;
}

std::string repeated(const std::string& text, int times) {
    std::string all;
    for (int i = 0; i < times; ++i)
        all += text;
    return all;
}

/// That somebody who behaves is served as if nobody else were there.
void expect_service(tcp_peer& good) {
    for (int i = 0; i < 200; ++i)
        ASSERT_THAT(good.ask("GENID\r\n"), StartsWith(":"));
    good.send("GENID COUNT 1000\r\nPING\r\n");
    EXPECT_EQ(good.read_line(), "*1000\r\n");
    for (int i = 0; i < 1000; ++i)
        ASSERT_THAT(good.read_line(), StartsWith(":"));
    EXPECT_EQ(good.read_line(), "+PONG\r\n");
}

TEST(hostile_test, those_that_send_and_never_read_cost_the_others_nothing) {
    const serving_program server{1};
    tcp_peer good{server.port()};
    auto deaf = connect(server, 20);
    const std::string flood = repeated("GENID COUNT 1000\r\n", 1000);
    std::uint64_t before = 0;
    do { // until none of them has anything answered any more
        before = commands_of(good);
        for (tcp_peer& each : deaf)
            each.send_until_full(flood);
        expect_service(good);
    } while (commands_of(good) != before + 203);
    constexpr std::size_t mib = 1 << 20;
    EXPECT_LT(resident_bytes(server.id()), 200 * mib);
    for (tcp_peer& each : deaf) // and when they read at last, they are served as well
        EXPECT_EQ(each.read_line(), "*1000\r\n");
    expect_service(good);
}

TEST(hostile_test, those_that_send_one_byte_at_a_time_cost_the_others_nothing) {
    const serving_program server{1};
    tcp_peer good{server.port()};
    auto slow = connect(server, 50);
    for (const char each : std::string{"*3\r\n$5\r\nGENID\r\n$5\r\nCOUNT\r\n$1\r\n1\r"}) {
        for (tcp_peer& some : slow)
            some.send({&each, 1});
        ASSERT_THAT(good.ask("GENID\r\n"), StartsWith(":"));
    }
    expect_service(good);
    for (tcp_peer& each : slow) {
        each.send("\n");
        EXPECT_EQ(each.read_line(), "*1\r\n");
    }
}

TEST(hostile_test, those_that_read_one_byte_at_a_time_cost_the_others_nothing) {
    const serving_program server{1};
    tcp_peer good{server.port()};
    auto slow = connect(server, 20);
    for (tcp_peer& each : slow)
        each.send_until_full(repeated("GENID COUNT 1000\r\n", 1000));
    for (int i = 0; i < 50; ++i) {
        for (tcp_peer& each : slow)
            each.read(1);
        ASSERT_THAT(good.ask("GENID\r\n"), StartsWith(":"));
    }
    expect_service(good);
}

TEST(hostile_test, those_that_send_garbage_or_vanish_cost_the_others_nothing) {
    const serving_program server{1};
    tcp_peer good{server.port()};
    for (const std::string& bytes :
         {std::string{"\x16\x03\x01\x02\x00"}, std::string{"*1000000000\r\n"}, std::string{"*-7\r\n"},
          std::string{"*1\r\n$-5\r\nGENID\r\n"}, std::string{"GET / HTTP/1.1\r\nHost: x\r\n\r\n"},
          std::string{"*1\r\n$3\r\nabcdef"}, std::string(20'000, 'x'), std::string(10, '\0')}) {
        SCOPED_TRACE(bytes.substr(0, 40));
        for (int i = 0; i < 10; ++i) {
            tcp_peer stays{server.port()};
            stays.send(bytes);
            EXPECT_THAT(stays.read_to_end(), ::testing::AnyOf("", ::testing::HasSubstr("-ERR ")));
            tcp_peer{server.port()}.send(bytes); // and is gone at once
        }
    }
    expect_service(good);
}

} // namespace
} // namespace vesta::rpc
