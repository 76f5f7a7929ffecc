#pragma once

#include <vesta/machine/lease.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

// What every machine_id_provider has to pass. A test program of a provider includes this once and writes
//
//     INSTANTIATE_TYPED_TEST_SUITE_P(file, machine_id_provider_contract, file_environment);
//
// where the environment is a default-constructible class with a store of its own, empty at first:
//
//     static constexpr std::chrono::minutes quarantine{...}; // how far ahead a first owner may begin; or none
//     std::unique_ptr<machine_id_provider> provider(std::size_t ids);
//         as another process would open it on the same store: one that gives machine IDs below `ids`, any number of
//         them at a time
//     void crash(std::vector<machine_lease> leases);
//         their owner dies without a word; afterwards their machine IDs can be had again
//
// A store that lets a machine ID be taken over from a living owner instantiates machine_id_takeover_contract, with
//
//     machine_lease take_over(machine_id machine);
//
// and one whose failing can be brought about machine_id_fault_contract, with
//
//     void break_store();
//     void mend_store();
namespace vesta::testing {

/// One process: its provider, and what it holds.
struct id_owner {
    std::unique_ptr<machine_id_provider> provider;
    std::vector<machine_lease> leases;

    high_water_mark& mark() const { return *leases.front().mark; }
    machine_id id() const { return leases.front().id; }
};

template <class Environment>
class machine_id_provider_test : public ::testing::Test {
  protected:
    static constexpr unix_ms some_instant{std::chrono::milliseconds{1767225600123}};

    static lease_request request_by(const std::string& instance) {
        return {.instance = instance, .methods = {gen_method::embedded}};
    }

    result<id_owner> try_start(std::size_t ids, const std::string& instance = "node-a") {
        auto provider = environment.provider(ids);
        auto leases = provider->acquire(request_by(instance));
        if (!leases) return std::move(leases).error();
        return id_owner{std::move(provider), *std::move(leases)};
    }

    id_owner start(std::size_t ids = 1, const std::string& instance = "node-a") {
        return try_start(ids, instance).value();
    }

    /// Starts one after the other, each by a name of its own, until the store has no machine ID left.
    std::vector<id_owner> start_all(std::size_t ids) {
        std::vector<id_owner> all;
        for (std::size_t i = 0; i < ids; ++i) {
            auto next = try_start(ids, "node-" + std::to_string(i));
            if (!next) break;
            all.push_back(*std::move(next));
        }
        return all;
    }

    /// The machine IDs of @p owners; a test fails where two have the same.
    static std::set<machine_id> distinct_ids(const std::vector<id_owner>& owners) {
        std::set<machine_id> seen;
        for (const auto& owner : owners)
            for (const machine_lease& each : owner.leases)
                EXPECT_TRUE(seen.insert(each.id).second) << "machine ID " << each.id.value << " has two owners";
        return seen;
    }

