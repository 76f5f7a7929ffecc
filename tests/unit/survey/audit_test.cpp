#include <vesta/survey/audit.hpp>

#include <gmock/gmock.h>

namespace vesta::survey {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;

constexpr unix_ms new_year{1'767'225'600'000ms}; // 2026

/// An audit of @p given, the lines of one file.
audit_findings audited(const std::vector<id>& given, const scheme* by) {
    audit of{{.by = by, .gaps = by == nullptr, .now = new_year, .folder = "/tmp"}};
    for (std::uint64_t line = 1; const id each : given)
        EXPECT_TRUE(of.add({0, line++}, each));
    return of.finish([](std::uint64_t) {}).value();
}

const scheme& vesta_scheme() {
    return *find_scheme("vesta");
}

id made(unix_ms at, std::uint64_t seq, std::uint64_t machine) {
    const layout& type = *vesta_scheme().type("min-granularity").value();
    return vesta_scheme().make(type, {.machine = machine, .time = type.time_of(at).value(), .seq = seq}).value();
}

TEST(an_audit, finds_each_duplicate_with_its_places) {
    const auto found = audited({id{3}, id{1}, id{3}, id{2}, id{3}, id{1}}, nullptr);
    EXPECT_EQ(found.ids, 6U);
    EXPECT_EQ(found.repeated, 3U);
    ASSERT_EQ(found.duplicates.count, 2U);
    EXPECT_EQ(found.duplicates.examples[0].value, id{1});
    EXPECT_THAT(found.duplicates.examples[0].places, ElementsAre(place{0, 2}, place{0, 6}));
    EXPECT_EQ(found.duplicates.examples[1].times, 3U);
    EXPECT_FALSE(found.is_clean());
}

TEST(an_audit, finds_the_gaps_of_numbers_and_is_content_with_them) {
    const auto found = audited({id{1}, id{2}, id{5}, id{100}, id{101}}, nullptr);
    EXPECT_TRUE(found.is_clean());
    EXPECT_EQ(found.gaps, 2U);
    EXPECT_EQ(found.missing, 2U + 94U);
    EXPECT_EQ(found.largest_gaps.front().first, id{6});
    EXPECT_EQ(found.largest_gaps.front().last, id{99});
    EXPECT_EQ(found.least, id{1});
    EXPECT_EQ(found.greatest, id{101});
}

TEST(an_audit, keeps_the_ten_largest_gaps) {
    std::vector<id> given;
    std::int64_t at = 0;
    for (int width = 1; width <= 30; ++width)
        given.push_back(id{at += width});
    const auto found = audited(given, nullptr);
    EXPECT_EQ(found.gaps, 29U);
    ASSERT_EQ(found.largest_gaps.size(), 10U);
    EXPECT_EQ(found.largest_gaps.front().size(), 29U);
    EXPECT_EQ(found.largest_gaps.back().size(), 20U);
}

TEST(an_audit, tells_the_order_and_the_times_of_each_machine) {
    const auto found = audited(
        {made(new_year - 5s, 0, 1), made(new_year - 4s, 0, 2), made(new_year - 3s, 0, 1), made(new_year - 6s, 0, 2)},
        &vesta_scheme());
    EXPECT_TRUE(found.is_clean()) << "lists may be in any order";
    ASSERT_EQ(found.streams.size(), 2U);
    EXPECT_EQ(found.streams[0].parts.machine, 1U);
    EXPECT_EQ(found.streams[0].count, 2U);
    EXPECT_EQ(found.streams[0].first, new_year - 5s);
    EXPECT_EQ(found.streams[0].last, new_year - 3s);
    EXPECT_EQ(found.streams[0].back.count, 0U);
    EXPECT_EQ(found.streams[1].first, new_year - 6s);
    EXPECT_THAT(found.streams[1].back.examples, ElementsAre(place{0, 4}));
}

TEST(an_audit, does_not_compare_the_order_of_two_files) {
    audit of{{.now = new_year, .folder = "/tmp"}};
    EXPECT_TRUE(of.add({0, 1}, id{9}));
    EXPECT_TRUE(of.add({1, 1}, id{3}));
    EXPECT_TRUE(of.add({1, 2}, id{2}));
    EXPECT_THAT(of.finish([](std::uint64_t) {}).value().back.examples, ElementsAre(place{1, 2}));
}

TEST(an_audit, finds_ids_of_times_to_come_and_of_no_layout) {
    const auto found = audited({made(new_year + 59s, 0, 1), made(new_year + 61s, 0, 1)}, &vesta_scheme());
    ASSERT_EQ(found.future.count, 1U);
    EXPECT_EQ(found.future.examples[0].at, (place{0, 2}));
    EXPECT_EQ(audited({id{-1}}, find_scheme("snowflake")).foreign.count, 1U);
}

TEST(an_audit, tells_a_bounded_number_of_streams_apart) {
    const layout wide = layout::make({.name = "wide", .width = {.machine = 17, .time = 41, .seq = 1}}).value();
    const scheme by{"wide", {wide}};
    audit all{{.by = &by, .now = new_year, .folder = "/tmp"}};
    for (std::uint64_t machine = 0; machine < audit::most_streams + 10; ++machine)
        EXPECT_TRUE(all.add({0, machine + 1}, by.make(by.types().front(), {.machine = machine, .time = 1}).value()));
    const auto found = all.finish([](std::uint64_t) {}).value();
    EXPECT_EQ(found.streams.size(), audit::most_streams);
    EXPECT_EQ(found.beyond, 10U);
}

} // namespace
} // namespace vesta::survey
