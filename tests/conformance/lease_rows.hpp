#pragma once

#include "conformance/lease_table.hpp"

// What rows say beside who holds what, and what follows from it. Instantiated as lease_table_contract is.
namespace vesta::testing {

template <class Store>
class lease_rows_contract : public lease_table_contract<Store> {};
TYPED_TEST_SUITE_P(lease_rows_contract);

// U6: its owner may be alive, and the store may have lost the row.
TYPED_TEST_P(lease_rows_contract, has_a_machine_id_that_it_never_saw_wait_out_the_longest_reservation) {
    const auto table = this->store.open();
    const unix_ms before = table->store_now().value().at;
    const auto lease = this->start(table, "node-a").value();
    EXPECT_GE(lease.mark->value(), before + this->lead);
    EXPECT_LE(lease.mark->value(), table->store_now().value().at + this->lead + std::chrono::seconds{2});
    EXPECT_EQ(table->row(lease.id).value().mark, lease.mark->value()) << "and so does who takes it over";
}

TYPED_TEST_P(lease_rows_contract, waits_as_long_as_the_other_owners_say) {
    const auto table = this->store.open();
    table->rows().value();
    lease_row other{.id = {5}, .instance = "far", .token = "t", .mark = this->now(), .lead = std::chrono::hours{1}};
    ASSERT_TRUE(table->put(other, this->term).value());
    const unix_ms before = table->store_now().value().at;
    EXPECT_GE(this->start(table, "node-a", 1).value().mark->value(), before + std::chrono::hours{1});
}

TYPED_TEST_P(lease_rows_contract, keeps_all_that_a_row_says) {
    const auto table = this->store.open();
    table->rows().value();
    const auto pattern =
        id_pattern::parse("1420041600000/ms/version:1=0/type:1=1/genMethod:2=0/time:40/seq:10/machine:10");
    lease_row row{.id = {3}, .share = 1, .instance = "node-a", .token = "t", .mark = unix_ms{std::chrono::hours{9}}};
    row.lead = std::chrono::seconds{7};
    row.given = true;
    row.history.uses = {{pattern.value(), unix_ms{std::chrono::hours{1}}, unix_ms{std::chrono::hours{9}}}};
    const auto made = table->put(row, this->term).value();
    ASSERT_TRUE(made);
    for (int i = 0; i < 2; ++i) {
        const lease_row found = i == 0 ? table->row({3}, 1).value() : table->rows().value().front();
        EXPECT_EQ(found.id, row.id);
        EXPECT_EQ(found.share, row.share);
        EXPECT_EQ(found.instance, row.instance);
        EXPECT_EQ(found.token, row.token);
        EXPECT_EQ(found.mark, row.mark);
        EXPECT_EQ(found.version, made->version);
        EXPECT_EQ(found.lead, row.lead);
        EXPECT_TRUE(found.given);
        EXPECT_EQ(found.history, row.history);
        EXPECT_EQ(found.server, table->store_now().value().server);
        EXPECT_EQ(found.unusable, "");
        EXPECT_GT(found.left, this->term - std::chrono::minutes{1});
    }
    EXPECT_EQ(table->row({3}).value().version, lease_row::absent) << "another share";
}

TYPED_TEST_P(lease_rows_contract, never_lends_an_id_that_somebody_has_by_its_settings) {
    const auto table = this->store.open();
    table->rows().value();
    this->give_back_long_ago(*table, 1);
    lease_row row = table->row({0}).value();
    row.given = true;
    ASSERT_TRUE(table->put(row, std::chrono::milliseconds{0}).value());
    lease_row second{.id = {1}, .share = 1, .instance = "node-x", .token = "t", .given = true};
    ASSERT_TRUE(table->put(second, std::chrono::milliseconds{0}).value()) << "it serves on while it is cut off";
    const auto late = this->start(table, "node-a", 1);
    ASSERT_FALSE(late);
    EXPECT_EQ(late.error().code, errc::exhausted);
}

// U8: one clock that was years ahead must not poison the others, nor be waited for.
TYPED_TEST_P(lease_rows_contract, does_not_lend_an_id_whose_mark_is_absurd) {
    const auto table = this->store.open();
    table->rows().value();
    this->give_back_long_ago(*table, 1);
    lease_row row = table->row({0}).value();
    row.mark = this->now() + std::chrono::years{5};
    ASSERT_TRUE(table->put(row, std::chrono::milliseconds{0}).value());
    EXPECT_EQ(this->start(table, "old", 1).value().id, machine_id{1});
    const auto why = this->start(table, "old", 0);
    ASSERT_FALSE(why);
    EXPECT_THAT(why.error().message, ::testing::HasSubstr("ahead of the store's clock"));
}

// U1: another layout may make a number again that an earlier owner of the machine ID made.
TYPED_TEST_P(lease_rows_contract, passes_over_an_id_whose_numbers_another_layout_would_repeat) {
    const auto table = this->store.open();
    table->rows().value();
    this->give_back_long_ago(*table, 1);
    const auto year = std::chrono::years{1};
    const auto with_epoch = [&](unix_ms epoch) {
        return id_pattern::parse(std::to_string(epoch.time_since_epoch().count()) + "/ms/time:41/machine:10/seq:12")
            .value();
    };
    const auto old = with_epoch(this->now() - 2 * year);
    {
        auto before = this->start(table, "node-a", 0, {old}).value();
        ASSERT_TRUE(before.mark->advance(this->now()));
        ASSERT_TRUE(before.mark->release(this->now()));
    }
    // A year ago by the new epoch is where the old one was a year before: those numbers were made.
    const auto refused = this->start(table, "node-a", 0, {with_epoch(this->now() - year)});
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().message, ::testing::HasSubstr("/ms/time:41"));
    EXPECT_EQ(this->start(table, "node-a", 1, {with_epoch(this->now() - year)}).value().id, machine_id{1});
    EXPECT_EQ(this->start(table, "node-a", 0, {old}).value().id, machine_id{0});
}