    Environment environment;
};

template <class Environment>
class machine_id_provider_contract : public machine_id_provider_test<Environment> {};
TYPED_TEST_SUITE_P(machine_id_provider_contract);

TYPED_TEST_P(machine_id_provider_contract, gives_a_machine_id_whose_mark_nobody_has_moved_yet) {
    const auto owner = this->start();
    EXPECT_EQ(owner.id(), machine_id{0});
    std::chrono::milliseconds ahead{0};
    if constexpr (requires { TypeParam::quarantine; }) ahead = TypeParam::quarantine;
    EXPECT_LE(owner.mark().value(), std::chrono::system_clock::now() + ahead);
}

TYPED_TEST_P(machine_id_provider_contract, finds_what_was_given_back) {
    {
        const auto owner = this->start();
        ASSERT_TRUE(owner.mark().advance(this->some_instant));
        ASSERT_TRUE(owner.mark().release(this->some_instant - std::chrono::milliseconds{5}));
    }
    EXPECT_EQ(this->start().mark().value(), this->some_instant - std::chrono::milliseconds{5});
}

TYPED_TEST_P(machine_id_provider_contract, can_be_had_again_as_soon_as_it_was_given_back) {
    const auto owner = this->start();
    ASSERT_TRUE(owner.mark().advance(this->some_instant));
    ASSERT_TRUE(owner.mark().release(this->some_instant));
    EXPECT_EQ(this->start(1, "node-b").mark().value(), this->some_instant);
}

TYPED_TEST_P(machine_id_provider_contract, finds_every_advance_after_a_crash) {
    unix_ms expected{};
    for (int round = 0; round < 3; ++round) {
        auto owner = this->start(1, "node-" + std::to_string(round));
        if (round == 0) expected = owner.mark().value();
        ASSERT_EQ(owner.mark().value(), expected);
        for (int i = 1; i <= 3; ++i) {
            expected = this->some_instant + std::chrono::milliseconds{10 * round + i};
            ASSERT_TRUE(owner.mark().advance(expected));
            EXPECT_EQ(owner.mark().value(), expected);
        }
        this->environment.crash(std::move(owner.leases));
    }
    EXPECT_EQ(this->start().mark().value(), expected);
}

TYPED_TEST_P(machine_id_provider_contract, keeps_the_mark_when_it_is_let_go_without_a_release) {
    {
        const auto owner = this->start();
        ASSERT_TRUE(owner.mark().advance(this->some_instant));
    }
    EXPECT_EQ(this->start().mark().value(), this->some_instant);
}

TYPED_TEST_P(machine_id_provider_contract, never_gives_one_machine_id_to_two_owners) {
    const auto owners = this->start_all(5);
    EXPECT_EQ(this->distinct_ids(owners),
              (std::set<machine_id>{machine_id{0}, machine_id{1}, machine_id{2}, machine_id{3}, machine_id{4}}))
        << "all that nobody holds are to be had";
    const auto refused = this->try_start(5, "node-late");
    ASSERT_FALSE(refused);
    EXPECT_TRUE(refused.error().code == errc::in_use || refused.error().code == errc::exhausted)
        << name(refused.error().code);
    EXPECT_FALSE(refused.error().message.empty());
}

TYPED_TEST_P(machine_id_provider_contract, never_gives_one_machine_id_to_two_owners_of_the_same_name) {
    std::vector<id_owner> owners;
    for (int i = 0; i < 3; ++i)
        if (auto next = this->try_start(5, "node-a")) owners.push_back(*std::move(next));
    EXPECT_FALSE(this->distinct_ids(owners).empty());
}

TYPED_TEST_P(machine_id_provider_contract, keeps_the_marks_of_different_machine_ids_apart) {
    {
        const auto owners = this->start_all(3);
        for (const auto& owner : owners)
            for (const machine_lease& each : owner.leases)
                ASSERT_TRUE(each.mark->advance(this->some_instant + std::chrono::milliseconds{each.id.value}));
    }
    for (const auto& owner : this->start_all(3))
        for (const machine_lease& each : owner.leases)
            EXPECT_EQ(each.mark->value(), this->some_instant + std::chrono::milliseconds{each.id.value});
}

TYPED_TEST_P(machine_id_provider_contract, gives_no_machine_id_above_what_the_layouts_hold) {
    auto provider = this->environment.provider(5);
    auto request = this->request_by("node-a");
    request.max_id = 0;
    const auto leases = provider->acquire(request);
    if (!leases) {
        EXPECT_EQ(leases.error().code, errc::invalid_settings) << leases.error().message;
        return;
    }
    for (const machine_lease& each : *leases)
        EXPECT_EQ(each.id.value, 0U);
}

TYPED_TEST_P(machine_id_provider_contract, leaves_nothing_held_after_it_refused) {
    {
        auto provider = this->environment.provider(1);
        const auto holder = this->start(1, "node-b");
        ASSERT_FALSE(provider->acquire(this->request_by("node-a")));
    }
    EXPECT_TRUE(this->try_start(1));
}

TYPED_TEST_P(machine_id_provider_contract, stores_any_instant_to_the_millisecond) {
    for (const std::int64_t ms : {1LL, 999LL, 1767225600001LL, 4102444799999LL, 253402300799999LL}) {
        {
            const auto owner = this->start();
            ASSERT_TRUE(owner.mark().release(unix_ms{std::chrono::milliseconds{ms}}));
        }
        EXPECT_EQ(this->start().mark().value().time_since_epoch().count(), ms);
    }
}

REGISTER_TYPED_TEST_SUITE_P(machine_id_provider_contract, gives_a_machine_id_whose_mark_nobody_has_moved_yet,
                            finds_what_was_given_back, can_be_had_again_as_soon_as_it_was_given_back,
                            finds_every_advance_after_a_crash, keeps_the_mark_when_it_is_let_go_without_a_release,
                            never_gives_one_machine_id_to_two_owners,
                            never_gives_one_machine_id_to_two_owners_of_the_same_name,
                            keeps_the_marks_of_different_machine_ids_apart,
                            gives_no_machine_id_above_what_the_layouts_hold, leaves_nothing_held_after_it_refused,
                            stores_any_instant_to_the_millisecond);

template <class Environment>
class machine_id_takeover_contract : public machine_id_provider_test<Environment> {};
TYPED_TEST_SUITE_P(machine_id_takeover_contract);

TYPED_TEST_P(machine_id_takeover_contract, lets_the_new_owner_start_where_the_old_one_must_stop) {
    const auto old = this->start();
    ASSERT_TRUE(old.mark().advance(this->some_instant));
    EXPECT_EQ(this->environment.take_over(old.id()).mark->value(), this->some_instant);
}

TYPED_TEST_P(machine_id_takeover_contract, tells_the_old_owner_that_its_lease_is_lost_for_good) {
    const auto old = this->start();
    ASSERT_TRUE(old.mark().advance(this->some_instant));
    const auto heir = this->environment.take_over(old.id());
    for (int i = 1; i <= 2; ++i)
        EXPECT_EQ(old.mark().advance(this->some_instant + std::chrono::hours{i}).error().code, errc::lease_lost);
    EXPECT_EQ(old.mark().value(), this->some_instant) << "what it may still serve has not grown";
    EXPECT_EQ(old.mark().release(unix_ms{}).error().code, errc::lease_lost);
}

TYPED_TEST_P(machine_id_takeover_contract, lets_the_old_owner_move_nothing_any_more) {
    {
        const auto old = this->start();
        ASSERT_TRUE(old.mark().advance(this->some_instant));
        auto heir = this->environment.take_over(old.id());
        ASSERT_TRUE(heir.mark->advance(this->some_instant + std::chrono::hours{1}));
        static_cast<void>(old.mark().advance(this->some_instant + std::chrono::hours{2}));
        static_cast<void>(old.mark().release(unix_ms{}));
        ASSERT_TRUE(heir.mark->advance(this->some_instant + std::chrono::hours{3})) << "it is still the owner";
        this->environment.crash([&] {
            std::vector<machine_lease> all;
            all.push_back(std::move(heir));
            return all;
        }());
    }
    EXPECT_EQ(this->start().mark().value(), this->some_instant + std::chrono::hours{3});
}

REGISTER_TYPED_TEST_SUITE_P(machine_id_takeover_contract, lets_the_new_owner_start_where_the_old_one_must_stop,
                            tells_the_old_owner_that_its_lease_is_lost_for_good,
                            lets_the_old_owner_move_nothing_any_more);

template <class Environment>
class machine_id_fault_contract : public machine_id_provider_test<Environment> {};
TYPED_TEST_SUITE_P(machine_id_fault_contract);

TYPED_TEST_P(machine_id_fault_contract, names_what_failed_and_counts_nothing_that_is_not_durable) {
    const auto owner = this->start();
    ASSERT_TRUE(owner.mark().advance(this->some_instant));
    this->environment.break_store();
    const auto failed = owner.mark().advance(this->some_instant + std::chrono::hours{1});
    ASSERT_FALSE(failed);
    EXPECT_TRUE(failed.error().code == errc::store_unavailable || failed.error().code == errc::state_unusable)
        << name(failed.error().code);
    EXPECT_FALSE(failed.error().message.empty());
    EXPECT_EQ(owner.mark().value(), this->some_instant);
    this->environment.mend_store();
}

TYPED_TEST_P(machine_id_fault_contract, goes_on_when_the_store_is_back) {
    const auto owner = this->start();
    ASSERT_TRUE(owner.mark().advance(this->some_instant));
    this->environment.break_store();
    ASSERT_FALSE(owner.mark().advance(this->some_instant + std::chrono::hours{1}));
    this->environment.mend_store();
    const auto moved = owner.mark().advance(this->some_instant + std::chrono::hours{2});
    ASSERT_TRUE(moved) << moved.error().message;
    EXPECT_EQ(owner.mark().value(), this->some_instant + std::chrono::hours{2});
}

TYPED_TEST_P(machine_id_fault_contract, leaves_a_mark_that_covers_all_that_was_acknowledged) {
    {
        auto owner = this->start();
        ASSERT_TRUE(owner.mark().advance(this->some_instant));
        this->environment.break_store();
        ASSERT_FALSE(owner.mark().advance(this->some_instant + std::chrono::hours{1}));
        this->environment.mend_store();
        this->environment.crash(std::move(owner.leases));
    }
    EXPECT_GE(this->start().mark().value(), this->some_instant);
}

REGISTER_TYPED_TEST_SUITE_P(machine_id_fault_contract, names_what_failed_and_counts_nothing_that_is_not_durable,
                            goes_on_when_the_store_is_back, leaves_a_mark_that_covers_all_that_was_acknowledged);

} // namespace vesta::testing
