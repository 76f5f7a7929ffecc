#include <vesta/base/nearest.hpp>

#include <gtest/gtest.h>

namespace vesta::testing {
namespace {

TEST(edit_distance, counts_bytes_put_in_taken_out_replaced_and_swapped) {
    EXPECT_EQ(edit_distance("", ""), 0U);
    EXPECT_EQ(edit_distance("order", "order"), 0U);
    EXPECT_EQ(edit_distance("", "abc"), 3U);
    EXPECT_EQ(edit_distance("abc", ""), 3U);
    EXPECT_EQ(edit_distance("oder", "order"), 1U);
    EXPECT_EQ(edit_distance("orderr", "order"), 1U);
    EXPECT_EQ(edit_distance("orxer", "order"), 1U);
    EXPECT_EQ(edit_distance("roder", "order"), 1U);
    EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
    EXPECT_EQ(edit_distance("ca", "abc"), 3U) << "a byte that was swapped is not changed again";
}

TEST(did_you_mean, names_the_nearest_of_those_that_are_near) {
    const std::vector<std::string> known{"machines", "make", "manual", "default", "-n"};
    EXPECT_EQ(did_you_mean("machnies", known), "; did you mean 'machines'?");
    EXPECT_EQ(did_you_mean("defualt", known), "; did you mean 'default'?");
    EXPECT_EQ(did_you_mean("mak", known), "; did you mean 'make'?");
    EXPECT_EQ(did_you_mean("segment", known), "");
    EXPECT_EQ(did_you_mean("-x", known), "") << "of two bytes everything is near";
    EXPECT_EQ(did_you_mean("", known), "");
    EXPECT_EQ(did_you_mean(std::string(129, 'a'), {std::string(128, 'a')}), "");
    EXPECT_EQ(did_you_mean("make", {}), "");
}

} // namespace
} // namespace vesta::testing
