#include "logging/json_text.hpp"
#include "logging/request_lines.hpp"

#include <boost/json/parse.hpp>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <spdlog/sinks/ostream_sink.h>

#include <sstream>

namespace vesta::cli {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

/// A logger and what it wrote.
struct rig {
    explicit rig(embed::log_format how) {
        sink->set_formatter(std::make_unique<line_format>(how));
        lines.follow({.format = how, .slow = 5ms}, &logger);
    }

    /// The only line, as JSON.
    boost::json::object object() const { return boost::json::parse(text.str()).as_object(); }

    std::ostringstream text;
    std::shared_ptr<spdlog::sinks::ostream_sink_mt> sink = std::make_shared<spdlog::sinks::ostream_sink_mt>(text);
    spdlog::logger logger{"test", sink};
    request_lines lines{logger};
};

net::answered_request some_request() {
    return {.protocol = "REST",
            .address = "10.0.0.1:80",
            .principal = "orders",
            .what = "GET /genid",
            .result = "200",
            .trace = "4bf92f3577b34da6a3ce929d0e0e4736",
            .bytes = 190,
            .took = 1500us};
}

TEST(json_text, keeps_what_is_utf8_and_replaces_each_byte_that_is_not) {
    std::string made;
    append_json(made, std::string_view{"a\"\\\n\0\x7f\xC3\xA9\xFF\xC3(\xED\xA0\x80", 14});
    EXPECT_EQ(made, "\"a\\\"\\\\\\u000a\\u0000\\u007f\xC3\xA9\uFFFD\uFFFD(\uFFFD\uFFFD\uFFFD\"");
}

TEST(json_text, can_be_read_whatever_its_bytes_are) {
    for (int high = 0; high < 256; ++high)
        for (int low = 0; low < 256; ++low) {
            const std::array text{static_cast<char>(high), static_cast<char>(low), '"'};
            std::string made;
            append_json(made, {text.data(), text.size()});
            boost::system::error_code failed;
            EXPECT_TRUE(boost::json::parse(made, failed).is_string()) << high << " " << low;
        }
}

TEST(log_lines, stay_one_line_whatever_they_say) {
    rig to{embed::log_format::text};
    log_line{"a\nb\r\x1b[1m\xFF \xC2\x9b"}.write(to.logger, severity::warning);
    EXPECT_THAT(to.text.str(),
                MatchesRegex("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:]{8}\\.[0-9]{3}Z warning a\\?b\\?\\?\\[1m\\? \\?\n"));
}

TEST(log_lines, have_their_members_only_as_json) {
    rig text{embed::log_format::text};
    rig json{embed::log_format::json};
    for (rig* each : {&text, &json})
        log_line{"is ready"}
            .with("event", "ready")
            .with("tag", "")
            .with("count", 3)
            .write(each->logger, severity::info);
    EXPECT_THAT(text.text.str(), ::testing::EndsWith(" info is ready\n"));
    const auto object = json.object();
    EXPECT_EQ(object.at("message"), "is ready");
    EXPECT_EQ(object.at("level"), "info");
    EXPECT_EQ(object.at("event"), "ready");
    EXPECT_EQ(object.at("count"), 3);
    EXPECT_FALSE(object.contains("tag"));
}

TEST(log_lines, take_no_members_out_of_a_message) {
    rig to{embed::log_format::json};
    to.logger.info(R"(x","event":"forged)");
    EXPECT_FALSE(to.object().contains("event"));
}

TEST(lines_of_requests, name_who_asked_for_what_and_what_came_of_it) {
    rig json{embed::log_format::json};
    json.lines.answered(some_request());
    const auto object = json.object();
    EXPECT_EQ(object.at("message"), "GET /genid");
    EXPECT_EQ(object.at("address"), "10.0.0.1:80");
    EXPECT_EQ(object.at("principal"), "orders");
    EXPECT_EQ(object.at("result"), "200");
    EXPECT_EQ(object.at("bytes"), 190);
    EXPECT_EQ(object.at("us"), 1500);
    EXPECT_EQ(object.at("trace"), "4bf92f3577b34da6a3ce929d0e0e4736");
    rig text{embed::log_format::text};
    text.lines.answered(some_request());
    EXPECT_THAT(text.text.str(), HasSubstr(R"(request protocol=REST address=10.0.0.1:80 principal="orders" )"
                                           R"(request="GET /genid" result=200 times=1 bytes=190 us=1500 trace=4bf9)"));
}

TEST(lines_of_requests, are_not_ended_by_what_clients_send) {
    rig to{embed::log_format::text};
    auto request = some_request();
    request.what = "GET /\" result=500";
    to.lines.answered(request);
    EXPECT_THAT(to.text.str(), HasSubstr(R"(request="GET /' result=500" result=200)"));
}

TEST(lines_of_requests, are_few_in_a_second_where_they_are_slow) {
    rig to{embed::log_format::text};
    for (int i = 0; i < 1000; ++i)
        to.lines.slow(some_request());
    std::istringstream all{to.text.str()};
    int count = 0;
    for (std::string line; std::getline(all, line); ++count)
        EXPECT_THAT(line, HasSubstr(" warning slow-request "));
    EXPECT_GE(count, 10);
    EXPECT_LT(count, 1000);
}

TEST(lines_of_requests, are_wanted_only_where_the_settings_say_so) {
    rig to{embed::log_format::text};
    EXPECT_TRUE(to.lines.wants_all());
    EXPECT_TRUE(to.lines.is_slow(5ms));
    EXPECT_FALSE(to.lines.is_slow(4999us));
    to.lines.follow({.slow = 0ms}, nullptr);
    EXPECT_FALSE(to.lines.wants_all());
    EXPECT_FALSE(to.lines.is_slow(24h));
}

TEST(line_pace, tells_once_how_many_lines_it_held_back) {
    line_pace pace;
    const auto begin = line_pace::clock::now();
    for (unsigned i = 0; i < line_pace::most_in_a_second + 7; ++i)
        EXPECT_EQ(pace.admits(begin), i < line_pace::most_in_a_second);
    EXPECT_EQ(pace.take_held_back(begin + 999ms), 0U);
    EXPECT_EQ(pace.take_held_back(begin + 1s), 7U);
    EXPECT_EQ(pace.take_held_back(begin + 2s), 0U);
    EXPECT_TRUE(pace.admits(begin + 2s));
}

} // namespace
} // namespace vesta::cli
