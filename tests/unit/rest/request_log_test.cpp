#include "http/trace_parent.hpp"
#include "support/recorded_requests.hpp"
#include "talk.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using rest::http::trace_id_of;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string trace = "4bf92f3577b34da6a3ce929d0e0e4736";
const std::string parent = "-00f067aa0ba902b7-01";

std::vector<std::string> logged(const std::string& request) {
    recorded_requests log{true};
    rest_world world;
    world.requests = &log;
    world.open();
    talk to{world};
    to.say(request);
    return log.lines;
}

TEST(traceparent, gives_its_trace_id) {
    EXPECT_EQ(trace_id_of("00-" + trace + parent), trace);
    EXPECT_EQ(trace_id_of("cc-" + trace + parent), trace) << "of a later version";
    EXPECT_EQ(trace_id_of("cc-" + trace + parent + "-more"), trace);
}

TEST(traceparent, is_ignored_where_it_is_not_valid) {
    for (const std::string& each :
         {std::string{}, "00-" + trace, "00-" + trace + parent + "-more", "00-" + trace + parent + "1",
          "cc-" + trace + parent + "1", "ff-" + trace + parent, "0-" + trace + parent, "0x-" + trace + parent,
          "00-4BF92F3577B34DA6A3CE929D0E0E4736" + parent, "00-" + std::string(32, '0') + parent,
          "00-" + trace + "-0000000000000000-01", "00-" + trace + "-00f067aa0ba902b7-0g", "00_" + trace + parent,
          "00-" + trace + "_00f067aa0ba902b7-01", "00-" + trace + "-00f067aa0ba902b7_01", " 00-" + trace + parent})
        EXPECT_EQ(trace_id_of(each), "") << each;
}

TEST(log_of_requests, has_the_path_without_its_query_and_the_trace) {
    EXPECT_THAT(logged(get("/genid", "TraceParent: 00-" + trace + parent + "\r\n")),
                ElementsAre("REST 10.0.0.1:5555 GET /genid 200 " + trace + " x1"));
    EXPECT_THAT(logged(get("/genid?token=secret", "Authorization: Bearer secret\r\n")),
                ElementsAre("REST 10.0.0.1:5555 GET /genid 400 x1"));
    EXPECT_THAT(logged("POST /nosuch HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6\r\n\r\nsecret"),
                ElementsAre("REST 10.0.0.1:5555 POST /nosuch 404 x1"));
}

TEST(log_of_requests, ignores_a_trace_that_comes_twice) {
    const std::string field = "traceparent: 00-" + trace + parent + "\r\n";
    EXPECT_THAT(logged(get("/genid", field + field)), ElementsAre("REST 10.0.0.1:5555 GET /genid 200 x1"));
    EXPECT_THAT(logged(get("/genid", field + field + field)), ElementsAre("REST 10.0.0.1:5555 GET /genid 200 x1"));
}

TEST(log_of_requests, has_each_of_those_that_come_together) {
    EXPECT_THAT(logged(get("/genid") + get("/healthz") + "nonsense\r\n\r\n"),
                ElementsAre("REST 10.0.0.1:5555 GET /genid 200 x1", "REST 10.0.0.1:5555 GET /healthz 200 x1",
                            ::testing::EndsWith(" 400 x1")));
}

TEST(log_of_requests, cuts_off_paths_that_are_too_long) {
    const auto lines = logged(get("/" + std::string(5000, 'x')));
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_LT(lines.front().size(), 300U);
}

TEST(log_of_requests, has_slow_ones_where_nothing_else_is_wanted) {
    recorded_requests patient{false, 24h * 36500};
    recorded_requests strict{false, 1ns};
    for (recorded_requests* const log : {&patient, &strict}) {
        rest_world world;
        world.requests = log;
        world.open();
        talk to{world};
        to.say(get("/genid"));
        to.send();
    }
    EXPECT_THAT(patient.lines, IsEmpty());
    EXPECT_THAT(strict.lines, ElementsAre("slow REST 10.0.0.1:5555 GET /genid 200 x1"));
}

} // namespace
} // namespace vesta::testing
