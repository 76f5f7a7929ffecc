#include <vesta/source/waiting.hpp>

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

TEST(the_next_pause, is_none_where_the_source_says_so_or_the_patience_is_spent) {
    std::chrono::nanoseconds waited{0};
    EXPECT_EQ(next_pause(0ns, waited, 1s), 0ns);
    EXPECT_EQ(next_pause(600ms, waited, 1s), 600ms);
    EXPECT_EQ(next_pause(600ms, waited, 1s), 400ms);
    EXPECT_EQ(waited, 1s);
    EXPECT_EQ(next_pause(600ms, waited, 1s), 0ns);
    EXPECT_EQ(waited, 1s);
}

} // namespace
} // namespace vesta