TYPED_TEST_P(lease_rows_contract, is_repaired_under_the_feet_of_an_owner) {
    const auto table = this->store.open();
    const auto owner = this->start(table, "node-a", 0).value();
    lease_row free = table->row({0}).value();
    free.token.clear();
    free.mark = this->now() - std::chrono::hours{1};
    ASSERT_TRUE(table->repair(free));
    EXPECT_EQ(this->start(table, "node-b", 0).value().id, machine_id{0});
    EXPECT_EQ(owner.mark->advance(this->now()).error().code, errc::lease_lost);
    lease_row other{.id = {7}, .instance = "nobody"};
    ASSERT_TRUE(table->repair(other)) << "one that was not there";
    EXPECT_NE(table->row({7}).value().version, lease_row::absent);
}

TYPED_TEST_P(lease_rows_contract, is_written_only_on_the_server_that_was_named) {
    const auto table = this->store.open();
    table->rows().value();
    lease_row row{.id = {4}, .instance = "node-a", .token = "t", .server = "another"};
    EXPECT_FALSE(table->put(row, this->term).value()) << "one that is not there";
    EXPECT_EQ(table->row({4}).value().version, lease_row::absent);
    row.server = table->store_now().value().server;
    row.version = table->put(row, this->term).value().value().version;
    row.server = "another";
    EXPECT_FALSE(table->put(row, this->term).value());
    row.server = table->store_now().value().server;
    EXPECT_TRUE(table->put(row, this->term).value());
}

REGISTER_TYPED_TEST_SUITE_P(lease_rows_contract, has_a_machine_id_that_it_never_saw_wait_out_the_longest_reservation,
                            waits_as_long_as_the_other_owners_say, keeps_all_that_a_row_says,
                            never_lends_an_id_that_somebody_has_by_its_settings,
                            does_not_lend_an_id_whose_mark_is_absurd,
                            passes_over_an_id_whose_numbers_another_layout_would_repeat,
                            is_written_only_on_the_server_that_was_named, is_repaired_under_the_feet_of_an_owner);

} // namespace vesta::testing
