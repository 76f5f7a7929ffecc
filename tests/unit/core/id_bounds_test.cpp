#include <vesta/id/id_bounds.hpp>
#include <vesta/id/scheme.hpp>

#include <gmock/gmock.h>

namespace vesta {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

constexpr unix_ms noon{1'767'268'800'000ms}; // 2026-01-01T12:00Z

const layout& type_of(const char* family, const char* type = "") {
    return *find_scheme(family)->type(type).value();
}

/// An ID of that instant, the least or the greatest.
id at(const layout& of, unix_ms when, bool least, std::uint64_t machine) {
    const fields parts{.type = of.type(),
                       .gen_method = 0,
                       .machine = machine,
                       .time = of.time_of(when).value(),
                       .seq = least ? 0 : of.max(field::seq)};
    return of.encode(parts).value();
}

TEST(id_bounds, include_all_ids_of_the_range_and_none_of_other_times) {
    for (const layout* const of : {&type_of("vesta"), &type_of("vesta-2018", "short"), &type_of("snowflake"),
                                   &type_of("js"), &type_of("sonyflake")}) {
        const auto bounds = bounds_between(*of, 0, gen_method::embedded, {}, noon, noon + 1min).value();
        EXPECT_EQ(bounds.least, at(*of, noon, true, 0)) << of->name();
        EXPECT_EQ(bounds.greatest, at(*of, noon + 1min - 1ms, false, of->max(field::machine))) << of->name();
        EXPECT_LT(at(*of, noon - 1ms, false, of->max(field::machine)), bounds.least);
        EXPECT_GT(at(*of, noon + 1min, true, 0), bounds.greatest);
    }
}

TEST(id_bounds, include_a_split_tick_whole) {
    const layout& of = type_of("vesta", "max-peak");
    const auto bounds = bounds_between(of, 0, gen_method::embedded, {}, noon + 300ms, noon + 301ms).value();
    EXPECT_EQ(bounds.least, at(of, noon, true, 0));
    EXPECT_EQ(bounds.greatest, at(of, noon, false, 1023));
}

TEST(id_bounds, are_those_of_one_machine_id_where_it_is_above_the_time) {
    const layout& of = type_of("vesta-2015");
    EXPECT_THAT(bounds_between(of, 0, gen_method::embedded, {}, noon, noon + 1s).error().message,
                HasSubstr("has the machine ID above the time"));
    const auto bounds = bounds_between(of, 0, gen_method::embedded, machine_id{7}, noon, noon + 1s).value();
    EXPECT_EQ(bounds.least, at(of, noon, true, 7));
    EXPECT_EQ(bounds.greatest, at(of, noon + 999ms, false, 7));
}

TEST(id_bounds, are_those_of_the_version) {
    const auto bounds = bounds_between(type_of("vesta"), 1, gen_method::embedded, {}, noon, noon + 1s).value();
    EXPECT_LT(bounds.least, id{0});
    EXPECT_LT(bounds.least, bounds.greatest);
    EXPECT_LT(bounds.greatest, id{0});
}

TEST(id_bounds, are_refused_outside_the_layout_and_backwards) {
    const layout& of = type_of("vesta");
    EXPECT_THAT(bounds_between(of, 0, gen_method::rest, {}, noon, noon).error().message, HasSubstr("not after"));
    EXPECT_THAT(bounds_between(of, 0, gen_method::rest, {}, unix_ms{}, unix_ms{1s}).error().message,
                HasSubstr("has IDs from"));
    EXPECT_THAT(bounds_between(of, 0, gen_method::rest, {}, of.end(), of.end() + 1s).error().message,
                HasSubstr("has IDs from"));
    EXPECT_THAT(bounds_between(of, 0, gen_method::rest, machine_id{1024}, noon, noon + 1s).error().message,
                HasSubstr("machine is 1024"));
    const auto all = bounds_between(of, 0, gen_method::embedded, {}, unix_ms{}, of.end() + 1h).value();
    EXPECT_EQ(all.least, at(of, of.epoch(), true, 0));
    EXPECT_EQ(all.greatest, at(of, of.last_instant(), false, 1023));
}

} // namespace
} // namespace vesta
