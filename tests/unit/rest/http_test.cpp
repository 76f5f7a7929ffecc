// The small parts of HTTP: date, host, UTF-8, methods, statuses and buffers.
#include "http/answer.hpp"
#include "http/authority.hpp"
#include "http/date.hpp"
#include "http/input_buffer.hpp"
#include "http/utf8.hpp"

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

TEST(is_utf8, takes_every_code_point_and_no_surrogate) {
    for (std::uint32_t point = 0; point <= 0x10ffff; ++point) {
        std::string bytes;
        const auto tail = [&](int shift) { bytes += static_cast<char>(0x80 | (point >> shift & 0x3f)); };
        if (point < 0x80) {
            bytes += static_cast<char>(point);
        } else if (point < 0x800) {
            bytes += static_cast<char>(0xc0 | point >> 6);
        } else if (point < 0x10000) {
            bytes += static_cast<char>(0xe0 | point >> 12);
            tail(6);
        } else {
            bytes += static_cast<char>(0xf0 | point >> 18);
            tail(12);
            tail(6);
        }
        if (point >= 0x80) tail(0);
        const bool is_surrogate = point >= 0xd800 && point <= 0xdfff;
        ASSERT_EQ(is_utf8(bytes), !is_surrogate) << std::hex << point;
    }
}

TEST(is_utf8, refuses_what_is_overlong_broken_or_too_large) {
    for (const std::string_view bytes :
         {"\xc0\x80", "\xc1\xbf", "\xe0\x80\x80", "\xe0\x9f\xbf", "\xf0\x80\x80\x80", "\xf0\x8f\xbf\xbf",
          "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff", "\x80", "\xc3", "\xe4\xb8", "\xc3(", "\xe4(\xad", "a\xc3"})
        EXPECT_FALSE(is_utf8(bytes));
}

TEST(method_set, says_what_it_holds_in_one_order) {
    EXPECT_EQ((method_set{method::options, method::get}.allow()), "GET, OPTIONS");
    EXPECT_EQ(method_set{}.allow(), "");
    EXPECT_FALSE((method_set{method::get}.contains(method::other)));
}

TEST(status, has_a_number_and_a_phrase_for_each) {
    std::set<unsigned> numbers;
    for (std::size_t i = 0; i < status_count; ++i) {
        numbers.insert(number(static_cast<status>(i)));
        EXPECT_FALSE(phrase(static_cast<status>(i)).empty());
    }
    EXPECT_EQ(numbers.size(), status_count);
    EXPECT_EQ(number(status::service_unavailable), 503U);
    EXPECT_EQ(phrase(status::service_unavailable), "Service Unavailable");
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
