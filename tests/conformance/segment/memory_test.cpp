#include "segment_store_faults.hpp"

#include <vesta/testing/memory_segments.hpp>

#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

class memory_environment {
  public:
    std::shared_ptr<segment_store> open() { return table_; }
    void put(const tag_row& row) { table_->put(row); }
    void remove(const std::string& tag) { table_->remove(tag); }
    tag_row find(const std::string& tag) { return table_->find(tag).value(); }
    void break_store() {
        table_->set_fault([](auto, auto) { return error{errc::store_unavailable, "switched off"}; });
    }
    void mend_store() { table_->set_fault({}); }

  private:
    std::shared_ptr<memory_segments> table_ = std::make_shared<memory_segments>();
};

INSTANTIATE_TYPED_TEST_SUITE_P(memory, segment_store_contract, memory_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(memory, segment_fault_contract, memory_environment);

TEST(the_failing_store_of_segments, fails_with_the_error_it_was_given) {
    failing_segments store{{errc::store_unavailable, "no such host"}};
    EXPECT_EQ(store.list().error().message, "no such host");
    EXPECT_EQ(store.reserve({.tag = "order"}).error().message, "no such host");
    EXPECT_EQ(store.give_back("order", {}, 1).error().message, "no such host");
    EXPECT_EQ(store.create("order", 1).error().message, "no such host");
}

} // namespace
} // namespace vesta::testing
