#pragma once

#include <vesta/sharded/range_ledger.hpp>
#include <vesta/sharded/sharded_store.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <thread>
#include <utility>
#include <vector>

// What every sharded_store and range_ledger has to pass. A test program of one includes this once and writes
//
//     INSTANTIATE_TYPED_TEST_SUITE_P(memory, sharded_store_contract, memory_environment);
//     INSTANTIATE_TYPED_TEST_SUITE_P(memory, range_ledger_contract, memory_environment);
//
// where the environment is a default-constructible class with tables of its own, empty at first:
//
//     std::shared_ptr<sharded_store> open();     as another process would open it on the same tables
//     std::shared_ptr<range_ledger> open_ledger();
//     void put(const shard_row& row);            makes or replaces a row, as an administrator would
//     shard_row find(std::int64_t app, std::int64_t shard);
namespace vesta::testing {

inline constexpr shard_key app_1_shard_2{{1}, {2}};

template <class Environment>
class sharded_store_contract : public ::testing::Test {
  protected:
    result<shard_range> reserve(std::uint64_t width = 0, std::int64_t before = 0) {
        return store->reserve({.of = app_1_shard_2, .width = width, .reserved_before = before});
    }
    void put(std::int64_t max_id, std::int64_t step, std::int64_t limit = 0) {
        environment.put({1, 2, "test", max_id, step, limit});
    }

    Environment environment;
    std::shared_ptr<sharded_store> store = environment.open();
};
TYPED_TEST_SUITE_P(sharded_store_contract);

TYPED_TEST_P(sharded_store_contract, init_makes_the_64_rows_of_an_app_and_leaves_those_that_are_there) {
    EXPECT_EQ(this->store->init({1}, "test").value(), 64U);
    ASSERT_TRUE(this->reserve());
    EXPECT_EQ(this->store->init({1}, "other").value(), 0U);
    EXPECT_EQ(this->store->init({255}, "last's \"name\"").value(), 64U);
    const auto rows = this->store->list().value();
    EXPECT_EQ(rows.size(), 128U);
    std::set<std::pair<std::int64_t, std::int64_t>> seen;
    for (const shard_row& row : rows) {
        seen.emplace(row.app, row.shard);
        EXPECT_EQ(row.name, row.app == 1 ? "test" : "last's \"name\"");
        EXPECT_EQ(row.step, 1000);
        EXPECT_EQ(row.max_limit_id, 0);
        EXPECT_EQ(row.max_id, row.app == 1 && row.shard == 2 ? 1000 : 0);
    }
    EXPECT_EQ(seen.size(), 128U);
}

TYPED_TEST_P(sharded_store_contract, reserves_what_follows_max_id_as_many_as_the_step_or_more) {
    this->put(0, 2000);
    EXPECT_EQ(this->reserve().value(), (shard_range{app_1_shard_2, 0, 2000, 2000}));
    EXPECT_EQ(this->reserve(3).value(), (shard_range{app_1_shard_2, 2000, 4000, 2000}));
    EXPECT_EQ(this->reserve(5000).value(), (shard_range{app_1_shard_2, 4000, 9000, 2000}));
    EXPECT_EQ(this->environment.find(1, 2).max_id, 9000);
}

TYPED_TEST_P(sharded_store_contract, a_shard_without_a_row_is_not_found) {
    this->put(0, 1000);
    const auto made = this->store->reserve({.of = {{1}, {3}}});
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, errc::not_found);
}

TYPED_TEST_P(sharded_store_contract, ids_stay_below_the_limit_and_then_it_is_exhausted) {
    // The ID of number 7 lies at 7 * 16384 + 2 * 256 + 1; the limit keeps out that of number 8 only.
    this->put(0, 5, 8 * 16384 + 2 * 256 + 1);
    EXPECT_EQ(this->reserve().value().high, 5);
    EXPECT_EQ(this->reserve().value(), (shard_range{app_1_shard_2, 5, 7, 5}));
    EXPECT_EQ(this->reserve().error().code, errc::exhausted);
    EXPECT_EQ(this->environment.find(1, 2).max_id, 7);
    this->put(0, 5, 300);
    EXPECT_EQ(this->reserve().error().code, errc::exhausted);
}

TYPED_TEST_P(sharded_store_contract, the_bits_of_an_id_are_a_limit_too) {
    this->put(static_cast<std::int64_t>(largest_next) - 3, 1000);
    EXPECT_EQ(this->reserve().value().high, static_cast<std::int64_t>(largest_next));
    EXPECT_EQ(this->reserve().error().code, errc::exhausted);
}

