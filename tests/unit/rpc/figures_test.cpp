#include "figures.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace vesta::rpc::detail {
namespace {

TEST(figures_test, count_ids_under_the_name_that_rest_counts_them_by) {
    server_counts counted;
    counted.generators.push_back({"default", 7});
    const figures all = figures_of({}, counted);
    const auto found = std::ranges::find(all.all(), std::string{"vesta_ids_total"}, &figure::name);
    ASSERT_NE(found, all.all().end());
    EXPECT_EQ(found->with, (figure::labels{{"generator", "default"}, {"method", "rpc"}}));
    EXPECT_EQ(found->value, 7);
}

} // namespace
} // namespace vesta::rpc::detail
