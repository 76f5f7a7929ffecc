#include "support/random.hpp"

#include <vesta/sharded/sharded_id.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta {
namespace {

using ::testing::HasSubstr;

TEST(sharded_id, lies_where_the_original_puts_it) {
    // (next << 8 << 6) | (shard << 8) | app
    EXPECT_EQ(make_sharded_id({1, {0}, {0}})->value, 16384);
    EXPECT_EQ(make_sharded_id({0, {1}, {0}})->value, 256);
    EXPECT_EQ(make_sharded_id({0, {0}, {1}})->value, 1);
    EXPECT_EQ(make_sharded_id({1000, {63}, {7}})->value, 1000 * 16384 + 63 * 256 + 7);
    EXPECT_EQ(make_sharded_id({largest_next, {63}, {255}})->value, std::numeric_limits<std::int64_t>::max());
}

TEST(sharded_id, is_read_back_as_it_was_made) {
    auto random = testing::random_source::announced();
    for (int i = 0; i < 100'000; ++i) {
        const sharded_fields parts{random.bits() & largest_next,
                                   {static_cast<std::uint32_t>(random.below(shards_per_app))},
                                   {static_cast<std::uint32_t>(random.below(most_apps))}};
        ASSERT_EQ(fields_of_sharded(make_sharded_id(parts).value()).value(), parts);
    }
}

TEST(sharded_id, a_field_that_does_not_fit_is_refused_rather_than_laid_over_its_neighbour) {
    EXPECT_THAT(make_sharded_id({largest_next + 1, {0}, {0}}).error().message, HasSubstr("next is 562949953421312"));
    EXPECT_THAT(make_sharded_id({0, {64}, {0}}).error().message, HasSubstr("the shard is 64"));
    EXPECT_THAT(make_sharded_id({0, {0}, {256}}).error().message, HasSubstr("the app is 256"));
    EXPECT_EQ(fields_of_sharded({-1}).error().code, errc::invalid_argument);
}

TEST(sharded_id, applications_and_shards_are_checked_when_they_are_named) {
    for (const std::int64_t number : {-1L, 256L, 1L << 32, (1L << 32) + 1})
        EXPECT_EQ(make_app(number).error().code, errc::invalid_argument) << number;
    for (const std::int64_t number : {-1L, 64L, 1L << 32})
        EXPECT_EQ(make_shard(number).error().code, errc::invalid_argument) << number;
    EXPECT_EQ(make_app(255)->value, 255U);
    EXPECT_EQ(make_shard(63)->value, 63U);
}

} // namespace
} // namespace vesta
