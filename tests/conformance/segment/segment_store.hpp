#pragma once

#include <vesta/segment/segment_store.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <vector>

// What every segment_store has to pass. A test program of a store includes this once and writes
//
//     INSTANTIATE_TYPED_TEST_SUITE_P(memory, segment_store_contract, memory_environment);
//
// where the environment is a default-constructible class with a table of its own, empty at first:
//
//     std::shared_ptr<segment_store> open();
//         as another process would open it on the same table
//     void put(const tag_row& row);
//         makes or replaces a row, as an administrator would
//     void remove(const std::string& tag);
//     tag_row find(const std::string& tag);
//         the row as it is; a test fails where there is none
//
// and one whose failing can be brought about segment_fault_contract (segment_store_faults.hpp).
namespace vesta::testing {

template <class Environment>
class segment_store_test : public ::testing::Test {
  protected:
    /// With @p known as the row was found the last time, or without.
    segment reserve(std::uint64_t width = 0, const std::string& tag = "order", const tag_facts& known = {}) {
        return store->reserve({.tag = tag, .width = width, .known = known}).value();
    }

    /// Why it refuses, whatever the caller believes to know of the row.
    errc refusal(segment_request request) {
        errc why = errc::internal;
        for (const std::int64_t step : {0, 1, 10, 100}) {
            request.known.step = step;
            const auto made = store->reserve(request);
            const errc now = made ? errc::internal : made.error().code;
            EXPECT_TRUE(step == 0 || now == why) << name(now) << " with a known step of " << step;
            why = now;
        }
        return why;
    }

