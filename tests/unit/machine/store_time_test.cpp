// What a store takes of marks is bound to its own time of day.
#include "support/layouts.hpp"

#include <vesta/generate/reservation.hpp>
#include <vesta/machine/leased_ids.hpp>
#include <vesta/testing/manual_clock.hpp>
#include <vesta/testing/memory_leases.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

class a_mark_in_a_table : public ::testing::Test {
  protected:
    a_mark_in_a_table() {
        table->put({.id = {0}, .instance = "old", .mark = new_year_2026 - 1h}, 0ms).value();
        terms.lead = 3s;
        lease = start();
    }

    machine_lease start() {
        auto leases = leased_ids{table, terms, own}.acquire({.instance = "node-a", .max_id = 0}).value();
        return std::move(leases.front());
    }
    unix_ms stored() { return table->row({0}).value().mark; }

    manual_clock store{new_year_2026};
    manual_clock own{new_year_2026};
    std::shared_ptr<memory_leases> table = std::make_shared<memory_leases>(store);
    lease_terms terms{10s};
    machine_lease lease{};
};

TEST_F(a_mark_in_a_table, is_raised_to_its_lead_and_a_second_ahead_of_the_stores_clock) {
    EXPECT_TRUE(lease.mark->advance(new_year_2026 + 4s));
    EXPECT_EQ(stored(), new_year_2026 + 4s);
}

// A forgotten owner is waited for by the store's clock: whoever is ahead of it would not be.
TEST_F(a_mark_in_a_table, is_raised_no_further_and_the_owner_is_told_why) {
    const auto part = lease.mark->advance(new_year_2026 + 10min);
    ASSERT_FALSE(part);
    EXPECT_EQ(part.error().code, errc::store_unavailable);
    EXPECT_THAT(part.error().message, HasSubstr("the clock of the table in memory is behind this host's"));
    EXPECT_EQ(lease.mark->value(), new_year_2026 + 4s) << "it is durable up to there";
    EXPECT_EQ(stored(), new_year_2026 + 4s);
    store.rest(1s), own.rest(1s);
    EXPECT_FALSE(lease.mark->advance(new_year_2026 + 10min));
    EXPECT_EQ(lease.mark->value(), new_year_2026 + 5s);
    EXPECT_TRUE(lease.mark->advance(new_year_2026 + 5s));
}

TEST_F(a_mark_in_a_table, goes_on_where_the_stores_clock_is_set_back) {
    ASSERT_TRUE(lease.mark->advance(new_year_2026 + 3s));
    store.jump(-1h);
    store.rest(2s), own.rest(2s);
    EXPECT_TRUE(lease.mark->advance(new_year_2026 + 5s)) << "time passed since the store told its own";
    EXPECT_FALSE(lease.mark->advance(new_year_2026 + 1h));
    EXPECT_EQ(lease.mark->value(), new_year_2026 + 6s);
}

TEST_F(a_mark_in_a_table, that_is_not_raised_is_written_whatever_the_stores_clock_shows) {
    ASSERT_TRUE(lease.mark->advance(new_year_2026 + 3s));
    store.jump(-1h);
    ASSERT_TRUE(lease.mark->advance(new_year_2026 + 3s));
    EXPECT_EQ(table->row({0}).value().left, 10s) << "the lease goes on";
    EXPECT_TRUE(lease.mark->release(new_year_2026));
}

TEST_F(a_mark_in_a_table, is_raised_as_far_as_one_likes_where_any_clock_is_believed) {
    ASSERT_TRUE(lease.mark->release(new_year_2026));
    terms.max_forward = 0ms;
    lease = start();
    EXPECT_TRUE(lease.mark->advance(new_year_2026 + 10min));
}

TEST_F(a_mark_in_a_table, serves_a_reservation_as_far_as_it_came) {
    own.jump(2s);
    reservation held{std::move(lease), reservation_policy{}, own};
    EXPECT_FALSE(held.renew(true));
    EXPECT_EQ(held.mark(), new_year_2026 + 4s);
    EXPECT_THAT(held.trouble()->message, HasSubstr("set the clocks right"));
}

} // namespace
} // namespace vesta::testing
