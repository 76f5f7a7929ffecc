// Machine IDs that another program's format assigns, and the marks that it shares with us.
#include "support/layouts.hpp"

#include <vesta/machine/assigned_ids.hpp>
#include <vesta/testing/manual_clock.hpp>
#include <vesta/testing/memory_leases.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::AllOf;
using ::testing::HasSubstr;

/// The other program's record of one machine ID.
class a_record final : public id_assignment {
  public:
    result<place> find(const std::string&) override { return found; }
    result<void> record(machine_id, const std::string&, unix_ms mark) override {
        recorded = mark;
        return {};
    }

    place found{.id = {7}};
    std::optional<unix_ms> recorded;
};

class an_assigned_machine_id : public ::testing::Test {
  protected:
    an_assigned_machine_id() { put_row(new_year_2026 - 1h); }

    void put_row(unix_ms mark) {
        lease_row row = table->row({7}).value();
        row.instance = "old";
        row.mark = mark;
        ASSERT_TRUE(table->put(row, 0ms).value());
    }

    result<machine_lease> take(unix_ms fresh_from = {}) {
        auto leases = assigned.acquire({.instance = "node-a", .max_id = 9, .fresh_from = fresh_from});
        if (!leases) return std::move(leases).error();
        return std::move(leases->front());
    }

    unix_ms start(unix_ms fresh_from = {}) { return take(fresh_from).value().mark->value(); }

    manual_clock clock{new_year_2026};
    std::shared_ptr<memory_leases> table = std::make_shared<memory_leases>(clock);
    std::shared_ptr<a_record> theirs = std::make_shared<a_record>();
    assigned_ids assigned{theirs, table, 10s, clock};
};

TEST_F(an_assigned_machine_id, starts_above_what_the_other_program_recorded_and_may_have_made_since) {
    theirs->found.least = new_year_2026 + 2s;
    theirs->found.unseen = 3s;
    EXPECT_EQ(start(), new_year_2026 + 5s);
    put_row(new_year_2026 + 4s);
    EXPECT_EQ(start(), new_year_2026 + 4s) << "we were the last who had it";
}

// It would become our mark, and stop this machine ID until then.
TEST_F(an_assigned_machine_id, is_refused_where_the_other_program_recorded_what_no_clock_can_have_made) {
    theirs->found.least = new_year_2026 + 24h * 365 * 5;
    const auto refused = take();
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::state_unusable);
    EXPECT_THAT(refused.error().message,
                AllOf(HasSubstr("what the other program recorded for machine ID 7 cannot be used"),
                      HasSubstr("2030-12-31T00:00:00"), HasSubstr("157680000s ahead of the store's clock")));
    EXPECT_EQ(table->row({7}).value().mark, new_year_2026 - 1h);
    EXPECT_TRUE(table->row({7}).value().token.empty());
    theirs->found.least = {};
    EXPECT_TRUE(take()) << "once it is corrected";
}

TEST_F(an_assigned_machine_id, without_a_mark_of_the_other_program_starts_fresh_but_never_below_ours) {
    theirs->found.unmarked = true;
    EXPECT_EQ(start(new_year_2026), new_year_2026);
    put_row(new_year_2026 + 3s);
    EXPECT_EQ(start(new_year_2026), new_year_2026 + 3s);
    table->fail_over("the second server");
    EXPECT_EQ(start(new_year_2026), new_year_2026 + 12s) << "nor where a forgotten owner may be";
}

TEST_F(an_assigned_machine_id, that_is_given_back_tells_the_other_program_of_its_last_use) {
    const auto mine = take().value();
    ASSERT_TRUE(mine.mark->advance(new_year_2026 + 3s));
    EXPECT_EQ(theirs->recorded, new_year_2026 + 3s);
    ASSERT_TRUE(mine.mark->release(new_year_2026 + 1s));
    EXPECT_EQ(theirs->recorded, new_year_2026 + 1s);
    EXPECT_EQ(table->row({7}).value().mark, new_year_2026 + 1s);
    EXPECT_TRUE(table->row({7}).value().token.empty());
}

TEST_F(an_assigned_machine_id, that_somebody_else_took_is_not_recorded_by_its_former_owner) {
    const auto mine = take().value();
    ASSERT_TRUE(mine.mark->advance(new_year_2026 + 3s));
    lease_row row = table->row({7}).value();
    row.instance = "node-b";
    row.token = "another";
    ASSERT_TRUE(table->put(row, 10s).value());
    EXPECT_FALSE(mine.mark->release(new_year_2026 + 1s));
    EXPECT_EQ(theirs->recorded, new_year_2026 + 3s) << "the next owner may have written there";
}

} // namespace
} // namespace vesta::testing
