#include "support/layouts.hpp"

#include <vesta/base/fork.hpp>
#include <vesta/machine/fixed_ids.hpp>
#include <vesta/testing/memory_marks.hpp>
#include <vesta/time/clock.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

TEST(marks_in_memory, have_one_owner_at_a_time) {
    memory_marks marks;
    auto first = marks.take({3}).value();
    const auto second = marks.take({3});
    EXPECT_EQ(second.error().code, errc::in_use);
    EXPECT_THAT(second.error().message, HasSubstr("machine ID 3 is held by owner 1"));
    EXPECT_TRUE(marks.take({4}));
    first.mark.reset();
    EXPECT_TRUE(marks.take({3}));
}

TEST(marks_in_memory, write_nothing_where_a_fault_is_injected) {
    memory_marks marks;
    const auto held = marks.take({3}).value();
    ASSERT_TRUE(held.mark->advance(unix_ms{5ms}));
    marks.set_fault([](machine_id which) -> std::optional<error> {
        if (which == machine_id{3}) return error{errc::state_unusable, "disk full"};
        return {};
    });
    EXPECT_EQ(held.mark->advance(unix_ms{9ms}).error().message, "disk full");
    EXPECT_EQ(held.mark->value(), unix_ms{5ms});
    EXPECT_EQ(marks.stored({3}), unix_ms{5ms});
    EXPECT_TRUE(marks.take({4}).value().mark->advance(unix_ms{9ms}));
}

TEST(marks_in_memory, are_unix_time_zero_where_there_is_none) {
    EXPECT_EQ(memory_marks{}.stored({3}), unix_ms{});
}

TEST(fixed_machine_ids, are_all_taken_in_their_order) {
    memory_marks marks;
    fixed_ids given{{{9}, {2}}, "machine-id.property.ids", [&](machine_id which, const lease_request&) {
                        return result<std::unique_ptr<high_water_mark>>{marks.take(which).value().mark};
                    }};
    const auto leases = given.acquire({}).value();
    ASSERT_EQ(leases.size(), 2U);
    EXPECT_EQ(leases[0].id, machine_id{9});
    EXPECT_EQ(leases[1].id, machine_id{2});
}

TEST(fixed_machine_ids, are_refused_where_they_do_not_fit_or_are_given_twice) {
    const mark_opener never = [](machine_id, const lease_request&) -> result<std::unique_ptr<high_water_mark>> {
        ADD_FAILURE() << "nothing is opened before all are checked";
        return error{};
    };
    const auto refusal = [&](std::vector<machine_id> ids) {
        return fixed_ids{std::move(ids), "VESTA_MACHINE_ID", never}.acquire({.max_id = 1023}).error();
    };
    EXPECT_EQ(refusal({{1}, {1024}}).code, errc::invalid_settings);
    EXPECT_EQ(refusal({{1}, {1024}}).message,
              "machine ID 1024 (VESTA_MACHINE_ID) does not fit the layout: it must be 0 to 1023");
    EXPECT_EQ(refusal({{5}, {6}, {5}}).message, "machine ID 5 (VESTA_MACHINE_ID) is given twice");
}

TEST(fixed_machine_ids, give_the_stores_error_and_back_what_they_had) {
    memory_marks marks;
    const auto other = marks.take({2}).value();
    fixed_ids given{{{1}, {2}}, "somewhere", [&](machine_id which, const lease_request&) {
                        auto lease = marks.take(which);
                        return lease ? result<std::unique_ptr<high_water_mark>>{std::move(lease->mark)}
                                     : result<std::unique_ptr<high_water_mark>>{lease.error()};
                    }};
    EXPECT_EQ(given.acquire({}).error().code, errc::in_use);
    EXPECT_TRUE(marks.take({1}));
}

TEST(the_system_clock, tells_the_time_of_day_and_rests_at_least_as_long_as_asked) {
    const auto& clock = system_wall_clock();
    const auto before = std::chrono::system_clock::now();
    const auto read = clock.now();
    const auto after = std::chrono::system_clock::now();
    EXPECT_LE(before, read);
    EXPECT_LE(read, after);
    const auto start = std::chrono::steady_clock::now();
    clock.rest(3ms);
    EXPECT_GE(std::chrono::steady_clock::now() - start, 3ms);
}

TEST(field_names, are_those_users_write) {
    EXPECT_EQ(name(field::version), "version");
    EXPECT_EQ(name(field::type), "type");
    EXPECT_EQ(name(field::gen_method), "genMethod");
    EXPECT_EQ(name(field::time), "time");
    EXPECT_EQ(name(field::seq), "seq");
    EXPECT_EQ(name(field::machine), "machine");
    EXPECT_EQ(name(gen_method::embedded), "embedded");
    EXPECT_EQ(name(gen_method::rpc), "rpc");
    EXPECT_EQ(name(gen_method::rest), "rest");
    EXPECT_EQ(name(gen_method::reserved), "reserved");
}

} // namespace
} // namespace vesta::testing