    Environment environment;
    std::shared_ptr<segment_store> store = environment.open();
};

template <class Environment>
class segment_store_contract : public segment_store_test<Environment> {};
TYPED_TEST_SUITE_P(segment_store_contract);

TYPED_TEST_P(segment_store_contract, reserves_from_max_id_on_as_many_as_the_step) {
    this->environment.put({.tag = "order", .max_id = 1, .step = 2000});
    const segment first = this->reserve();
    EXPECT_EQ(first.first, 1);
    EXPECT_EQ(first.end, 2001);
    EXPECT_EQ(first.facts.step, 2000);
    EXPECT_EQ(this->environment.find("order").max_id, 2001);
    EXPECT_EQ(this->reserve().first, 2001);
}

TYPED_TEST_P(segment_store_contract, reserves_more_than_the_step_where_that_is_wanted_and_never_less) {
    this->environment.put({.tag = "order", .max_id = 10, .step = 100});
    const segment wide = this->reserve(5000);
    EXPECT_EQ(wide.first, 10);
    EXPECT_EQ(wide.end, 5010);
    const segment narrow = this->reserve(7);
    EXPECT_EQ(narrow.first, 5010);
    EXPECT_EQ(narrow.end, 5110);
}

TYPED_TEST_P(segment_store_contract, counts_on_from_a_row_that_is_as_it_was_known) {
    this->environment.put({.tag = "order", .max_id = 1, .step = 100});
    segment last = this->reserve();
    for (int i = 0; i < 5; ++i) {
        const segment next = this->reserve(500, "order", last.facts);
        EXPECT_EQ(next.first, last.end);
        EXPECT_EQ(next.end, last.end + 500);
        EXPECT_EQ(next.facts, last.facts);
        last = next;
    }
    EXPECT_EQ(this->environment.find("order").max_id, last.end);
}

TYPED_TEST_P(segment_store_contract, takes_a_changed_step_into_account_at_once) {
    this->environment.put({.tag = "order", .max_id = 1, .step = 10});
    const tag_facts known = this->reserve().facts;
    EXPECT_EQ(known.step, 10);
    this->environment.put({.tag = "order", .max_id = 11, .step = 50});
    const segment made = this->reserve(20, "order", known);
    EXPECT_EQ(made.end - made.first, 50);
    EXPECT_EQ(made.facts.step, 50);
    EXPECT_EQ(made.first, 11);
}

TYPED_TEST_P(segment_store_contract, keeps_tags_apart) {
    this->environment.put({.tag = "order", .max_id = 1, .step = 10});
    this->environment.put({.tag = "user", .max_id = 500, .step = 10});
    EXPECT_EQ(this->reserve(0, "order").first, 1);
    EXPECT_EQ(this->reserve(0, "user").first, 500);
    EXPECT_EQ(this->reserve(0, "order").first, 11);
}

TYPED_TEST_P(segment_store_contract, refuses_a_tag_without_a_row) {
    this->environment.put({.tag = "order"});
    EXPECT_EQ(this->refusal({.tag = "orders"}), errc::not_found);
    EXPECT_EQ(this->refusal({.tag = "orders", .width = 1000}), errc::not_found);
}

TYPED_TEST_P(segment_store_contract, takes_names_as_they_are_written) {
    this->environment.put({.tag = "order", .max_id = 1, .step = 10});
    for (const char* other : {"Order", "order ", "ORDER"}) {
        EXPECT_EQ(this->refusal({.tag = other, .width = 1000}), errc::not_found) << "'" << other << "'";
        EXPECT_FALSE(this->store->give_back(other, {.first = 0, .end = 1}, 0).value()) << "'" << other << "'";
    }
    EXPECT_EQ(this->environment.find("order").max_id, 1) << "nothing was reserved on the way";
}

TYPED_TEST_P(segment_store_contract, gives_the_last_numbers_before_the_limit_and_then_none) {
    this->environment.put({.tag = "order", .max_id = 90, .step = 100, .limit = 120});
    const segment last = this->reserve(1000);
    EXPECT_EQ(last.first, 90);
    EXPECT_EQ(last.end, 121) << "120 itself may be given";
    EXPECT_EQ(this->refusal({.tag = "order", .width = 1000}), errc::exhausted);
    EXPECT_EQ(this->environment.find("order").max_id, 121);
}

TYPED_TEST_P(segment_store_contract, goes_on_when_the_limit_is_raised) {
    this->environment.put({.tag = "order", .max_id = 121, .step = 100, .limit = 120});
    EXPECT_EQ(this->refusal({.tag = "order"}), errc::exhausted);
    this->environment.put({.tag = "order", .max_id = 121, .step = 100, .limit = 1000});
    EXPECT_EQ(this->reserve().first, 121);
}

TYPED_TEST_P(segment_store_contract, never_wraps_at_the_end_of_64_bits) {
    constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
    this->environment.put({.tag = "order", .max_id = largest - 5, .step = 1000});
    const segment last = this->reserve(1'000'000);
    EXPECT_EQ(last.first, largest - 5);
    EXPECT_EQ(last.end, largest);
    EXPECT_EQ(this->refusal({.tag = "order", .width = 1'000'000}), errc::exhausted);
    EXPECT_EQ(this->refusal({.tag = "order"}), errc::exhausted);
    EXPECT_EQ(this->environment.find("order").max_id, largest);
}

TYPED_TEST_P(segment_store_contract, refuses_a_row_that_went_back) {
    this->environment.put({.tag = "order", .max_id = 100, .step = 10});
    EXPECT_EQ(this->refusal({.tag = "order", .width = 10, .not_below = 101}), errc::state_unusable);
    EXPECT_EQ(this->environment.find("order").max_id, 100) << "nothing was reserved";
    EXPECT_TRUE(this->store->reserve({.tag = "order", .width = 10, .not_below = 100, .known = {10}}));
}

TYPED_TEST_P(segment_store_contract, refuses_rows_that_hold_nonsense) {
    this->environment.put({.tag = "no-step", .max_id = 1, .step = 0});
    this->environment.put({.tag = "negative", .max_id = -5, .step = 10});
    EXPECT_EQ(this->refusal({.tag = "no-step", .width = 10}), errc::state_unusable);
    EXPECT_EQ(this->refusal({.tag = "negative", .width = 10}), errc::state_unusable);
}

TYPED_TEST_P(segment_store_contract, says_which_numbers_of_a_master_are_its_own) {
    this->environment.put({.tag = "order", .max_id = 1, .step = 100, .delta = 4, .remainder = 3});
    tag_facts known;
    for (const std::uint64_t width : {0, 200, 300}) {
        const segment made = this->reserve(width, "order", known);
        EXPECT_EQ(made.facts.delta, 4U);
        EXPECT_EQ(made.facts.remainder, 3U);
        known = made.facts;
    }
    this->environment.put({.tag = "order", .max_id = 1000, .step = 100, .delta = 5, .remainder = 2});
    EXPECT_EQ(this->reserve(200, "order", known).facts.delta, 5U) << "a changed remainder counts at once";
}

TYPED_TEST_P(segment_store_contract, takes_back_what_nobody_has_reserved_behind) {
    this->environment.put({.tag = "order", .max_id = 1, .step = 100});
    const segment made = this->reserve();
    EXPECT_TRUE(this->store->give_back("order", made, 41).value());
    EXPECT_EQ(this->environment.find("order").max_id, 41);
    EXPECT_EQ(this->reserve().first, 41);
}

TYPED_TEST_P(segment_store_contract, takes_nothing_back_where_somebody_has_reserved_behind) {
    this->environment.put({.tag = "order", .max_id = 1, .step = 100});
    const segment mine = this->reserve();
    const segment other = this->environment.open()->reserve({.tag = "order"}).value();
    EXPECT_FALSE(this->store->give_back("order", mine, 41).value());
    EXPECT_EQ(this->environment.find("order").max_id, other.end);
    this->environment.remove("order");
    EXPECT_FALSE(this->store->give_back("order", mine, 41).value());
}

TYPED_TEST_P(segment_store_contract, makes_a_row_only_where_there_is_none) {
    EXPECT_TRUE(this->store->create("order", 250).value());
    const tag_row made = this->environment.find("order");
    EXPECT_EQ(made.max_id, 1);
    EXPECT_EQ(made.step, 250);
    this->reserve();
    EXPECT_FALSE(this->store->create("order", 999).value());
    EXPECT_EQ(this->environment.find("order").step, 250);
    EXPECT_EQ(this->reserve().first, 251);
}

TYPED_TEST_P(segment_store_contract, raises_a_limit_and_never_lowers_it) {
    this->environment.put({.tag = "order", .max_id = 5, .step = 10, .limit = 20});
    this->environment.put({.tag = "user", .max_id = 5, .step = 10});
    const auto limit_of = [this](std::string_view tag) {
        const auto rows = this->store->list().value();
        return std::ranges::find(rows, tag, &tag_row::tag)->limit;
    };
    EXPECT_TRUE(this->store->raise("order", 100).value());
    EXPECT_EQ(limit_of("order"), 100);
    EXPECT_FALSE(this->store->raise("order", 50).value());
    EXPECT_EQ(limit_of("order"), 100);
    EXPECT_EQ(this->environment.find("order").max_id, 5);
    EXPECT_FALSE(this->store->raise("user", 50).value()) << "which has none";
    EXPECT_EQ(limit_of("user"), largest_number);
    EXPECT_FALSE(this->store->raise("nobody", 50).value());
    this->environment.put({.tag = "beyond", .max_id = 500, .step = 10, .limit = 20});
    EXPECT_FALSE(this->store->raise("beyond", 499).value()) << "there would be no number all the same";
}

TYPED_TEST_P(segment_store_contract, lists_every_row) {
    EXPECT_TRUE(this->store->list().value().empty());
    this->environment.put({.tag = "user", .max_id = 7, .step = 20, .limit = 1000, .delta = 2, .remainder = 1});
    this->environment.put({.tag = "order", .max_id = 5, .step = 10});
    auto rows = this->store->list().value();
    ASSERT_EQ(rows.size(), 2U);
    std::ranges::sort(rows, {}, &tag_row::tag);
    EXPECT_EQ(rows[0].tag, "order");
    EXPECT_EQ(rows[0].limit, largest_number);
    EXPECT_EQ(rows[1].tag, "user");
    EXPECT_EQ(rows[1].max_id, 7);
    EXPECT_EQ(rows[1].step, 20);
    EXPECT_EQ(rows[1].limit, 1000);
    EXPECT_EQ(rows[1].delta, 2U);
    EXPECT_EQ(rows[1].remainder, 1U);
    this->environment.remove("order");
    this->environment.remove("user");
    EXPECT_TRUE(this->store->list().value().empty()) << "an emptied table is an empty list";
}

TYPED_TEST_P(segment_store_contract, keeps_tags_of_any_script_and_of_128_characters) {
    const std::string tags[] = {"\xE8\xAE\xA2\xE5\x8D\x95", "a.b/c d'e\"f%20;--", "\xF0\x9F\x9A\x80",
                                std::string(128, 'x')};
    for (const std::string& tag : tags) {
        ASSERT_TRUE(this->store->create(tag, 10).value()) << tag;
        EXPECT_EQ(this->reserve(0, tag).first, 1) << tag;
        EXPECT_EQ(this->reserve(50, tag).first, 11) << tag;
    }
    EXPECT_EQ(this->store->list().value().size(), std::size(tags));
}

TYPED_TEST_P(segment_store_contract, gives_no_number_twice_however_many_reserve_at_once) {
    constexpr int workers = 4;
    constexpr int rounds = 50;
    this->environment.put({.tag = "order", .max_id = 1, .step = 10});
    std::vector<std::vector<segment>> made(workers);
    std::vector<std::thread> threads;
    for (auto& own : made)
        threads.emplace_back([&own, from = this->environment.open()] {
            for (int i = 0; i < rounds; ++i) // every second one reads the row before it writes it
                own.push_back(from->reserve({.tag = "order",
                                             .width = static_cast<std::uint64_t>(i % 3) * 10,
                                             .known = {i % 2 == 0 ? 10 : 0}})
                                  .value());
        });
    for (auto& each : threads)
        each.join();
    std::vector<segment> all;
    for (const auto& own : made)
        all.insert(all.end(), own.begin(), own.end());
    std::ranges::sort(all, {}, &segment::first);
    std::int64_t next = 1;
    for (const segment& each : all) {
        ASSERT_EQ(each.first, next) << "ranges meet, and none overlaps";
        next = each.end;
    }
    EXPECT_EQ(this->environment.find("order").max_id, next);
}

REGISTER_TYPED_TEST_SUITE_P(segment_store_contract, reserves_from_max_id_on_as_many_as_the_step,
                            reserves_more_than_the_step_where_that_is_wanted_and_never_less,
                            counts_on_from_a_row_that_is_as_it_was_known, takes_a_changed_step_into_account_at_once,
                            keeps_tags_apart, refuses_a_tag_without_a_row, takes_names_as_they_are_written,
                            gives_the_last_numbers_before_the_limit_and_then_none, goes_on_when_the_limit_is_raised,
                            never_wraps_at_the_end_of_64_bits, refuses_a_row_that_went_back,
                            refuses_rows_that_hold_nonsense, says_which_numbers_of_a_master_are_its_own,
                            takes_back_what_nobody_has_reserved_behind,
                            takes_nothing_back_where_somebody_has_reserved_behind, makes_a_row_only_where_there_is_none,
                            raises_a_limit_and_never_lowers_it, lists_every_row,
                            keeps_tags_of_any_script_and_of_128_characters,
                            gives_no_number_twice_however_many_reserve_at_once);

} // namespace vesta::testing
