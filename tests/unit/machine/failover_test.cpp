// Leases in a store whose servers replace each other, and forget.
#include "support/layouts.hpp"

#include <vesta/machine/leased_ids.hpp>
#include <vesta/testing/manual_clock.hpp>
#include <vesta/testing/memory_leases.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

class a_lease_of_a_server : public ::testing::Test {
  protected:
    a_lease_of_a_server() {
        table->put({.id = {0}, .instance = "old", .mark = new_year_2026 - 1h}, 0ms).value();
        mine.emplace(start(ids));
    }

    machine_lease start(leased_ids& from, std::uint32_t max_id = 0) {
        return std::move(from.acquire({.instance = "node-a", .max_id = max_id}).value().front());
    }

    /// Another server takes over, and shows the row as it was in @p then.
    void fail_over(const lease_row& then) {
        table->fail_over("the second server");
        table->roll_back(then);
    }

    lease_row row() { return table->row({0}).value(); }

    manual_clock clock{new_year_2026};
    std::shared_ptr<memory_leases> table = std::make_shared<memory_leases>(clock);
    leased_ids ids{table, 10s, clock};
    std::optional<machine_lease> mine;
};

TEST_F(a_lease_of_a_server, is_lost_on_another_although_its_token_is_there) {
    ASSERT_TRUE(mine->mark->advance(new_year_2026 + 3s));
    const lease_row then = row();
    clock.jump(1h); // paused beyond the lease
    const machine_lease heir =
        std::move(leased_ids(table, 10s, clock).acquire({.instance = "b", .max_id = 0})->front());
    ASSERT_TRUE(heir.mark->advance(new_year_2026 + 1h + 3s));
    fail_over(then); // which forgot the heir
    const auto lost = mine->mark->advance(new_year_2026 + 1h + 1s);
    ASSERT_FALSE(lost) << "the heir serves up to three seconds further";
    EXPECT_EQ(lost.error().code, errc::lease_lost);
    EXPECT_THAT(lost.error().message, HasSubstr("another server of the store has taken over"));
    EXPECT_EQ(row().mark, then.mark);
}

TEST_F(a_lease_of_a_server, is_not_written_to_another_where_the_version_comes_again) {
    const lease_row then = row();
    table->fail_over("the second server");
    EXPECT_EQ(mine->mark->advance(new_year_2026 + 3s).error().code, errc::lease_lost);
    EXPECT_EQ(mine->mark->release(new_year_2026 - 1h).error().code, errc::lease_lost);
    mine.reset();
    EXPECT_EQ(row().version, then.version);
    EXPECT_EQ(row().mark, then.mark);
    EXPECT_FALSE(row().token.empty());
}

TEST_F(a_lease_of_a_server, stays_lost_when_the_server_that_lent_it_is_back) {
    table->fail_over("the second server");
    ASSERT_FALSE(mine->mark->advance(new_year_2026 + 3s));
    table->fail_over("the first server");
    EXPECT_EQ(mine->mark->advance(new_year_2026 + 3s).error().code, errc::lease_lost);
}

TEST_F(a_lease_of_a_server, is_given_by_another_to_the_process_that_had_it_once_a_forgotten_owner_must_have_stopped) {
    ASSERT_TRUE(mine->mark->advance(new_year_2026 + 3s));
    fail_over(row());
    EXPECT_EQ(ids.acquire({.instance = "node-a", .max_id = 0}).error().code, errc::exhausted) << "it is in use";
    ASSERT_FALSE(mine->mark->advance(new_year_2026 + 4s));
    EXPECT_EQ(leased_ids(table, 10s, clock).acquire({.instance = "node-a", .max_id = 0}).error().code, errc::exhausted)
        << "another process does not know that its owner gave up";
    const machine_lease again = start(ids, 9);
    EXPECT_EQ(again.id, mine->id);
    EXPECT_EQ(again.mark->value(), clock.now() + 12s) << "the longest reservation, and two seconds";
    EXPECT_EQ(row().server, "the second server");
    EXPECT_EQ(mine->mark->advance(new_year_2026 + 4s).error().code, errc::lease_lost) << "the former owner";
    clock.jump(5s);
    EXPECT_TRUE(again.mark->advance(new_year_2026 + 15s));
}

} // namespace
} // namespace vesta::testing
