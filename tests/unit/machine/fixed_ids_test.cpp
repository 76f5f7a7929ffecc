#include <vesta/machine/fixed_ids.hpp>
#include <vesta/testing/memory_marks.hpp>

#include <gmock/gmock.h>

namespace vesta {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class fixed_machine_ids : public ::testing::Test {
  protected:
    result<std::vector<machine_lease>> acquire(std::vector<machine_id> ids, std::uint32_t max_id = 1023) {
        fixed_ids provider{std::move(ids), "machine-id.property.ids",
                           [this](machine_id id, const lease_request& request) {
                               opened_.push_back(id.value);
                               asked_by_ = request.instance;
                               return open(id);
                           }};
        return provider.acquire({.instance = "node-a", .methods = {gen_method::embedded}, .max_id = max_id});
    }

    result<std::unique_ptr<high_water_mark>> open(machine_id id) {
        auto taken = marks_.take(id);
        if (!taken) return taken.error();
        return std::move(taken->mark);
    }

    void expect_refused(const result<std::vector<machine_lease>>& leases, const std::string& words) {
        ASSERT_FALSE(leases);
        EXPECT_EQ(leases.error().code, errc::invalid_settings);
        EXPECT_THAT(leases.error().message, HasSubstr(words));
        EXPECT_TRUE(opened_.empty()) << "nothing is opened for settings that cannot be used";
    }

    testing::memory_marks marks_;
    std::vector<std::uint32_t> opened_;
    std::string asked_by_;
};

TEST_F(fixed_machine_ids, are_all_taken_in_the_order_given) {
    const auto leases = acquire({{9}, {8}, {1023}});
    ASSERT_TRUE(leases);
    EXPECT_THAT(opened_, ElementsAre(9, 8, 1023));
    EXPECT_EQ(asked_by_, "node-a");
    ASSERT_EQ(leases->size(), 3u);
    EXPECT_EQ((*leases)[1].id, machine_id{8});
    EXPECT_TRUE((*leases)[1].mark->advance(unix_ms{std::chrono::milliseconds{5}}));
    EXPECT_EQ(marks_.stored({8}), unix_ms{std::chrono::milliseconds{5}});
}

TEST_F(fixed_machine_ids, that_fit_no_layout_are_refused_with_the_range) {
    expect_refused(acquire({{8}, {1024}}), "machine ID 1024 (machine-id.property.ids)");
    expect_refused(acquire({{8}, {1024}}), "it must be 0 to 1023");
    expect_refused(acquire({{1}}, 0), "it must be 0 to 0");
}

TEST_F(fixed_machine_ids, given_twice_are_refused) {
    expect_refused(acquire({{8}, {9}, {8}}), "machine ID 8 (machine-id.property.ids) is given twice");
}

TEST_F(fixed_machine_ids, are_never_none) {
    expect_refused(acquire({}), "machine-id.property.ids gives no machine ID");
}

TEST_F(fixed_machine_ids, are_given_back_where_one_is_held_by_another) {
    const auto other = marks_.take({9});
    const auto leases = acquire({{8}, {9}});
    ASSERT_FALSE(leases);
    EXPECT_EQ(leases.error().code, errc::in_use);
    EXPECT_TRUE(marks_.take({8})) << "the first is free again";
}

} // namespace
} // namespace vesta
