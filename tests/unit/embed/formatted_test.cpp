#include "open_fixture.hpp"

#include <vesta/embed/tags.hpp>
#include <vesta/testing/manual_clock.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>

// Formatted numbers, from settings to texts.
namespace vesta::embed {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr stream_query invoices{.generator = "papers", .tag = "invoice"};

/// A clock that a test sets by hand, while those who rest do so in real time.
class stopped_clock final : public wall_clock {
  public:
    explicit stopped_clock(unix_ms start) : now_{start} {}
    unix_ns now() const noexcept override { return now_.now(); }
    boot_clock::time_point steady() const noexcept override { return now_.steady(); }
    void rest(std::chrono::nanoseconds duration) const override { system_wall_clock().rest(duration); }
    void advance(std::chrono::nanoseconds by) { now_.rest(by); }

  private:
    testing::manual_clock now_;
};

class formats_of_settings : public settings_test {
  protected:
    std::string yaml(const std::string& format, const std::string& of = "auto-create: { step: 5 }") const {
        return "stores: { main: { kind: sqlite, file: " + (folder_ / "var/vesta.db").string() +
               " } }\nstate: { dir: " + (folder_ / "var").string() +
               " }\ngenerators: { papers: { kind: segment, store: main, " + of + ", formats: { invoice: { " + format +
               " } } } }\n";
    }
    static std::string daily() {
        return R"(text: "INV-{year}{month}{day}-{number}-{check}", restart: daily, zone: Europe/Berlin, width: 6, )"
               "check: luhn";
    }