TYPED_TEST_P(sharded_store_contract, a_permutation_needs_room_for_all_it_makes) {
    this->put(0, 1000);
    EXPECT_EQ(this->store->reserve({.of = app_1_shard_2, .permuted_bits = 20}).value().high, 1000);
    this->put((1 << 20) - 11, 1000);
    EXPECT_EQ(this->store->reserve({.of = app_1_shard_2, .permuted_bits = 20}).value().high, (1 << 20) - 1);
    EXPECT_EQ(this->store->reserve({.of = app_1_shard_2, .permuted_bits = 20}).error().code, errc::exhausted);
    this->put(0, 1000, std::int64_t{1} << 33);
    EXPECT_EQ(this->store->reserve({.of = app_1_shard_2, .permuted_bits = 20}).error().code, errc::invalid_settings);
    EXPECT_TRUE(this->store->reserve({.of = app_1_shard_2, .permuted_bits = 19}));
}

TYPED_TEST_P(sharded_store_contract, a_row_that_holds_nonsense_or_went_back_is_named) {
    this->put(0, 0);
    EXPECT_EQ(this->reserve().error().code, errc::state_unusable);
    this->put(-1, 1000);
    EXPECT_EQ(this->reserve().error().code, errc::state_unusable);
    this->put(5000, 1000, -1);
    EXPECT_EQ(this->reserve().error().code, errc::state_unusable);
    this->put(5000, 1000);
    const auto made = this->reserve(0, 6000);
    ASSERT_FALSE(made);
    EXPECT_EQ(made.error().code, errc::state_unusable);
    EXPECT_THAT(made.error().message, ::testing::HasSubstr("app 1, shard 2: max_id went back to 5000"));
    EXPECT_EQ(this->environment.find(1, 2).max_id, 5000);
    EXPECT_TRUE(this->reserve(0, 5000));
}

TYPED_TEST_P(sharded_store_contract, what_is_given_back_is_reserved_again_unless_others_came_after_it) {
    this->put(0, 1000);
    const auto first = this->reserve().value();
    EXPECT_TRUE(this->store->give_back(first, 400).value());
    const auto second = this->reserve().value();
    EXPECT_EQ(second.low, 400);
    ASSERT_TRUE(this->environment.open()->reserve({.of = app_1_shard_2}));
    EXPECT_FALSE(this->store->give_back(second, 500).value());
    EXPECT_EQ(this->environment.find(1, 2).max_id, 2400);
}

TYPED_TEST_P(sharded_store_contract, the_first_permutation_of_an_app_is_settled_for_good) {
    this->put(0, 1000);
    const auto other = this->environment.open();
    EXPECT_TRUE(this->store->settle_permutation({1}, "ff1-abc-49"));
    EXPECT_TRUE(other->settle_permutation({1}, "ff1-abc-49"));
    EXPECT_EQ(other->settle_permutation({1}, "ff1-abc-48").error().code, errc::invalid_settings);
    EXPECT_EQ(other->settle_permutation({1}, "none").error().code, errc::invalid_settings);
    EXPECT_TRUE(other->settle_permutation({2}, "none"));
    EXPECT_EQ(this->store->settle_permutation({2}, "ff1-abc-49").error().code, errc::invalid_settings);
}

TYPED_TEST_P(sharded_store_contract, numbers_that_were_given_out_openly_cannot_be_permuted_later) {
    this->put(1000, 1000);
    const auto settled = this->store->settle_permutation({1}, "ff1-abc-49");
    ASSERT_FALSE(settled);
    EXPECT_EQ(settled.error().code, errc::invalid_settings);
    EXPECT_TRUE(this->store->settle_permutation({1}, "none"));
}

TYPED_TEST_P(sharded_store_contract, many_at_a_time_get_ranges_that_do_not_overlap) {
    this->put(0, 10);
    std::vector<std::vector<shard_range>> got(4);
    std::vector<std::thread> threads;
    for (auto& each : got)
        threads.emplace_back([&each, store = this->environment.open()] {
            for (int i = 0; i < 25; ++i)
                each.push_back(store->reserve({.of = app_1_shard_2}).value());
        });
    for (auto& each : threads)
        each.join();
    std::set<std::int64_t> lows;
    for (const auto& part : got)
        for (const auto& each : part)
            EXPECT_TRUE(lows.insert(each.low).second) << each.low;
    EXPECT_EQ(lows.size(), 100U);
    EXPECT_EQ(this->environment.find(1, 2).max_id, 1000);
}

REGISTER_TYPED_TEST_SUITE_P(sharded_store_contract, init_makes_the_64_rows_of_an_app_and_leaves_those_that_are_there,
                            reserves_what_follows_max_id_as_many_as_the_step_or_more,
                            a_shard_without_a_row_is_not_found, ids_stay_below_the_limit_and_then_it_is_exhausted,
                            the_bits_of_an_id_are_a_limit_too, a_permutation_needs_room_for_all_it_makes,
                            a_row_that_holds_nonsense_or_went_back_is_named,
                            what_is_given_back_is_reserved_again_unless_others_came_after_it,
                            the_first_permutation_of_an_app_is_settled_for_good,
                            numbers_that_were_given_out_openly_cannot_be_permuted_later,
                            many_at_a_time_get_ranges_that_do_not_overlap);

