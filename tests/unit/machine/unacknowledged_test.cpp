// Machine IDs whose taking or giving back nobody acknowledged, and tables that are not what was read.
#include "support/layouts.hpp"

#include <vesta/machine/assigned_ids.hpp>
#include <vesta/machine/leased_ids.hpp>
#include <vesta/testing/manual_clock.hpp>
#include <vesta/testing/memory_leases.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

/// Gives every instance machine ID 0.
class always_0 final : public id_assignment {
  public:
    result<place> find(const std::string&) override { return place{.id = {0}}; }
    result<void> record(machine_id, const std::string&, unix_ms) override { return {}; }
};

class an_unacknowledged_taking : public ::testing::Test {
  protected:
    an_unacknowledged_taking() { table->put({.id = {0}, .instance = "old", .mark = new_year_2026 - 1h}, 0ms).value(); }

    result<std::vector<machine_lease>> take(machine_id_provider& from) {
        return from.acquire({.instance = "node-a", .max_id = 0});
    }

    /// The third call to the table, which takes the row, is done and not answered.
    void take_without_an_answer(machine_id_provider& from) {
        table->set_fault(
            [n = 0]() mutable { return ++n == 3 ? memory_leases::fault::after : memory_leases::fault::none; });
        EXPECT_EQ(take(from).error().code, errc::store_unavailable);
        table->set_fault({});
        EXPECT_FALSE(table->row({0}).value().token.empty());
    }

    manual_clock clock{new_year_2026};
    std::shared_ptr<memory_leases> table = std::make_shared<memory_leases>(clock);
    leased_ids leased{table, 10s, clock};
    assigned_ids assigned{std::make_shared<always_0>(), table, 10s, clock};
};

TEST_F(an_unacknowledged_taking, does_not_have_its_own_process_wait_for_the_lease) {
    take_without_an_answer(leased);
    leased_ids elsewhere{table, 10s, clock};
    EXPECT_EQ(take(elsewhere).error().code, errc::exhausted) << "another process cannot know";
    const auto again = take(leased);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_TRUE(again->front().mark->advance(new_year_2026 + 3s));
}

TEST_F(an_unacknowledged_taking, of_an_assigned_machine_id_does_not_look_like_another_process) {
    take_without_an_answer(assigned);
    const auto again = take(assigned);
    ASSERT_TRUE(again) << again.error().message;
}

TEST_F(an_unacknowledged_taking, that_arrives_late_takes_nothing_away) {
    take_without_an_answer(leased);
    const lease_row there = table->row({0}).value();
    const auto again = take(leased);
    EXPECT_FALSE(table->put(there, 10s).value()) << "a write of the version before";
    EXPECT_TRUE(again->front().mark->advance(new_year_2026 + 3s));
}

TEST_F(an_unacknowledged_taking, is_like_a_giving_back_that_did_not_reach_the_store) {
    {
        const auto lease = take(leased).value();
        table->set_fault([] { return memory_leases::fault::before; });
    }
    table->set_fault({});
    EXPECT_FALSE(table->row({0}).value().token.empty());
    EXPECT_TRUE(take(leased));
}

// The last write then meets a version that it does not know.
TEST_F(an_unacknowledged_taking, is_like_a_giving_back_after_a_reservation_that_nobody_acknowledged) {
    {
        const auto lease = take(assigned).value();
        table->set_fault([] { return memory_leases::fault::after; });
        ASSERT_FALSE(lease.front().mark->advance(new_year_2026 + 3s));
        table->set_fault({});
    }
    EXPECT_FALSE(table->row({0}).value().token.empty());
    const auto again = take(assigned);
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_EQ(again->front().mark->value(), new_year_2026 + 3s) << "not below what was written";
}

/// Reads answered by a server that takes no writes.
class split_table final : public lease_table {
  public:
    explicit split_table(std::shared_ptr<lease_table> of) : of_{std::move(of)} {}
    std::string where() const override { return of_->where(); }
    result<store_moment> store_now() override { return of_->store_now(); }
    result<std::vector<lease_row>> rows() override { return of_->rows(); }
    result<lease_row> row(machine_id id, std::uint32_t share) override { return of_->row(id, share); }
    result<std::optional<lease_write>> put(const lease_row&, std::chrono::milliseconds) override {
        ++puts;
        return std::optional<lease_write>{};
    }
    result<void> repair(const lease_row& next) override { return of_->repair(next); }

    int puts = 0;

  private:
    const std::shared_ptr<lease_table> of_;
};

TEST_F(an_unacknowledged_taking, is_told_from_reads_that_another_server_answers) {
    const auto split = std::make_shared<split_table>(table);
    leased_ids from{split, 10s, clock};
    const auto refused = from.acquire({.instance = "node-a", .max_id = 2});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::store_unavailable);
    EXPECT_THAT(refused.error().message, HasSubstr("a proxy that reads from replicas?"));
    EXPECT_LE(split->puts, 4 * 3) << "it is not tried for ever";
}

} // namespace
} // namespace vesta::testing
