#pragma once

#include "segment_store.hpp"

// What a segment_store has to pass whose failing can be brought about: its environment has, besides the others,
//
//     void break_store();
//     void mend_store();
namespace vesta::testing {

template <class Environment>
class segment_fault_contract : public segment_store_test<Environment> {};
TYPED_TEST_SUITE_P(segment_fault_contract);

TYPED_TEST_P(segment_fault_contract, says_that_the_store_is_unavailable_and_what_failed) {
    this->environment.put({.tag = "order", .max_id = 1, .step = 10});
    this->reserve();
    this->environment.break_store();
    for (int i = 0; i < 2; ++i) {
        const auto failed = this->store->reserve({.tag = "order", .width = 10});
        ASSERT_FALSE(failed);
        EXPECT_EQ(failed.error().code, errc::store_unavailable) << failed.error().message;
        EXPECT_FALSE(failed.error().message.empty());
    }
    EXPECT_EQ(this->store->list().error().code, errc::store_unavailable);
    EXPECT_EQ(this->store->give_back("order", {1, 11}, 5).error().code, errc::store_unavailable);
    EXPECT_EQ(this->store->create("user", 5).error().code, errc::store_unavailable);
    this->environment.mend_store();
}

TYPED_TEST_P(segment_fault_contract, goes_on_behind_everything_that_was_reserved_when_the_store_is_back) {
    this->environment.put({.tag = "order", .max_id = 1, .step = 10});
    const segment before = this->reserve();
    this->environment.break_store();
    EXPECT_FALSE(this->store->reserve({.tag = "order", .width = 10}));
    this->environment.mend_store();
    const auto after = this->store->reserve({.tag = "order", .width = 10});
    ASSERT_TRUE(after) << after.error().message;
    EXPECT_GE(after->first, before.end);
}

REGISTER_TYPED_TEST_SUITE_P(segment_fault_contract, says_that_the_store_is_unavailable_and_what_failed,
                            goes_on_behind_everything_that_was_reserved_when_the_store_is_back);

} // namespace vesta::testing
