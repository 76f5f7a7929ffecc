// Batches wait for each other, single IDs for none of them.
#include <vesta/source/batch_pacer.hpp>

#include <gtest/gtest.h>

namespace vesta {
namespace {

using namespace std::chrono_literals;

const batch_pacer::time_point now{1h};

TEST(batch_pacer_test, is_open_until_a_piece_has_to_wait) {
    batch_pacer pacer;
    EXPECT_EQ(pacer.pause(now, false, 0ns), 0ns);
    pacer.took(now, 0ns);
    EXPECT_EQ(pacer.pause(now, false, 0ns), 0ns);
    pacer.took(now, 5ms);
    EXPECT_EQ(pacer.pause(now, false, 0ns), 5ms);
    EXPECT_EQ(pacer.pause(now + 5ms, false, 0ns), 0ns);
}

TEST(batch_pacer_test, lets_a_batch_that_has_begun_go_first) {
    batch_pacer pacer;
    pacer.took(now, 1ms);
    EXPECT_EQ(pacer.pause(now, true, 1s), 1ms);
    EXPECT_EQ(pacer.pause(now, false, 1s), 50ms);
    EXPECT_EQ(pacer.pause(now, false, 80ms), 10ms);
}

} // namespace
} // namespace vesta
