#include "support/layouts.hpp"

#include <vesta/id/scheme.hpp>

#include <gtest/gtest.h>

// In 2018 one release of Vesta changed epoch and widths under the same name: old IDs read wrongly from then on, and the
// new ones could equal those of three years before.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

const scheme& before() {
    return *find_scheme("vesta");
}

const scheme& after() {
    return *find_scheme("vesta-2018");
}

const layout& seconds(const scheme& of) {
    return *of.type("max-peak").value();
}

TEST(a_layout_changed_under_its_name, read_old_ids_as_others) {
    const id rest = before().make(seconds(before()), {.gen_method = 2, .machine = 7, .time = 1000}).value();
    EXPECT_EQ(before().explain(rest).value().parts.gen_method, 2U);
    // What the new release made of it:
    const fields read = seconds(after()).decode(rest);
    EXPECT_EQ(read.type, 1U);
    EXPECT_EQ(seconds(after()).instant_of(read.time) - seconds(before()).instant_of(1000), 26304h)
        << "three years late";
}

TEST(a_layout_changed_under_its_name, gave_a_number_again_that_was_given_three_years_before) {
    const unix_ms then = parse_rfc3339("2016-07-01T12:00:00Z").value();
    const fields old_parts{.machine = 7, .time = seconds(before()).time_of(then).value(), .seq = 3};
    const unix_ms now = parse_rfc3339("2019-07-02T12:00:00Z").value();
    const fields new_parts{.machine = 7, .time = seconds(after()).time_of(now).value(), .seq = 3};
    EXPECT_EQ(seconds(before()).encode(old_parts).value(), seconds(after()).encode(new_parts).value());
}

// Here a name stands for one layout for good; golden_test.cpp pins every bit of it. Another layout has another name,
// which a settings file has to ask for.
TEST(a_name, stands_for_one_epoch_and_one_set_of_widths) {
    struct pinned {
        const char* scheme;
        std::int64_t epoch_ms;
        unsigned method_bits;
    };
    for (const auto& [name, epoch_ms, method_bits] :
         {pinned{"vesta", 1420041600000, 2}, pinned{"vesta-2015", 1420041600000, 2},
          pinned{"vesta-2018", 1514736000000, 1}, pinned{"snowflake", 1288834974657, 0}})
        for (const layout& each : find_scheme(name)->types()) {
            EXPECT_EQ(each.epoch().time_since_epoch().count(), epoch_ms) << name;
            EXPECT_EQ(each.width(field::gen_method), method_bits) << name;
        }
}

TEST(a_name, reads_its_old_ids_rightly_whatever_other_layouts_there_are) {
    auto random = random_source::announced();
    for (const auto name : scheme_names())
        for (const layout& each : find_scheme(name)->types()) {
            const fields parts = random_fields(random, each);
            if (const auto made = find_scheme(name)->make(each, parts)) {
                EXPECT_EQ(find_scheme(name)->explain(*made).value().parts, parts) << name;
            }
        }
}

} // namespace
} // namespace vesta::testing
