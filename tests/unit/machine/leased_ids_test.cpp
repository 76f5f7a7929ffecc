#include "support/expire.hpp"
#include "support/layouts.hpp"

#include <vesta/machine/leased_ids.hpp>
#include <vesta/testing/manual_clock.hpp>
#include <vesta/testing/memory_leases.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>
#include <set>
#include <utility>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

/// Writes once a second time, and answers as to that.
class repeating_table final : public lease_table {
  public:
    explicit repeating_table(std::shared_ptr<lease_table> of) : of_{std::move(of)} {}
    std::string where() const override { return of_->where(); }
    result<store_moment> store_now() override { return of_->store_now(); }
    result<std::vector<lease_row>> rows() override { return of_->rows(); }
    result<lease_row> row(machine_id id, std::uint32_t share) override { return of_->row(id, share); }
    result<std::optional<lease_write>> put(const lease_row& next, std::chrono::milliseconds lease) override {
        auto written = of_->put(next, lease);
        return std::exchange(repeats, false) ? of_->put(next, lease) : written;
    }
    result<void> repair(const lease_row& next) override { return of_->repair(next); }

    bool repeats = false;

  private:
    const std::shared_ptr<lease_table> of_;
};

class leases_in_a_table : public ::testing::Test {
  protected:
    machine_lease start(const std::string& instance = "node-a", std::uint32_t max_id = 1) {
        return std::move(
            leased_ids{table, 10s, clock}.acquire({.instance = instance, .max_id = max_id}).value().front());
    }

    /// Nobody can have been forgotten there: the mark need not be far ahead.
    machine_lease start_where_one_was(leased_ids& from) {
        EXPECT_TRUE(table->put({.id = {0}, .instance = "old", .mark = new_year_2026 - 1h}, 0ms).value());
        return std::move(from.acquire({.instance = "node-a", .max_id = 0}).value().front());
    }
    machine_lease start_where_one_was() {
        leased_ids from{table, 10s, clock};
        return start_where_one_was(from);
    }

    /// A copy of the process, as after a snapshot of it was started twice, has the token as well.
    void write_as_a_copy_of_the_owner(machine_id id, unix_ms mark) {
        lease_row row = table->row(id).value();
        row.mark = mark;
        ASSERT_TRUE(table->put(row, 10s).value());
    }

    manual_clock clock{new_year_2026};
    std::shared_ptr<memory_leases> table = std::make_shared<memory_leases>(clock);
};

TEST_F(leases_in_a_table, end_by_the_stores_clock_alone) {
    const auto a = start("node-a", 0);
    clock.jump(10s - 1ms);
    EXPECT_EQ(leased_ids(table, 10s, clock).acquire({.instance = "b", .max_id = 0}).error().code, errc::exhausted);
    clock.jump(1ms);
    EXPECT_TRUE(leased_ids(table, 10s, clock).acquire({.instance = "b", .max_id = 0}));
    EXPECT_EQ(a.mark->advance(new_year_2026).error().code, errc::lease_lost);
}

TEST_F(leases_in_a_table, last_as_long_as_they_are_written) {
    const auto a = start("node-a", 0);
    for (int i = 0; i < 10; ++i) {
        clock.jump(9s);
        ASSERT_TRUE(a.mark->advance(new_year_2026 + i * 9s));
    }
    EXPECT_FALSE(leased_ids(table, 10s, clock).acquire({.instance = "b", .max_id = 0}));
}

TEST_F(leases_in_a_table, are_gone_on_with_after_they_ended_if_nobody_took_them) {
    const auto a = start("node-a", 0);
    clock.jump(1h);
    EXPECT_TRUE(a.mark->advance(new_year_2026 + 1h));
    EXPECT_FALSE(leased_ids(table, 10s, clock).acquire({.instance = "b", .max_id = 0}));
}

