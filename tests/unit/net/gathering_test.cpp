#include <vesta/net/gathering.hpp>

#include <gtest/gtest.h>

namespace vesta::net {
namespace {

using namespace std::chrono_literals;

/// Rounds of @p ready connections, one each @p apart, for @p lasting; whether gathering pays after the last.
struct rounds {
    gathering tested;
    gathering::time_point now{1h};
    bool pays = false;

    void go_on(std::size_t ready, std::chrono::nanoseconds apart, std::chrono::nanoseconds lasting) {
        for (const auto end = now + lasting; now < end; now += apart)
            pays = tested.pays(ready, now);
    }
};

TEST(gathering_test, pays_when_connections_come_thick_for_some_milliseconds) {
    rounds some;
    some.go_on(1, 15us, 1ms);
    EXPECT_FALSE(some.pays);
    some.go_on(1, 15us, 5ms);
    EXPECT_TRUE(some.pays);
}

TEST(gathering_test, does_not_pay_for_a_few) {
    rounds some;
    some.go_on(1, 25us, 1s);
    EXPECT_FALSE(some.pays);
    some.go_on(20, 1ms, 1s);
    EXPECT_FALSE(some.pays);
}

TEST(gathering_test, goes_on_while_several_gather) {
    rounds some;
    some.go_on(1, 15us, 10ms);
    some.go_on(4, 90us, 1s);
    EXPECT_TRUE(some.pays);
}

TEST(gathering_test, is_given_up_for_a_while_when_those_who_wait_for_answers_come_later) {
    rounds some;
    some.go_on(1, 15us, 10ms);
    ASSERT_TRUE(some.pays);
    some.go_on(2, 90us, 5ms);
    EXPECT_FALSE(some.pays);
    some.go_on(1, 15us, 40ms);
    EXPECT_FALSE(some.pays);
    some.go_on(1, 15us, 15ms);
    EXPECT_TRUE(some.pays);
}

TEST(gathering_test, ends_with_a_pause) {
    rounds some;
    some.go_on(1, 15us, 10ms);
    ASSERT_TRUE(some.pays);
    some.now += 1s;
    some.go_on(1, 15us, 1ms);
    EXPECT_FALSE(some.pays);
}

} // namespace
} // namespace vesta::net