    testing::temp_folder folder_;
};

TEST_F(formats_of_settings, give_nodes_over_midnight_no_text_twice_and_each_day_its_1) {
    const unix_ms midnight = parse_rfc3339("2026-11-23T23:00:00Z").value(); // of Berlin
    stopped_clock early{midnight - 1s};
    stopped_clock late{midnight - 500ms};
    auto one = service::open_text(yaml(daily()), {.clock = &early}).value();
    auto other = service::open_text(yaml(daily()), {.clock = &late}).value();
    std::vector<std::string> all;
    std::map<std::string, std::set<std::uint64_t>> numbers;
    for (int round = 0; round < 15; ++round) {
        for (auto* const each : {&one, &other}) {
            for (std::string& text : each->formatted(invoices, 3).value()) {
                const auto read = other.read_formatted(invoices, text).value();
                EXPECT_TRUE(numbers[read.period].insert(read.number).second) << text;
                all.push_back(std::move(text));
            }
        }
        early.advance(100ms);
        late.advance(100ms);
    }
    EXPECT_EQ((std::set<std::string>{all.begin(), all.end()}).size(), all.size());
    ASSERT_EQ(numbers.size(), 2U);
    EXPECT_EQ(*numbers["2026-11-23"].begin(), 1U);
    EXPECT_EQ(*numbers["2026-11-24"].begin(), 1U);
}

TEST_F(formats_of_settings, go_on_after_a_restart_and_show_what_comes_next) {
    const stopped_clock clock{parse_rfc3339("2026-11-23T12:00:00Z").value()};
    {
        auto ids = service::open_text(yaml(daily()), {.clock = &clock}).value();
        EXPECT_THAT(ids.formatted(invoices, 2).value(),
                    ElementsAre(StartsWith("INV-20261123-000001-"), StartsWith("INV-20261123-000002-")));
    }
    auto ids = service::open_text(yaml(daily()), {.clock = &clock}).value();
    const auto next = ids.preview_formatted(invoices).value();
    EXPECT_EQ(next.next, 3);
    EXPECT_EQ(next.left, 999'997U);
    EXPECT_EQ(ids.formatted(invoices).value(), std::vector{next.text});
}

TEST_F(formats_of_settings, keep_plain_callers_from_numbers_that_repeat) {
    auto ids = service::open_text(yaml(daily())).value();
    const auto plain = ids.get({.generator = "papers", .tag = "invoice"});
    ASSERT_FALSE(plain);
    EXPECT_THAT(plain.error().message, HasSubstr("are unique as formatted texts only"));
    const auto row = ids.get({.generator = "papers", .tag = "invoice@2026-11-23"});
    ASSERT_FALSE(row);
    EXPECT_THAT(row.error().message, HasSubstr("kept for the days, months or years of formatted tags"));
    EXPECT_TRUE(ids.get({.generator = "papers", .tag = "order"}));
    EXPECT_EQ(ids.formatted({.generator = "papers", .tag = "order"}).error().code, errc::not_found);
    EXPECT_EQ(ids.formatted({.generator = "papers"}).error().code, errc::invalid_argument);
}

TEST_F(formats_of_settings, have_room_though_other_tags_use_up_all_that_there_is) {
    auto ids =
        service::open_text(yaml(daily(), "auto-create: { step: 5, most-per-second: 1 }") + "limits: { most-tags: 1 }\n")
            .value();
    ASSERT_TRUE(ids.get({.generator = "papers", .tag = "order"}).value().generate());
    EXPECT_FALSE(ids.get({.generator = "papers", .tag = "user"}));
    EXPECT_TRUE(ids.formatted(invoices));
}

TEST_F(formats_of_settings, are_refused_where_texts_would_repeat_or_nothing_can_count) {
    EXPECT_THAT(refusal(yaml(R"(text: "INV-{number}", restart: daily)")),
                AllOf(HasSubstr("generators.papers.formats.invoice"), HasSubstr("texts would repeat")));
    EXPECT_THAT(refusal(yaml(daily(), "order: strict")), HasSubstr("needs auto-create"));
    EXPECT_THAT(refusal(yaml(R"(text: "{number}", width: 19)")), HasSubstr("a whole number from 0 to 18"));
    const auto zone = service::open_text(yaml(R"(text: "{number}", zone: Europe/Atlantis)"));
    ASSERT_FALSE(zone);
    EXPECT_THAT(zone.error().message, AllOf(HasSubstr("generators.papers.formats.invoice.zone"),
                                            HasSubstr("'Europe/Atlantis' is no time zone")));
}

// Its texts would be given again, by the numbers that follow.
TEST_F(formats_of_settings, may_not_change_but_for_the_zone_and_the_width) {
    const auto opens = [&](const std::string& format) {
        const auto made = service::open_text(yaml(format));
        return made ? "" : made.error().message;
    };
    const std::string rest = R"(, restart: daily, zone: Asia/Tokyo, check: luhn, width: 8)";
    const std::string text = R"(text: "INV-{year}{month}{day}-{number}-{check}")";
    EXPECT_EQ(opens(daily()), "");
    EXPECT_EQ(opens(text + rest), "");
    EXPECT_THAT(
        opens(R"(text: "INV-{year}{month}{day}-{number}{check}")" + rest),
        AllOf(HasSubstr("generators.papers.formats.invoice was INV-{year}{month}{day}-{number}-{check}, restart "
                        "daily, check luhn, and is "),
              HasSubstr("texts could be given again"), HasSubstr("formats-papers-")));
    EXPECT_THAT(opens(text + R"(, restart: monthly, check: luhn, width: 8)"), HasSubstr("given again"));
    EXPECT_THAT(opens(text + R"(, restart: daily, check: verhoeff, width: 8)"), HasSubstr("given again"));
    EXPECT_EQ(opens(text + R"(, restart: daily, check: luhn, width: 0)"), "");
}

TEST_F(formats_of_settings, may_change_once_the_file_that_the_error_names_is_gone) {
    const std::string changed = R"(text: "INV-{year}{month}{day}-{number}", restart: daily)";
    ASSERT_TRUE(service::open_text(yaml(daily())));
    const std::string why = service::open_text(yaml(changed)).error().message;
    const std::string path = why.substr(why.rfind(' ') + 1);
    ASSERT_TRUE(std::filesystem::remove(path)) << why;
    EXPECT_TRUE(service::open_text(yaml(changed)));
    EXPECT_FALSE(service::open_text(yaml(daily()))) << "the new one is kept";
}

TEST_F(formats_of_settings, stay_free_while_operators_only_look_at_them) {
    const auto seen = parse_settings(yaml(R"(text: "A{number}")"), "test").value();
    EXPECT_EQ(preview_tag(seen, "papers", "invoice").value().text, "A1");
    ASSERT_TRUE(create_tag(seen, "papers", "order", 10));
    EXPECT_TRUE(service::open_text(yaml(R"(text: "B{number}")")));
}

TEST_F(formats_of_settings, are_refused_where_what_is_kept_of_one_is_damaged) {
    ASSERT_TRUE(service::open_text(yaml(daily())));
    const std::string why = service::open_text(yaml(R"(text: "{number}")")).error().message;
    const std::string path = why.substr(why.rfind(' ') + 1);
    std::ofstream{path, std::ios::app} << "x";
    const auto damaged = service::open_text(yaml(daily()));
    ASSERT_FALSE(damaged);
    EXPECT_EQ(damaged.error().code, errc::state_unusable);
    EXPECT_THAT(damaged.error().message, AllOf(HasSubstr(path), HasSubstr("damaged")));
}

} // namespace
} // namespace vesta::embed