TEST_F(leases_in_a_table, survive_writes_whose_answers_were_lost) {
    const auto a = start();
    for (int i = 0; i < 5; ++i) {
        table->set_fault([] { return memory_leases::fault::after; });
        ASSERT_FALSE(a.mark->advance(new_year_2026 + i * 1s));
        table->set_fault({});
        ASSERT_TRUE(a.mark->advance(new_year_2026 + i * 1s + 1ms));
    }
    ASSERT_TRUE(a.mark->release(new_year_2026));
    EXPECT_EQ(table->row(a.id).value().mark, new_year_2026);
}

TEST_F(leases_in_a_table, are_lost_once_a_copy_of_the_process_has_written) {
    const auto a = start_where_one_was();
    ASSERT_TRUE(a.mark->advance(new_year_2026 + 1s));
    write_as_a_copy_of_the_owner(a.id, new_year_2026 + 2s);
    const auto lost = a.mark->advance(new_year_2026 + 3s);
    ASSERT_FALSE(lost);
    EXPECT_EQ(lost.error().code, errc::lease_lost);
    EXPECT_THAT(lost.error().message, HasSubstr("a copy of this process writes it"));
    EXPECT_FALSE(a.mark->advance(new_year_2026 + 4s)) << "for ever";
    EXPECT_EQ(table->row(a.id).value().mark, new_year_2026 + 2s) << "the copy goes on, alone";
}

TEST_F(leases_in_a_table, are_not_given_back_by_a_process_whose_copy_has_written) {
    const auto a = start_where_one_was();
    write_as_a_copy_of_the_owner(a.id, new_year_2026 + 2s);
    EXPECT_FALSE(a.mark->release(new_year_2026));
    EXPECT_FALSE(table->row(a.id).value().token.empty()) << "the copy has it";
}

// What it then finds may be its own write.
// Both copies find their connection dead, and neither knows what became of its last write.
TEST_F(leases_in_a_table, are_lost_to_a_copy_though_a_write_has_no_answer) {
    const auto a = start_where_one_was();
    table->set_fault([] { return memory_leases::fault::before; });
    ASSERT_FALSE(a.mark->advance(new_year_2026 + 1s));
    table->set_fault({});
    write_as_a_copy_of_the_owner(a.id, new_year_2026 + 5s);
    EXPECT_FALSE(a.mark->advance(new_year_2026 + 2s));
    EXPECT_FALSE(a.mark->release(new_year_2026));
    EXPECT_EQ(table->row(a.id).value().mark, new_year_2026 + 5s) << "the copy serves up to there";
}

TEST_F(leases_in_a_table, may_have_been_written_by_their_owner_only_until_it_knows_again) {
    const auto a = start_where_one_was();
    table->set_fault([] { return memory_leases::fault::after; });
    ASSERT_FALSE(a.mark->advance(new_year_2026 + 1s));
    table->set_fault({});
    ASSERT_TRUE(a.mark->advance(new_year_2026 + 2s));
    write_as_a_copy_of_the_owner(a.id, new_year_2026 + 3s);
    EXPECT_FALSE(a.mark->advance(new_year_2026 + 4s));
}

TEST_F(leases_in_a_table, survive_a_proxy_that_sends_a_write_twice) {
    const auto proxy = std::make_shared<repeating_table>(table);
    leased_ids from{proxy, 10s, clock};
    const auto a = start_where_one_was(from);
    for (int i = 1; i <= 5; ++i) {
        proxy->repeats = true;
        ASSERT_TRUE(a.mark->advance(new_year_2026 + i * 1s)) << i;
    }
    EXPECT_EQ(a.mark->value(), new_year_2026 + 5s);
}

TEST_F(leases_in_a_table, are_let_go_when_their_owner_is_destroyed_and_the_mark_stays) {
    machine_id id;
    {
        const auto a = start();
        id = a.id;
        ASSERT_TRUE(a.mark->advance(new_year_2026));
    }
    const lease_row row = table->row(id).value();
    EXPECT_TRUE(row.token.empty());
    EXPECT_EQ(row.mark, new_year_2026);
}

