// Servers that are no etcd, or mean harm.
#include "support/fake_server.hpp"

#include <vesta/etcd/session.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

const std::string head = "HTTP/1.1 200 OK\r\n";
const std::string date = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n";

std::string whole(const std::string& headers, const std::string& body) {
    return head + headers + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

/// What a session says of a server that sends @p first, and @p then for ever where there is some.
std::string refusal(const std::string& first, const std::string& then = "", std::chrono::milliseconds patience = 20s,
                    const std::string& user = "") {
    std::atomic<bool> is_over{false};
    const fake_server server{[&](const fake_server::visitor& from) {
        from.read();
        from.send(first);
        while (!then.empty() && !is_over)
            from.send(then);
        from.ignore();
    }};
    etcd::session to{{.hosts = server.address(), .user = user, .password = user, .call_timeout = patience}};
    const auto seen = to.look();
    is_over = true;
    EXPECT_FALSE(seen);
    return seen ? "" : seen.error().message;
}

TEST(an_answer_of_etcd, may_not_have_a_chunk_that_never_begins) {
    EXPECT_THAT(refusal(head + "Transfer-Encoding: chunked\r\n\r\n1;", std::string(1000, 'a')),
                HasSubstr("longer than is read"));
}

TEST(an_answer_of_etcd, is_not_waited_for_beyond_the_time_of_a_call_though_there_always_is_more) {
    EXPECT_THAT(refusal(head + "Transfer-Encoding: chunked\r\n\r\n", "1\r\na\r\n", 200ms),
                HasSubstr("it takes too long"));
}

TEST(an_answer_of_etcd, that_lacks_something_is_named) {
    const std::string header = R"("header":{"cluster_id":"1","revision":"5"})";
    EXPECT_THAT(refusal(whole("", "{" + header + "}")), HasSubstr("no header Date"));
    EXPECT_THAT(refusal(whole(date, "{}")), HasSubstr("no cluster ID or no revision"));
    EXPECT_THAT(refusal(whole(date, R"({"header":{"cluster_id":"1","revision":"many"}})")),
                HasSubstr("no cluster ID or no revision"));
    EXPECT_THAT(refusal(whole(date, "{" + header + R"(,"kvs":[{"key":"YQ==","mod_revision":"few"}]})")),
                HasSubstr("a key that cannot be read"));
    EXPECT_THAT(refusal(whole(date, "{}"), "", 20s, "a"), HasSubstr("without a token"));
}

// Always the same, which a look takes for its answer.
TEST(an_answer_of_etcd, with_other_keys_than_were_asked_for_is_refused) {
    const std::string reign = R"({"header":{"cluster_id":"1","revision":"5"},"kvs":[{"mod_revision":"2",)"
                              R"("key":"L3Zlc3RhL3Zlc3RhL3JlaWdu","value":"MS0wMTIzNDU2Nzg5YWJjZGVmLTE="}]})";
    const fake_server server{[&](const fake_server::visitor& from) {
        while (!from.read().empty())
            from.send(whole(date, reign));
    }};
    etcd::session to{{.hosts = server.address()}};
    ASSERT_EQ(to.look().value().reign, "1-0123456789abcdef-1");
    const auto all = to.list(to.path("machines/"));
    ASSERT_FALSE(all);
    EXPECT_THAT(all.error().message, HasSubstr("none of them"));
    const auto one = to.get(to.path("a"));
    ASSERT_FALSE(one);
    EXPECT_THAT(one.error().message, HasSubstr("another key"));
}

} // namespace
} // namespace vesta::testing
