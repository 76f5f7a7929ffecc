#include "support/random.hpp"

#include <vesta/time/instant.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;
using vesta::testing::random_source;

std::int64_t ms_of(std::string_view text) {
    return parse_rfc3339(text).value().time_since_epoch().count();
}

TEST(rfc3339, is_written_in_utc_with_three_decimals) {
    EXPECT_EQ(to_rfc3339(unix_ms{}), "1970-01-01T00:00:00.000Z");
    EXPECT_EQ(to_rfc3339(unix_ms{-1ms}), "1969-12-31T23:59:59.999Z");
    EXPECT_EQ(to_rfc3339(unix_ms{1456704000123ms}), "2016-02-29T00:00:00.123Z");
    EXPECT_EQ(to_rfc3339(unix_ms{253402300799999ms}), "9999-12-31T23:59:59.999Z");
    EXPECT_EQ(to_rfc3339(unix_ms{-62167219200000ms}), "0000-01-01T00:00:00.000Z");
    EXPECT_EQ(to_rfc3339(unix_ms::max()), "9999-12-31T23:59:59.999Z");
    EXPECT_EQ(to_rfc3339(unix_ms::min()), "0000-01-01T00:00:00.000Z");
}

TEST(rfc3339, is_read_in_all_its_forms) {
    EXPECT_EQ(ms_of("1970-01-01T00:00:00Z"), 0);
    EXPECT_EQ(ms_of("1970-01-01t00:00:00z"), 0);
    EXPECT_EQ(ms_of("1970-01-01 00:00:01.5Z"), 1500);
    EXPECT_EQ(ms_of("1970-01-01T00:00:00.123456789Z"), 123);
    EXPECT_EQ(ms_of("1969-12-31T23:59:59.9999Z"), -1);
    EXPECT_EQ(ms_of("1970-01-01T08:00:00+08:00"), 0);
    EXPECT_EQ(ms_of("1969-12-31T18:30:00-05:30"), 0);
    EXPECT_EQ(ms_of("2000-02-29T12:00:00-00:00"), 951825600000);
}

TEST(rfc3339, refuses_whatever_else) {
    for (const char* text : {"",
                             "now",
                             "2026-01-01",
                             "2026-01-01T00:00:00",
                             "2026-1-01T00:00:00Z",
                             "2026-13-01T00:00:00Z",
                             "2026-00-01T00:00:00Z",
                             "2026-02-29T00:00:00Z",
                             "2026-01-32T00:00:00Z",
                             "2026-01-01T24:00:00Z",
                             "2026-01-01T00:60:00Z",
                             "2026-01-01T00:00:60Z",
                             "2026-01-01T00:00:00.Z",
                             "2026-01-01T00:00:00.1234567890Z",
                             "2026-01-01T00:00:00+24:00",
                             "2026-01-01T00:00:00+08:60",
                             "2026-01-01T00:00:00+0800",
                             "2026-01-01T00:00:00Zz",
                             " 2026-01-01T00:00:00Z",
                             "-026-01-01T00:00:00Z",
                             "2026-01-01T00:00:00,5Z"}) {
        const auto read = parse_rfc3339(text);
        ASSERT_FALSE(read) << text;
        EXPECT_EQ(read.error().code, errc::invalid_argument);
        EXPECT_EQ(read.error().message,
                  "'" + std::string{text} +
                      "' is not an instant: expected RFC 3339, for example 2026-01-31T23:59:59.999Z");
    }
}

TEST(rfc3339, refuses_an_offset_that_leads_out_of_the_years_0_to_9999) {
    EXPECT_FALSE(parse_rfc3339("0000-01-01T00:00:00+00:01"));
    EXPECT_FALSE(parse_rfc3339("9999-12-31T23:59:59-00:01"));
    EXPECT_TRUE(parse_rfc3339("0000-01-01T00:01:00+00:01"));
}

TEST(rfc3339, quotes_a_bad_text_on_one_printable_line) {
    const std::string message = parse_rfc3339("2026\r\nX: y\x1b").error().message;
    for (const unsigned char c : message)
        EXPECT_TRUE(c >= 0x20 && c != 0x7f) << static_cast<int>(c);
    EXPECT_LT(parse_rfc3339(std::string(5000, 'x')).error().message.size(), 200U);
}

TEST(rfc3339, reads_back_what_it_wrote) {
    auto random = random_source::announced();
    for (int i = 0; i < 50'000; ++i) {
        const unix_ms instant{std::chrono::milliseconds{random.between(-62167219200000, 253402300799999)}};
        ASSERT_EQ(parse_rfc3339(to_rfc3339(instant)).value(), instant) << to_rfc3339(instant);
    }
}

TEST(duration_text, is_what_people_write) {
    EXPECT_EQ(to_text(0ms), "0ms");
    EXPECT_EQ(to_text(-5ms), "-5ms");
    EXPECT_EQ(to_text(20ms), "20ms");
    EXPECT_EQ(to_text(999ms), "999ms");
    EXPECT_EQ(to_text(1000ms), "1.000s");
    EXPECT_EQ(to_text(1500ms), "1.500s");
    EXPECT_EQ(to_text(3s), "3s");
    EXPECT_EQ(to_text(90s), "90s");
    EXPECT_EQ(to_text(15min), "15min");
    EXPECT_EQ(to_text(3h), "3h");
    EXPECT_EQ(to_text(48h), "2d");
    EXPECT_EQ(to_text(3h + 1ms), "10800.001s");
}

} // namespace
} // namespace vesta
