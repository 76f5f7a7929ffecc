#pragma once

#include "support/expire.hpp"
#include "support/random.hpp"

#include <vesta/machine/leased_ids.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <thread>
#include <vector>

// What a fleet expects of `leased_ids` over any lease_table. A test program of a table includes this once and writes
//
//     INSTANTIATE_TYPED_TEST_SUITE_P(sqlite, lease_table_contract, sqlite_table);
//
// where the class is default-constructible, has a store of its own, empty at first, and opens it as another process
// would:
//
//     std::shared_ptr<lease_table> open();
//     static constexpr int short_lived;   how many instances live and die in the test of that; VESTA_SHORT_LIVED
//     overrides
namespace vesta::testing {

template <class Store>
class lease_table_contract : public ::testing::Test {
  protected:
    static constexpr std::chrono::minutes term{5};

    /// How far ahead an owner that the store forgot may have reserved.
    static constexpr std::chrono::minutes lead{4};

    /// The machine ID of one that starts; it is held for as long as the lease lives.
    static result<machine_lease> start(const std::shared_ptr<lease_table>& table, const std::string& instance,
                                       std::uint32_t max_id = 1023, const std::vector<id_pattern>& patterns = {}) {
        lease_terms terms{term};
        terms.lead = lead;
        auto leases = leased_ids{table, terms}.acquire({.instance = instance, .max_id = max_id, .patterns = patterns});
        if (!leases) return std::move(leases).error();
        return std::move(leases->front());
    }

    /// Machine IDs below @p ids that were used and given back long ago.
    static void give_back_long_ago(lease_table& table, std::uint32_t ids) {
        for (std::uint32_t id = 0; id < ids; ++id) {
            const lease_row old{.id = {id}, .instance = "old", .mark = unix_ms{std::chrono::hours{1}}};
            ASSERT_TRUE(table.put(old, std::chrono::milliseconds{0}).value());
        }
    }

    static unix_ms now() { return std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now()); }

    Store store;
};
TYPED_TEST_SUITE_P(lease_table_contract);

TYPED_TEST_P(lease_table_contract, gives_64_that_start_at_once_64_machine_ids) {
    constexpr int nodes = 64;
    std::array<std::optional<result<machine_lease>>, nodes> got;
    {
        std::vector<std::jthread> all;
        for (int i = 0; i < nodes; ++i)
            all.emplace_back([&, i] { got[i].emplace(this->start(this->store.open(), "node-" + std::to_string(i))); });
    }
    std::set<machine_id> ids;
    for (const auto& each : got) {
        ASSERT_TRUE(*each) << each->error().message;
        EXPECT_TRUE(ids.insert((*each)->id).second) << "machine ID " << (*each)->id.value << " twice";
    }
}

/// Who holds what, as those that hold it believe.
class roll {
  public:
    void enter(machine_id id, unix_ms found) {
        const std::lock_guard guard{guard_};
        EXPECT_TRUE(held_.insert(id).second) << "machine ID " << id.value << " has two owners";
        EXPECT_GE(found, marks_[id]) << "machine ID " << id.value << " starts below what its last owner used";
    }
    void leave(machine_id id, unix_ms used) {
        const std::lock_guard guard{guard_};
        held_.erase(id);
        marks_[id] = used;
    }
    std::size_t different() const { return marks_.size(); }

  private:
    std::mutex guard_;
    std::set<machine_id> held_;
    std::map<machine_id, unix_ms> marks_;
};

TYPED_TEST_P(lease_table_contract, recycles_the_machine_ids_of_short_lived_instances_and_never_shares_one) {
    const char* const given = std::getenv("VESTA_SHORT_LIVED");
    const int lives = given != nullptr ? std::atoi(given) : TypeParam::short_lived;
    constexpr int at_once = 8;
    constexpr std::uint32_t max_id = 11; // fewer than lives, more than live at once
    this->store.open()->rows().value();  // makes the table
    this->give_back_long_ago(*this->store.open(), max_id + 1);
    roll all;
    {
        std::vector<std::jthread> threads;
        for (int t = 0; t < at_once; ++t)
            threads.emplace_back([&, t] {
                const auto table = this->store.open();
                random_source random{static_cast<std::uint64_t>(t)};
                for (int i = 0; i < lives / at_once; ++i) {
                    auto lease = this->start(table, "life-" + std::to_string(t) + "-" + std::to_string(i), max_id);
                    ASSERT_TRUE(lease) << lease.error().message;
                    all.enter(lease->id, lease->mark->value());
                    const unix_ms to = lease->mark->value() + std::chrono::milliseconds{10};
                    ASSERT_TRUE(lease->mark->advance(to));
                    if (random.one_in(2)) {
                        all.leave(lease->id, to - std::chrono::milliseconds{5});
                        ASSERT_TRUE(lease->mark->release(to - std::chrono::milliseconds{5}));
                    } else {
                        all.leave(lease->id, to);
                        expire(*table, lease->id);
                    }
                }
            });
    }
    EXPECT_EQ(all.different(), max_id + 1) << "all were used in turn";
}

