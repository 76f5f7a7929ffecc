#include "support/layouts.hpp"

#include <vesta/id/scheme.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using vesta::testing::random_fields;
using vesta::testing::random_source;

const scheme& vesta_2018() {
    return *find_scheme("vesta-2018");
}

const layout& type_2018(const char* name) {
    return *vesta_2018().type(name).value();
}

TEST(schemes, are_found_by_name) {
    EXPECT_THAT(scheme_names(), ElementsAre("vesta", "vesta-2018", "vesta-2015", "js", "snowflake", "discord",
                                            "instagram", "sonyflake", "mastodon", "yitter", "seata", "cosid",
                                            "cosid-second", "cosid-js", "cosid-js-1970", "uid-generator"));
    for (const auto each : scheme_names())
        EXPECT_EQ(find_scheme(each)->name(), each);
    EXPECT_EQ(find_scheme("custom"), nullptr);
    EXPECT_EQ(find_scheme(""), nullptr);
}

TEST(schemes, give_a_type_by_name_and_min_granularity_by_default) {
    EXPECT_EQ(find_scheme("vesta")->type("").value()->name(), "min-granularity");
    EXPECT_EQ(find_scheme("vesta")->type("max-peak").value()->unit(), time_unit::second);
    const auto unknown = vesta_2018().type("long");
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, errc::invalid_argument);
    EXPECT_EQ(unknown.error().message,
              "'long' is not a type of vesta-2018; its types are min-granularity, max-peak, short");
}

TEST(schemes, tell_their_types_apart_in_every_id_they_make) {
    auto random = random_source::announced();
    for (const auto scheme_name : scheme_names()) {
        const scheme& family = *find_scheme(scheme_name);
        for (const layout& type : family.types()) {
            for (int i = 0; i < 20'000; ++i) {
                fields parts = random_fields(random, type);
                const auto made = family.make(type, parts);
                if (!made) { // the only times refused are those that read as the short type; see below
                    ASSERT_EQ(type.name(), "max-peak");
                    ASSERT_EQ(parts.time >> 21, 2U);
                    continue;
                }
                const auto read = family.explain(*made).value();
                ASSERT_EQ(read.type, type.name()) << scheme_name << " " << to_string(*made);
                ASSERT_EQ(read.parts, parts) << scheme_name << " " << to_string(*made);
                ASSERT_EQ(read.at, type.instant_of(parts.time));
            }
        }
    }
}

TEST(schemes, put_the_types_own_value_into_its_field) {
    const auto made = find_scheme("vesta")->make(*find_scheme("vesta")->type("min-granularity").value(), {.type = 0});
    EXPECT_EQ(find_scheme("vesta")->explain(*made).value().parts.type, 1U);
}

TEST(schemes, refuse_an_id_that_none_of_their_types_made) {
    const auto read = vesta_2018().explain(id{-1});
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, errc::invalid_argument);
    EXPECT_THAT(read.error().message, HasSubstr("-1 was not made by vesta-2018"));
    EXPECT_FALSE(find_scheme("snowflake")->explain(id{-1}));
}

TEST(schemes, pass_on_what_is_wrong_with_a_field) {
    const auto made = vesta_2018().make(type_2018("short"), {.seq = 1024});
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().message, "seq is 1024; layout short takes 0 to 1023");
}

// The short type keeps Vesta's bits: type 2, 53 bits in all. A max-peak ID looks the same only in some weeks of 2018.
TEST(short_type, fits_what_javascript_counts_exactly) {
    const layout& of = type_2018("short");
    EXPECT_EQ(of.total_width(), 53U);
    fields most;
    for (const field which : all_fields)
        most[which] = of.max(which);
    most.type = of.type();
    EXPECT_LE(vesta_2018().make(of, most).value().value, (std::int64_t{1} << 53) - 1);
}

TEST(short_type, is_told_apart_from_both_long_types) {
    const auto type_of = [](std::int64_t value) { return vesta_2018().type_of(id{value}).value()->name(); };
    EXPECT_EQ(type_of(4797691459535870), "short");
    EXPECT_EQ(type_of(301150036136297470), "max-peak");
    EXPECT_EQ(type_of(2599934841477661694), "min-granularity");
}

TEST(short_type, owns_the_max_peak_times_that_read_alike_so_those_are_refused) {
    const layout& peak = type_2018("max-peak");
    for (const std::uint64_t time : {std::uint64_t{2} << 21, (std::uint64_t{3} << 21) - 1}) {
        const auto made = vesta_2018().make(peak, {.machine = 1, .time = time});
        ASSERT_FALSE(made) << time;
        EXPECT_EQ(made.error().code, errc::invalid_argument);
        EXPECT_EQ(made.error().message,
                  "time " + std::to_string(time) +
                      " of type max-peak would read back as type short; that time cannot be told apart in vesta-2018");
    }
    for (const std::uint64_t time : {(std::uint64_t{2} << 21) - 1, std::uint64_t{3} << 21})
        EXPECT_TRUE(vesta_2018().make(peak, {.machine = 1, .time = time})) << time;
}

TEST(short_type, bounds_the_times_from_which_max_peak_ids_are_certain) {
    EXPECT_EQ(vesta_2018().first_certain_time(type_2018("max-peak")), std::uint64_t{1} << 23);
    EXPECT_EQ(vesta_2018().first_certain_time(type_2018("short")), 0U);
    EXPECT_EQ(vesta_2018().first_certain_time(type_2018("min-granularity")), 0U);
    EXPECT_EQ(find_scheme("vesta")->first_certain_time(*find_scheme("vesta")->type("max-peak").value()), 0U);
}

} // namespace
} // namespace vesta
