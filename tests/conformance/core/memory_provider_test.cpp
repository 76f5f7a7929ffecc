#include "conformance/machine_id_provider.hpp"

#include <vesta/machine/fixed_ids.hpp>
#include <vesta/testing/memory_marks.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

using ::testing::HasSubstr;

std::vector<machine_id> ids_below(std::size_t end) {
    std::vector<machine_id> ids;
    for (std::uint32_t i = 0; i < end; ++i)
        ids.push_back({i});
    return ids;
}

/// The in-memory store, with the provider that takes the first free ID of a list.
class memory_environment {
  public:
    std::unique_ptr<machine_id_provider> provider(std::size_t ids) {
        return std::make_unique<memory_provider>(marks_, ids_below(ids));
    }
    void crash(std::vector<machine_lease> leases) { leases.clear(); }
    machine_lease take_over(machine_id machine) { return marks_.take_over(machine); }
    void break_store() {
        marks_.set_fault([](machine_id) { return error{errc::store_unavailable, "switched off"}; });
    }
    void mend_store() { marks_.set_fault({}); }

  protected:
    memory_marks marks_;
};

/// The same store, with the provider whose IDs are known beforehand.
class fixed_environment : public memory_environment {
  public:
    std::unique_ptr<machine_id_provider> provider(std::size_t ids) {
        return std::make_unique<fixed_ids>(
            ids_below(ids), "the test",
            [this](machine_id which, const lease_request&) -> result<std::unique_ptr<high_water_mark>> {
                auto lease = marks_.take(which);
                if (!lease) return lease.error();
                return std::move(lease->mark);
            });
    }
};

INSTANTIATE_TYPED_TEST_SUITE_P(memory, machine_id_provider_contract, memory_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(memory, machine_id_takeover_contract, memory_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(memory, machine_id_fault_contract, memory_environment);
INSTANTIATE_TYPED_TEST_SUITE_P(fixed, machine_id_provider_contract, fixed_environment);

TEST(the_memory_provider, takes_several_at_once_and_says_who_has_the_others) {
    memory_marks marks;
    memory_provider pool{marks, ids_below(4), 2};
    const auto first = pool.acquire({});
    ASSERT_TRUE(first);
    EXPECT_EQ(first->size(), 2U);
    const auto elsewhere = marks.take({3}).value();
    const auto second = pool.acquire({});
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, errc::exhausted);
    EXPECT_THAT(second.error().message, HasSubstr("only 1 of 2 machine IDs are free"));
    EXPECT_THAT(second.error().message, HasSubstr("machine ID 3 is held by owner 3"));
    EXPECT_TRUE(marks.take({2})) << "what was taken before it failed is free again";
}

TEST(the_failing_provider, fails_with_the_error_it_was_given) {
    failing_provider provider{{errc::store_unavailable, "no such host", std::chrono::milliseconds{5}}};
    for (int i = 0; i < 2; ++i) {
        const auto refused = provider.acquire({});
        ASSERT_FALSE(refused);
        EXPECT_EQ(refused.error().code, errc::store_unavailable);
        EXPECT_EQ(refused.error().message, "no such host");
        EXPECT_EQ(refused.error().retry_after, std::chrono::milliseconds{5});
    }
}

} // namespace
} // namespace vesta::testing
