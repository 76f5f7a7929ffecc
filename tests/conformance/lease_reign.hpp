#pragma once

#include <vesta/machine/lease_table.hpp>

#include <gmock/gmock.h>

#include <chrono>
#include <memory>

// What holds where each row says in which reign of the store's data it was written. Instantiated as
// lease_table_contract is, with a Store that can remove what stands in it as an operator would: `remove_row(id)` and
// `remove_reign()`.
namespace vesta::testing {

/// A row of @p table that is held, as its owner knows it.
inline lease_row held_row(lease_table& table) {
    lease_row row{.id = {7}, .instance = "node-a", .token = "a", .server = table.store_now().value().server};
    row.version = table.put(row, std::chrono::minutes{5}).value().value().version;
    return row;
}

template <class Store>
class lease_reign_contract : public ::testing::Test {
  protected:
    Store store;
    const std::shared_ptr<lease_table> table = store.open();
    const std::chrono::minutes term{5};
};
TYPED_TEST_SUITE_P(lease_reign_contract);

// U16
TYPED_TEST_P(lease_reign_contract, knows_a_row_that_was_removed_and_made_again_from_the_former) {
    const lease_row known = held_row(*this->table);
    this->store.remove_row(known.id);
    EXPECT_FALSE(this->table->put(known, this->term).value()) << "it is not there";
    EXPECT_EQ(this->table->row({7}).value().version, lease_row::absent) << "nor does a write of the past make it";
    lease_row another = known;
    another.version = lease_row::absent;
    another.token = "b";
    ASSERT_TRUE(this->table->put(another, this->term).value());
    EXPECT_FALSE(this->table->put(known, this->term).value());
    EXPECT_EQ(this->table->row({7}).value().token, "b");
}

TYPED_TEST_P(lease_reign_contract, writes_no_row_of_a_reign_that_was_removed) {
    const lease_row known = held_row(*this->table);
    this->store.remove_reign();
    EXPECT_FALSE(this->table->put(known, this->term).value());
    EXPECT_NE(this->table->store_now().value().server, known.server);
    EXPECT_FALSE(this->table->put(known, this->term).value());
    EXPECT_EQ(this->table->row({7}).value().server, known.server) << "who takes it over waits";
}

REGISTER_TYPED_TEST_SUITE_P(lease_reign_contract, knows_a_row_that_was_removed_and_made_again_from_the_former,
                            writes_no_row_of_a_reign_that_was_removed);

} // namespace vesta::testing