template <class Environment>
class range_ledger_contract : public ::testing::Test {
  protected:
    static range_part part(unsigned from, unsigned to) { return {app_1_shard_2, 0, 3200, from, to}; }

    Environment environment;
    std::shared_ptr<range_ledger> ledger = environment.open_ledger();
    const shard_range range{app_1_shard_2, 0, 3200, 3200};
};
TYPED_TEST_SUITE_P(range_ledger_contract);

TYPED_TEST_P(range_ledger_contract, a_piece_is_claimed_once) {
    ASSERT_TRUE(this->ledger->enter(this->range));
    EXPECT_TRUE(this->ledger->claim(this->part(0, 4)).value());
    EXPECT_FALSE(this->environment.open_ledger()->claim(this->part(0, 4)).value());
    EXPECT_FALSE(this->ledger->claim(this->part(3, 5)).value());
    EXPECT_TRUE(this->ledger->claim(this->part(4, 5)).value()) << "a claim that failed took nothing";
    EXPECT_TRUE(this->ledger->claim(this->part(31, 32)).value());
    EXPECT_TRUE(this->ledger->claim(this->part(5, 31)).value());
    EXPECT_THAT(this->ledger->unclaimed(app_1_shard_2).value(), ::testing::IsEmpty());
}

TYPED_TEST_P(range_ledger_contract, what_was_never_entered_cannot_be_claimed) {
    EXPECT_FALSE(this->ledger->claim(this->part(0, 1)).value());
    ASSERT_TRUE(this->ledger->enter(this->range));
    range_part other = this->part(0, 1);
    other.of.shard.value = 3;
    EXPECT_FALSE(this->ledger->claim(other).value());
    other = this->part(0, 1);
    other.low = 100; // another range with the same end: a queue that holds nonsense
    EXPECT_FALSE(this->ledger->claim(other).value());
    EXPECT_EQ(this->ledger->enter(this->range).error().code, errc::state_unusable);
}

TYPED_TEST_P(range_ledger_contract, a_range_that_is_all_claimed_stays_claimed_while_others_are_entered) {
    ASSERT_TRUE(this->ledger->enter(this->range));
    ASSERT_TRUE(this->ledger->claim(this->part(0, 32)).value());
    ASSERT_TRUE(this->ledger->enter({app_1_shard_2, 3200, 6400, 3200}));
    EXPECT_FALSE(this->ledger->claim(this->part(0, 32)).value());
    EXPECT_FALSE(this->ledger->claim(this->part(7, 8)).value());
}

TYPED_TEST_P(range_ledger_contract, tells_what_is_unclaimed_the_oldest_first) {
    ASSERT_TRUE(this->ledger->enter({app_1_shard_2, 3200, 6400, 3200}));
    ASSERT_TRUE(this->ledger->enter(this->range));
    ASSERT_TRUE(this->ledger->enter({{{1}, {3}}, 0, 10, 10}));
    ASSERT_TRUE(this->ledger->claim(this->part(2, 5)).value());
    const std::vector<range_part> expected{this->part(0, 2), this->part(5, 32), {app_1_shard_2, 3200, 6400, 0, 32}};
    EXPECT_EQ(this->ledger->unclaimed(app_1_shard_2).value(), expected);
    EXPECT_EQ(this->ledger->unclaimed({{1}, {3}}).value().front().to, 10U) << "ten numbers are ten pieces";
}

TYPED_TEST_P(range_ledger_contract, of_many_who_claim_a_piece_at_once_one_gets_it) {
    ASSERT_TRUE(this->ledger->enter(this->range));
    std::atomic<unsigned> claims{0};
    std::vector<std::thread> threads;
    for (int i = 0; i < 4; ++i)
        threads.emplace_back([this, &claims, ledger = this->environment.open_ledger()] {
            for (unsigned piece = 0; piece < 32; ++piece)
                claims += ledger->claim(this->part(piece, piece + 1)).value() ? 1U : 0U;
        });
    for (auto& each : threads)
        each.join();
    EXPECT_EQ(claims, 32U);
}

REGISTER_TYPED_TEST_SUITE_P(range_ledger_contract, a_piece_is_claimed_once, what_was_never_entered_cannot_be_claimed,
                            a_range_that_is_all_claimed_stays_claimed_while_others_are_entered,
                            tells_what_is_unclaimed_the_oldest_first, of_many_who_claim_a_piece_at_once_one_gets_it);

} // namespace vesta::testing
