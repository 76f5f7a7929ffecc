#include <vesta/segment/number_format.hpp>
#include <vesta/tzdb/time_zones.hpp>

#include <gmock/gmock.h>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

number_format_options invoice_options() {
    return {.text = "INV-{year}{month}{day}-{number}-{check}",
            .every = restart::daily,
            .width = 6,
            .check = check_method::luhn,
            .zone = tzdb::find_zone("Europe/Berlin").value()};
}

number_format format_of(number_format_options options) {
    return number_format::make(std::move(options)).value();
}

unix_ns instant(const char* text) {
    return parse_rfc3339(text).value();
}

/// What is wrong with a text in the settings.
std::string fault_of(const std::string& text, restart every = restart::never, check_method check = check_method::none) {
    const auto made = number_format::make({.text = text, .every = every, .check = check});
    return made ? "nothing" : made.error().message;
}

std::string why_not_read(const number_format& by, std::string_view text) {
    const auto read = by.read(text);
    return read ? "nothing" : read.error().message;
}

TEST(number_formats, write_the_day_the_number_and_its_check_digit) {
    const auto invoice = format_of(invoice_options());
    const auto day = invoice.day_at(instant("2026-11-23T12:00:00Z"));
    EXPECT_EQ(invoice.write(day, 42).value(),
              "INV-20261123-000042-" + check_digits("20261123000042", check_method::luhn));
    EXPECT_EQ(invoice.period_of(day), "2026-11-23");
}

TEST(number_formats, read_back_what_they_wrote_and_nothing_else) {
    const auto invoice = format_of(invoice_options());
    const std::string text = invoice.write(invoice.day_at(instant("2026-11-23T12:00:00Z")), 42).value();
    const auto read = invoice.read(text).value();
    EXPECT_EQ(read.period, "2026-11-23");
    EXPECT_EQ(read.number, 42U);
    for (std::size_t i = 0; i < text.size(); ++i) {
        std::string wrong = text;
        wrong[i] = wrong[i] == '3' ? '4' : '3';
        EXPECT_FALSE(invoice.read(wrong)) << wrong;
        EXPECT_FALSE(invoice.read(text.substr(0, i))) << text.substr(0, i);
    }
    EXPECT_FALSE(invoice.read(text + "0"));
}

TEST(number_formats, say_why_a_text_is_not_theirs) {
    const auto plain = format_of({.text = "R{year}-{month}-{day}/{number}"});
    EXPECT_THAT(why_not_read(plain, "X2026-11-23/1"), HasSubstr("it lacks 'R'"));
    EXPECT_THAT(why_not_read(plain, "R2026-02-29/1"), HasSubstr("there is no such day"));
    EXPECT_THAT(why_not_read(plain, "R2026-11-23/042"), HasSubstr("'042' is no number that it counts"));
    EXPECT_THAT(why_not_read(plain, "R2026-11-23/"), HasSubstr("'' is not the digits"));
    EXPECT_THAT(why_not_read(plain, "R2026-11-23/99999999999999999999"), HasSubstr("is not the digits"));
    EXPECT_EQ(plain.read("R2028-02-29/1234567").value().number, 1234567U);
}

TEST(number_formats, refuse_a_number_wider_than_they_are) {
    const auto narrow = format_of({.text = "A{number}", .width = 2});
    EXPECT_EQ(narrow.write({}, 99).value(), "A99");
    const auto refused = narrow.write({}, 100);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::exhausted);
    EXPECT_THAT(refused.error().message, HasSubstr("number 100 has more than 2 digits"));
    EXPECT_EQ(format_of({.text = "A{number}"}).write({}, 100).value(), "A100");
}

