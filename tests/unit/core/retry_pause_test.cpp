#include <vesta/generate/retry_pause.hpp>

#include <gtest/gtest.h>

namespace vesta {
namespace {

using namespace std::chrono_literals;

TEST(a_retry_pause, is_what_the_source_named_at_first) {
    EXPECT_EQ(retry_pause(100us, 0us), 100us);
    EXPECT_EQ(retry_pause(100us, 800us), 100us);
    EXPECT_EQ(retry_pause(70ms, 10s), 70ms);
}

TEST(a_retry_pause, grows_with_what_was_waited_up_to_a_bound) {
    EXPECT_EQ(retry_pause(100us, 8ms), 1ms);
    EXPECT_EQ(retry_pause(100us, 10s), 50ms);
}

} // namespace
} // namespace vesta
