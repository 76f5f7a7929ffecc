// The small parts of HTTP: date, host, UTF-8, methods, statuses and buffers.
#include "http/answer.hpp"
#include "http/authority.hpp"
#include "http/date.hpp"
#include "http/input_buffer.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace vesta::rest::http {
namespace {

TEST(date_field, is_the_date_of_http) {
    date_field date;
    date.set(784111777);
    EXPECT_EQ(date.value(), "Sun, 06 Nov 1994 08:49:37 GMT"); // RFC 9110, 5.6.7
    date.set(951782400);
    EXPECT_EQ(date.value(), "Tue, 29 Feb 2000 00:00:00 GMT");
    date.set(0);
    EXPECT_EQ(date.value(), "Thu, 01 Jan 1970 00:00:00 GMT");
}

TEST(date_field, follows_the_clock) {
    date_field date;
    const auto before = std::time(nullptr);
    date.refresh();
    const std::string shown{date.value()};
    const auto after = std::time(nullptr);
    std::set<std::string> possible;
    for (auto second = before - 1; second <= after; ++second) {
        date_field expected;
        expected.set(second);
        possible.emplace(expected.value());
    }
    EXPECT_TRUE(possible.contains(shown)) << shown;
}

TEST(is_host, takes_hosts) {
    for (const std::string_view host : {"", "a", "a.b-c.example", "a:80", "a:", "127.0.0.1:8080", "[::1]", "[::1]:80",
                                        "[v1.fe]", "a_b", "a%20b", "xn--bcher-kva.example", "~!$&'()*+,;="})
        EXPECT_TRUE(is_host(host)) << host;
}

TEST(is_host, refuses_all_else) {
    for (const std::string_view host : {":80", "a b", "a/b", "u@a", "a:b", "a:123456", "[::1", "::1", "a?b", "a#b",
                                        "a%2", "\xc3\xa9", "a\\b", "<a>", "[::1]x", "a:80:80", "\"a\""})
        EXPECT_FALSE(is_host(host)) << host;
}

TEST(method_set, says_what_it_holds_in_one_order) {
    EXPECT_EQ((method_set{method::options, method::get}.allow()), "GET, OPTIONS");
    EXPECT_EQ(method_set{}.allow(), "");
    EXPECT_FALSE((method_set{method::get}.contains(method::unknown)));
}

TEST(status, has_a_number_and_a_phrase_for_each) {
    for (std::size_t i = 0; i < statuses.size(); ++i) {
        EXPECT_EQ(index_of(statuses[i]), i);
        EXPECT_FALSE(phrase(statuses[i]).empty());
    }
    EXPECT_EQ(number(status::service_unavailable), 503U);
    EXPECT_EQ(phrase(status::service_unavailable), "Service Unavailable");
    EXPECT_EQ(phrase(status::payload_too_large), "Content Too Large");
}

TEST(write_head, says_all_that_is_asked_of_it) {
    date_field date;
    date.set(784111777);
    output_buffer out;
    write_head(out,
               {.code = status::method_not_allowed,
                .content_type = "text/plain",
                .cache = caching::no_store,
                .allow = {method::get, method::head},
                .retry_after = std::chrono::seconds{7}},
               12, persistence::close, date);
    EXPECT_EQ(out.view(), "HTTP/1.1 405 Method Not Allowed\r\n"
                          "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
                          "Content-Type: text/plain\r\n"
                          "Content-Length: 12\r\n"
                          "Cache-Control: no-store\r\n"
                          "Allow: GET, HEAD\r\n"
                          "Retry-After: 7\r\n"
                          "Connection: close\r\n\r\n");
}

/// Puts @p bytes in, as they would be received.
void receive(input_buffer& in, std::string_view bytes, std::size_t most) {
    while (!bytes.empty()) {
        const auto room = in.room(most);
        ASSERT_FALSE(room.empty());
        const auto size = std::min(room.size(), bytes.size());
        std::copy_n(bytes.begin(), size, room.begin());
        in.received(size);
        bytes.remove_prefix(size);
    }
}

TEST(input_buffer, keeps_bytes_in_one_piece_while_it_moves_and_grows) {
    input_buffer in;
    const std::string first(3000, 'a');
    const std::string second(9000, 'b');
    receive(in, first, 16'384);
    in.drop(2900);
    receive(in, second, 16'384);
    EXPECT_EQ(in.view(), std::string(100, 'a') + second);
    in.drop_behind(100, 8999);
    EXPECT_EQ(in.view(), std::string(100, 'a') + "b");
    in.drop(101);
    EXPECT_TRUE(in.empty());
}

TEST(input_buffer, has_no_room_beyond_its_limit) {
    input_buffer in;
    receive(in, std::string(8192, 'a'), 8192);
    EXPECT_TRUE(in.room(8192).empty());
    in.drop(1);
    EXPECT_EQ(in.room(8192).size(), 1U);
}

} // namespace
} // namespace vesta::rest::http