TEST(number_formats, find_the_number_beside_other_digits) {
    const auto tight =
        format_of({.text = "{year}{number}{check}", .every = restart::yearly, .check = check_method::mod_97_10});
    const auto day = tight.day_at(instant("2026-11-23T12:00:00Z"));
    for (const std::uint64_t number : {1U, 9U, 10U, 2026U, 99'999U})
        EXPECT_EQ(tight.read(tight.write(day, number).value()).value().number, number);
}

TEST(number_formats, that_restart_must_tell_their_period) {
    EXPECT_THAT(fault_of("A{number}", restart::yearly), HasSubstr("lacks {year}: numbers begin at 1 again"));
    EXPECT_THAT(fault_of("A{year}-{number}", restart::monthly), HasSubstr("lacks {year} and {month}"));
    EXPECT_THAT(fault_of("A{year}{month}-{number}", restart::daily), HasSubstr("lacks {year}, {month} and {day}"));
    EXPECT_EQ(fault_of("A{year}{month}{day}-{number}", restart::yearly), "nothing");
}

TEST(number_formats, refuse_texts_that_make_no_sense) {
    EXPECT_THAT(fault_of(""), HasSubstr("lacks {number}"));
    EXPECT_THAT(fault_of("{number}{number}"), HasSubstr("has {number} twice"));
    EXPECT_THAT(fault_of("{Number}"), HasSubstr("has '{Number}'; it takes letters"));
    EXPECT_THAT(fault_of("a b{number}"), HasSubstr("has ' b{number}'"));
    EXPECT_THAT(fault_of("{day}{number}"), HasSubstr("{day} without its {month}"));
    EXPECT_THAT(fault_of("{month}{number}"), HasSubstr("{month} without its {year}"));
    EXPECT_THAT(fault_of("{number}{check}"), HasSubstr("need each other"));
    EXPECT_THAT(fault_of("{number}", restart::never, check_method::luhn), HasSubstr("need each other"));
    EXPECT_THAT(fault_of("{check}{number}", restart::never, check_method::luhn), HasSubstr("put it last"));
    EXPECT_THAT(fault_of(std::string(60, 'A') + "{number}"), HasSubstr("more than 64"));
}

TEST(number_formats, begin_a_day_where_their_zone_does) {
    const auto invoice = format_of(invoice_options());
    const auto period = [&](const char* text) { return invoice.period_of(invoice.day_at(instant(text))); };
    EXPECT_EQ(period("2026-11-22T22:59:59.999Z"), "2026-11-22"); // winter: one hour ahead of UTC
    EXPECT_EQ(period("2026-11-22T23:00:00Z"), "2026-11-23");
    EXPECT_EQ(period("2026-07-01T21:59:59Z"), "2026-07-01"); // summer: two
    EXPECT_EQ(period("2026-07-01T22:00:00Z"), "2026-07-02");
}

TEST(number_formats, give_a_day_of_23_or_25_hours_one_period) {
    const auto invoice = format_of(invoice_options());
    const auto hours = [&](const char* begin, const std::string& day) {
        int count = 0;
        for (unix_ns at = instant(begin); invoice.period_of(invoice.day_at(at)) == day; at += 1h)
            ++count;
        return count;
    };
    EXPECT_EQ(hours("2026-03-28T23:00:00Z", "2026-03-29"), 23);
    EXPECT_EQ(hours("2026-10-24T22:00:00Z", "2026-10-25"), 25);
    EXPECT_EQ(hours("2026-11-22T23:00:00Z", "2026-11-23"), 24);
}

TEST(number_formats, change_the_year_where_their_zone_does) {
    for (const auto& [zone, end] :
         {std::pair{"Europe/Berlin", "2026-12-31T23:00:00Z"}, std::pair{"Pacific/Kiritimati", "2026-12-31T10:00:00Z"},
          std::pair{"America/St_Johns", "2027-01-01T03:30:00Z"}, std::pair{"UTC", "2027-01-01T00:00:00Z"}}) {
        const auto yearly =
            format_of({.text = "{year}/{number}", .every = restart::yearly, .zone = tzdb::find_zone(zone).value()});
        EXPECT_EQ(yearly.period_of(yearly.day_at(instant(end) - 1ns)), "2026") << zone;
        EXPECT_EQ(yearly.period_of(yearly.day_at(instant(end))), "2027") << zone;
    }
}

TEST(number_formats, know_only_zones_that_there_are) {
    const auto unknown = tzdb::find_zone("Europe/Atlantis");
    ASSERT_FALSE(unknown);
    EXPECT_THAT(unknown.error().message, HasSubstr("'Europe/Atlantis' is no time zone of this system's database"));
}

TEST(number_formats, name_the_row_of_a_period_so_that_it_is_found_again) {
    EXPECT_EQ(tag_in("invoice", "2026-11-23"), "invoice@2026-11-23");
    EXPECT_EQ(tag_in("invoice", ""), "invoice");
    for (const char* const period : {"2026-11-23", "2026-11", "2026"})
        EXPECT_EQ(period_in(tag_in("a@b", period)), period);
    for (const char* const row : {"invoice", "invoice@", "@2026", "invoice@2026-1", "invoice@20a6", "a@2026-11-2x"})
        EXPECT_EQ(period_in(row), "") << row;
}

} // namespace
} // namespace vesta::testing
