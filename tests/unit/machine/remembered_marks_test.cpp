// What a host remembers of marks that a store has forgotten.
#include "support/layouts.hpp"
#include "support/remembered_leases.hpp"

#include <vesta/machine/leased_ids.hpp>
#include <vesta/testing/manual_clock.hpp>
#include <vesta/testing/memory_leases.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

class marks_of_a_host : public ::testing::Test {
  protected:
    marks_of_a_host() { table->put({.id = {0}, .instance = "old", .mark = new_year_2026 - 1h}, 0ms).value(); }

    /// As a process of the host that has just started.
    result<machine_lease> start(std::uint32_t max_id = 0) {
        lease_terms terms{10s};
        terms.lead = 3s;
        terms.memory = memory;
        auto leases = leased_ids{table, terms, clock}.acquire({.instance = "node-a", .max_id = max_id});
        if (!leases) return std::move(leases).error();
        return std::move(leases->front());
    }

    void restore_backup(const lease_row& then) { table->roll_back(then); }

    manual_clock clock{new_year_2026};
    std::shared_ptr<memory_leases> table = std::make_shared<memory_leases>(clock);
    std::shared_ptr<remembered_leases> memory = std::make_shared<remembered_leases>();
};

TEST_F(marks_of_a_host, are_started_above_when_the_store_has_an_old_backup_after_a_restart) {
    const lease_row backup = table->row({0}).value();
    {
        const auto lease = start().value();
        ASSERT_TRUE(lease.mark->advance(new_year_2026 + 3s));
    }
    restore_backup(backup);
    EXPECT_EQ(start().value().mark->value(), new_year_2026 + 3s);
}

TEST_F(marks_of_a_host, are_kept_before_anything_is_served_and_synchronised_when_given_back) {
    const auto lease = start().value();
    ASSERT_TRUE(lease.mark->advance(new_year_2026 + 3s));
    EXPECT_EQ(memory->all.at({0}), new_year_2026 + 3s);
    EXPECT_FALSE(memory->synchronised);
    ASSERT_TRUE(lease.mark->release(new_year_2026 + 1s));
    EXPECT_EQ(memory->all.at({0}), new_year_2026 + 1s) << "a start at once need not wait";
    EXPECT_TRUE(memory->synchronised);
}

TEST_F(marks_of_a_host, are_not_those_of_writes_that_failed) {
    const auto lease = start().value();
    table->set_fault([] { return memory_leases::fault::after; });
    ASSERT_FALSE(lease.mark->advance(new_year_2026 + 3s));
    table->set_fault({});
    EXPECT_FALSE(memory->all.contains({0}));
}

TEST_F(marks_of_a_host, have_another_machine_id_taken_that_need_not_be_waited_for) {
    table->put({.id = {1}, .instance = "old", .mark = new_year_2026 - 1h}, 0ms).value();
    memory->all = {{{0}, new_year_2026 + 3s}, {{1}, new_year_2026 - 2h}};
    EXPECT_EQ(start(1).value().id, machine_id{1});
    EXPECT_EQ(table->row({1}).value().mark, new_year_2026 - 1h) << "never lowered";
}

TEST_F(marks_of_a_host, that_no_clock_can_have_made_are_passed_over_and_named) {
    memory->all = {{{0}, new_year_2026 + std::chrono::years{5}}};
    const auto refused = start();
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, HasSubstr("the mark that the memory of the test remembers of it"));
    EXPECT_THAT(refused.error().message, HasSubstr("`vesta machines release 0` drops it"));
    EXPECT_EQ(table->row({0}).value().mark, new_year_2026 - 1h);
}

} // namespace
} // namespace vesta::testing