TYPED_TEST_P(lease_table_contract, prefers_the_id_it_had_then_the_one_free_for_longest_then_a_fresh_one) {
    const auto table = this->store.open();
    table->rows().value();
    this->give_back_long_ago(*table, 2);
    const auto id_of_next = [&](const std::string& who) {
        auto lease = this->start(table, who, 2).value();
        EXPECT_TRUE(lease.mark->release(lease.mark->value()));
        return lease.id;
    };
    // By the store's clock, which may show one millisecond for several of them.
    const auto takes_the_one_free_for_longest = [&](const std::string& who) {
        const auto before = table->rows().value();
        const machine_id taken = id_of_next(who);
        const auto chosen = std::ranges::find(before, taken, &lease_row::id);
        EXPECT_NE(chosen, before.end()) << "one that needs no waiting comes before one never used";
        const auto longest = std::ranges::min_element(before, {}, &lease_row::left)->left;
        EXPECT_TRUE(chosen == before.end() || chosen->left == longest);
        return taken;
    };
    machine_id of_a, of_b;
    {
        const auto a = this->start(table, "a", 2).value();
        const auto b = this->start(table, "b", 2).value();
        of_a = a.id, of_b = b.id;
        ASSERT_TRUE(a.mark->release(a.mark->value()));
        ASSERT_TRUE(b.mark->release(b.mark->value()));
    }
    EXPECT_EQ(id_of_next("a"), of_a);
    EXPECT_EQ(id_of_next("b"), of_b);
    takes_the_one_free_for_longest("d");
    const auto one = this->start(table, "e", 2).value();
    const auto other = this->start(table, "f", 2).value();
    EXPECT_EQ(this->start(table, "g", 2).value().id, machine_id{2}) << "there is no other left";
}

TYPED_TEST_P(lease_table_contract, tells_two_instances_of_one_name_apart) {
    const auto one = this->start(this->store.open(), "10.0.0.1:8080").value();
    const auto other = this->start(this->store.open(), "10.0.0.1:8080").value();
    EXPECT_NE(one.id, other.id);
    EXPECT_TRUE(one.mark->advance(unix_ms{std::chrono::seconds{1}}));
    EXPECT_TRUE(other.mark->advance(unix_ms{std::chrono::seconds{1}}));
}

TYPED_TEST_P(lease_table_contract, says_who_holds_what_when_all_are_in_use) {
    const auto table = this->store.open();
    const auto a = this->start(table, "node-a", 1).value();
    const auto b = this->start(table, "node-b", 1).value();
    const auto late = this->start(table, "node-c", 1);
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().code, errc::exhausted);
    EXPECT_THAT(late.error().message, ::testing::HasSubstr(std::to_string(a.id.value) + " 'node-a'"));
    EXPECT_THAT(late.error().message, ::testing::HasSubstr(std::to_string(b.id.value) + " 'node-b'"));
    ASSERT_TRUE(late.error().retry_after);
    EXPECT_LE(*late.error().retry_after, this->term);
}

TYPED_TEST_P(lease_table_contract, passes_over_an_id_that_would_have_to_be_waited_for) {
    const auto table = this->store.open();
    const unix_ms tomorrow =
        std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now()) + std::chrono::hours{24};
    auto lease = this->start(table, "node-a", 1).value();
    ASSERT_TRUE(lease.mark->release(tomorrow));
    EXPECT_NE(this->start(table, "node-a", 1).value().id, lease.id);
}

TYPED_TEST_P(lease_table_contract, refuses_a_name_that_cannot_be_shown) {
    for (const std::string name : {"", "two\nlines", "f\xc3\xbcnf"})
        EXPECT_EQ(this->start(this->store.open(), name).error().code, errc::invalid_settings);
}

REGISTER_TYPED_TEST_SUITE_P(lease_table_contract, gives_64_that_start_at_once_64_machine_ids,
                            recycles_the_machine_ids_of_short_lived_instances_and_never_shares_one,
                            prefers_the_id_it_had_then_the_one_free_for_longest_then_a_fresh_one,
                            tells_two_instances_of_one_name_apart, says_who_holds_what_when_all_are_in_use,
                            passes_over_an_id_that_would_have_to_be_waited_for, refuses_a_name_that_cannot_be_shown);

} // namespace vesta::testing
