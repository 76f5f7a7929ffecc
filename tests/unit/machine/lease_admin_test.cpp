// What `vesta machines` shows and repairs.
#include "support/layouts.hpp"
#include "support/remembered_leases.hpp"

#include <vesta/machine/lease_admin.hpp>
#include <vesta/machine/leased_ids.hpp>
#include <vesta/testing/manual_clock.hpp>
#include <vesta/testing/memory_leases.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

/// Lets somebody else write first.
class contended_table final : public lease_table {
  public:
    contended_table(std::shared_ptr<lease_table> of, std::function<void()> first)
        : of_{std::move(of)}, first_{std::move(first)} {}
    std::string where() const override { return of_->where(); }
    result<store_moment> store_now() override { return of_->store_now(); }
    result<std::vector<lease_row>> rows() override { return of_->rows(); }
    result<lease_row> row(machine_id id, std::uint32_t share) override { return of_->row(id, share); }
    result<std::optional<lease_write>> put(const lease_row& next, std::chrono::milliseconds lease) override {
        first_();
        return of_->put(next, lease);
    }
    result<void> repair(const lease_row& next) override {
        first_();
        return of_->repair(next);
    }

  private:
    const std::shared_ptr<lease_table> of_;
    const std::function<void()> first_;
};

class an_operator : public ::testing::Test {
  protected:
    result<machine_lease> lease(const std::string& instance) {
        auto leases = leased_ids{table, terms, clock}.acquire({.instance = instance, .max_id = 0});
        if (!leases) return std::move(leases).error();
        return std::move(leases->front());
    }
    inspected_row seen() { return inspect(*table, terms).value().front(); }
    void change(const auto& how) {
        lease_row row = table->row({0}).value();
        how(row);
        table->roll_back(row);
    }

    manual_clock clock{new_year_2026};
    std::shared_ptr<memory_leases> table = std::make_shared<memory_leases>(clock);
    const lease_terms terms{10s};
};

TEST_F(an_operator, sees_who_holds_what) {
    EXPECT_TRUE(inspect(*table, terms).value().empty());
    const auto held = lease("node-a").value();
    EXPECT_TRUE(seen().held);
    EXPECT_EQ(seen().row.instance, "node-a");
    EXPECT_EQ(seen().unusable, "");
}

TEST_F(an_operator, does_not_take_a_machine_id_from_the_living_by_mistake) {
    const auto held = lease("node-a").value();
    const auto refused = release(*table, terms, {0}, false);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::in_use);
    EXPECT_THAT(refused.error().message, HasSubstr("held by 'node-a', whose lease has 10s left"));
    EXPECT_TRUE(held.mark->advance(new_year_2026 + 12s));
    ASSERT_TRUE(release(*table, terms, {0}, true));
    EXPECT_EQ(held.mark->advance(new_year_2026 + 13s).error().code, errc::lease_lost);
    EXPECT_GE(lease("node-b").value().mark->value(), new_year_2026 + 12s) << "it may serve to its mark";
}

TEST_F(an_operator, repairs_an_absurd_mark_and_is_told_what_follows) {
    {
        const auto held = lease("node-a").value();
        ASSERT_TRUE(held.mark->release(new_year_2026 + 24h * 365 * 5));
    }
    EXPECT_THAT(seen().unusable, HasSubstr("157680000s ahead of the store's clock"));
    EXPECT_EQ(lease("node-a").error().code, errc::exhausted);
    const auto told = release(*table, terms, {0}, false);
    ASSERT_TRUE(told) << told.error().message;
    EXPECT_THAT(*told, HasSubstr("its mark was 2030-12-31T00:00:00"));
    EXPECT_THAT(*told, HasSubstr("made again when the clock gets there"));
    EXPECT_EQ(lease("node-a").value().mark->value(), new_year_2026 + 12s) << "any reservation has ended by then";
}

TEST_F(an_operator, repairs_a_damaged_row_and_needs_force_for_a_newer_one) {
    {
        const auto held = lease("node-a").value();
    }
    change([](lease_row& row) { row.unusable = "its mark is below 0"; });
    EXPECT_TRUE(release(*table, terms, {0}, false));
    change([](lease_row& row) { row.unusable = "its format is 3: a newer program wrote it, and must be used for it"; });
    EXPECT_EQ(release(*table, terms, {0}, false).error().code, errc::in_use);
}