TEST_F(leases_in_a_table, say_of_some_holders_only_who_they_are) {
    std::vector<machine_lease> held;
    for (int i = 0; i < 20; ++i)
        held.push_back(start("node-" + std::to_string(i), 19));
    const error refused = leased_ids{table, 10s, clock}.acquire({.instance = "b", .max_id = 19}).error();
    EXPECT_THAT(refused.message, HasSubstr("7 'node-"));
    EXPECT_THAT(refused.message, HasSubstr(", and 12 more; `vesta machines` shows them"));
    EXPECT_EQ(refused.retry_after, 10s);
}

// Its mark would be an hour ahead, and its owner would wait for that hour, whatever became of the store's clock.
TEST_F(leases_in_a_table, never_seen_are_not_taken_while_the_stores_clock_is_far_ahead) {
    manual_clock own{new_year_2026 - 1h};
    leased_ids from{table, 10s, own};
    const error refused = from.acquire({.instance = "node-a", .max_id = 1}).error();
    EXPECT_EQ(refused.code, errc::exhausted);
    EXPECT_THAT(refused.message, HasSubstr("the store's clock is 3600s ahead of this host's"));
    EXPECT_EQ(refused.retry_after, 1s);
    EXPECT_TRUE(table->rows().value().empty());
    own.set(new_year_2026 - 60s);
    EXPECT_EQ(from.acquire({.instance = "node-a", .max_id = 1}).value().front().mark->value(), new_year_2026 + 12s);
}

TEST_F(leases_in_a_table, seen_before_are_taken_whatever_the_stores_clock_says) {
    table->put({.id = {1}, .instance = "old", .mark = new_year_2026 - 2h}, 0ms).value();
    manual_clock own{new_year_2026 - 1h};
    EXPECT_EQ(leased_ids(table, 10s, own).acquire({.instance = "node-a", .max_id = 1}).value().front().id.value, 1U);
}

// A clock was minutes ahead when it wrote the mark, and the store's is wrong for a moment.
TEST_F(leases_in_a_table, usable_much_later_are_taken_only_if_nothing_better_comes) {
    table->put({.id = {1}, .instance = "old", .mark = new_year_2026 + 9min}, 0ms).value();
    manual_clock own{new_year_2026 - 5min};
    leased_ids from{table, 10s, own};
    const error refused = from.acquire({.instance = "node-a", .max_id = 1}).error();
    EXPECT_EQ(refused.code, errc::exhausted);
    EXPECT_THAT(refused.message, HasSubstr("1 can be used first, from 2026-01-01T00:09:00.000Z on"));
    EXPECT_EQ(refused.retry_after, 1s);
    own.set(new_year_2026);
    const auto near = from.acquire({.instance = "node-a", .max_id = 1}).value();
    EXPECT_EQ(near.front().id.value, 0U) << "the clock is right";
    EXPECT_FALSE(from.acquire({.instance = "node-b", .max_id = 1})) << "a new search";
    own.rest(29s);
    EXPECT_FALSE(from.acquire({.instance = "node-b", .max_id = 1}));
    own.rest(1s);
    EXPECT_EQ(from.acquire({.instance = "node-b", .max_id = 1}).value().front().mark->value(), new_year_2026 + 9min);
}

TEST_F(leases_in_a_table, never_seen_wait_by_the_later_of_two_clocks) {
    manual_clock own{new_year_2026 + 1h};
    EXPECT_EQ(leased_ids(table, 10s, own).acquire({.instance = "node-a", .max_id = 1}).value().front().mark->value(),
              new_year_2026 + 1h + 12s);
}

TEST_F(leases_in_a_table, have_tokens_that_no_other_lease_has) {
    std::set<std::string> tokens;
    for (int i = 0; i < 100; ++i) {
        const auto a = start();
        const auto token = table->row(a.id).value().token;
        EXPECT_EQ(token.size(), 32U);
        EXPECT_TRUE(tokens.insert(token).second);
    }
}

} // namespace
} // namespace vesta::testing
