#include "http/answer.hpp"
#include "session/browser.hpp"
#include "talk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

using rest::http::served_hosts;
using ::testing::HasSubstr;

TEST(served_hosts_test, are_addresses_names_without_a_dot_and_those_that_were_named) {
    const served_hosts local{{"ids.example.org"}, true};
    for (const char* const each : {"127.0.0.1", "10.0.0.1:8080", "[::1]", "[::1]:8080", "localhost", "LOCALHOST:80",
                                   "vesta:8080", "ids.example.org", "IDS.example.ORG:8080", ""})
        EXPECT_TRUE(local.include(each)) << each;
    for (const char* const each : {"evil.example", "ids.example.org.evil.example", "127.0.0.1.evil.example:8080",
                                   "example.org", "ids.example.org.", "localhost."})
        EXPECT_FALSE(local.include(each)) << each;
}

TEST(served_hosts_test, are_all_where_others_reach_the_server_and_none_is_named) {
    EXPECT_TRUE((served_hosts{{}, false}.include("any.example")));
    EXPECT_FALSE((served_hosts{{}, true}.include("any.example")));
    EXPECT_FALSE((served_hosts{{"ids.example.org"}, false}.include("any.example")));
}

class pages_of_other_sites : public ::testing::Test {
  protected:
    pages_of_other_sites() { world.services->hosts = served_hosts{{"ids.example.org"}, true}; }

    int status(const std::string& target, const std::string& host, const std::string& fields = {},
               const std::string& method = "GET") {
        talk with{world};
        with.say(method + " " + target + " HTTP/1.1\r\nHost: " + host + "\r\n" + fields + "\r\n");
        return with.answers().back().status;
    }

    rest_world world;
};

TEST_F(pages_of_other_sites, cannot_come_under_a_name_of_their_own) {
    EXPECT_EQ(status("/genid", "localhost:8080"), 200);
    EXPECT_EQ(status("/genid", "ids.example.org"), 200);
    EXPECT_EQ(status("/genid", "evil.example"), 421);
    EXPECT_EQ(status("/healthz", "evil.example"), 421);
}

TEST_F(pages_of_other_sites, cannot_take_ids) {
    EXPECT_EQ(status("/genid", "localhost", "Sec-Fetch-Site: cross-site\r\n"), 403);
    EXPECT_EQ(status("/genid", "localhost", "sec-fetch-site: same-origin\r\n"), 200);
    EXPECT_EQ(status("/genid", "localhost", "Sec-Fetch-Site: none\r\n"), 200); // typed by a person
    EXPECT_EQ(status("/genid", "localhost:8080", "Origin: http://localhost:8080\r\n"), 200);
    EXPECT_EQ(status("/genid", "localhost:8080", "Origin: http://localhost:3000\r\n"), 403);
    EXPECT_EQ(status("/genid", "localhost", "Origin: null\r\n"), 403);
}

TEST_F(pages_of_other_sites, cannot_change_anything) {
    EXPECT_EQ(status("/v1/machines/1/release", "localhost", "Sec-Fetch-Site: cross-site\r\n", "POST"), 403);
    EXPECT_EQ(status("/v1/machines/1/release", "localhost", "Sec-Fetch-Site: same-origin\r\n", "POST"), 404);
}

TEST_F(pages_of_other_sites, may_have_links_to_pages) {
    EXPECT_EQ(status("/metrics", "localhost", "Sec-Fetch-Site: cross-site\r\n"), 200);
}

TEST(pages_of_ours, cannot_be_framed_nor_run_scripts) {
    const auto head = [](std::string_view content_type) {
        output_buffer out;
        write_head(out, {.content_type = content_type}, 1, rest::http::persistence::keep, rest::http::date_field{});
        return std::string{out.view()};
    };
    EXPECT_THAT(head("text/html;charset=UTF-8"), HasSubstr("\r\nX-Content-Type-Options: nosniff\r\n"));
    EXPECT_THAT(head("text/html;charset=UTF-8"), HasSubstr("\r\nContent-Security-Policy: default-src 'none'"));
    EXPECT_THAT(head("text/plain"), ::testing::Not(HasSubstr("nosniff")));
}

} // namespace
} // namespace vesta::testing