TEST_F(an_operator, frees_one_whose_owner_has_it_by_its_settings_and_is_gone) {
    lease_row given{.id = {0}, .share = 1, .instance = "host-a", .token = "t", .mark = new_year_2026, .given = true};
    ASSERT_TRUE(table->put(given, 10s).value());
    clock.jump(1h);
    EXPECT_EQ(lease("node-a").error().code, errc::exhausted);
    EXPECT_THAT(release(*table, terms, {0}, false).error().message, HasSubstr("has not been heard of for 3590s"));
    ASSERT_TRUE(release(*table, terms, {0}, true));
    EXPECT_TRUE(lease("node-a"));
}

TEST_F(an_operator, may_say_that_a_machine_id_was_never_used) {
    EXPECT_EQ(lease("node-a").value().mark->value(), new_year_2026 + 12s);
    table->forget({0});
    EXPECT_EQ(release(*table, terms, {0}, false).error().code, errc::in_use);
    ASSERT_TRUE(release(*table, terms, {0}, true));
    EXPECT_LE(lease("node-a").value().mark->value(), new_year_2026);
}

// The row that was taken on the former server, and what was reserved there, may not have reached this one.
TEST_F(an_operator, frees_what_another_server_wrote_only_from_when_an_owner_it_forgot_must_have_stopped) {
    ASSERT_TRUE(lease("node-a").value().mark->release(new_year_2026));
    table->fail_over("the second server");
    ASSERT_TRUE(seen().row.token.empty()) << "it looks free";
    const auto told = release(*table, terms, {0}, false);
    ASSERT_TRUE(told) << told.error().message;
    EXPECT_EQ(seen().row.mark, new_year_2026 + 12s) << "the longest reservation, and two seconds";
    EXPECT_EQ(lease("node-b").value().mark->value(), new_year_2026 + 12s);
}

TEST_F(an_operator, does_not_free_what_somebody_took_just_now) {
    ASSERT_TRUE(lease("node-a").value().mark->release(new_year_2026));
    std::optional<machine_lease> taken;
    contended_table contended{table, [&] { taken = lease("node-b").value(); }};
    const auto refused = release(contended, terms, {0}, false);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::in_use);
    EXPECT_THAT(refused.error().message, HasSubstr("was written by others just now; look at it again"));
    EXPECT_EQ(seen().row.instance, "node-b");
    EXPECT_TRUE(seen().held);
    EXPECT_TRUE(taken->mark->advance(new_year_2026 + 1s));
}

class an_operator_of_a_host_that_remembers : public an_operator {
  protected:
    an_operator_of_a_host_that_remembers() {
        remembering.memory = memory;
        table->put({.id = {0}, .instance = "old", .mark = new_year_2026 - 1h}, 0ms).value();
    }

    const std::shared_ptr<remembered_leases> memory = std::make_shared<remembered_leases>();
    lease_terms remembering = terms;
};

TEST_F(an_operator_of_a_host_that_remembers, drops_a_mark_that_no_clock_can_have_made_and_is_told) {
    memory->all = {{{0}, new_year_2026 + 24h * 365 * 5}, {{1}, new_year_2026 + 24h * 365 * 5}};
    const auto told = release(*table, remembering, {0}, false);
    ASSERT_TRUE(told) << told.error().message;
    EXPECT_THAT(*told, HasSubstr("its mark 2030-12-31T00:00:00"));
    EXPECT_THAT(*told, HasSubstr("was dropped from the memory of the test"));
    EXPECT_EQ(memory->all, (lease_memory::marks{{{1}, new_year_2026 + 24h * 365 * 5}})) << "that of no other";
}

TEST_F(an_operator_of_a_host_that_remembers, keeps_a_mark_that_a_process_may_have_written) {
    memory->all = {{{0}, new_year_2026 + 3s}};
    const auto told = release(*table, remembering, {0}, false);
    ASSERT_TRUE(told) << told.error().message;
    EXPECT_THAT(*told, ::testing::Not(HasSubstr("dropped")));
    EXPECT_EQ(memory->all, (lease_memory::marks{{{0}, new_year_2026 + 3s}}));
}

} // namespace
} // namespace vesta::testing
