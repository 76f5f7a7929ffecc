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

/// Of a thread that gathers.
rounds gathered() {
    rounds some;
    some.go_on(1, 15us, 110ms);
    EXPECT_TRUE(some.pays);
    return some;
}

TEST(gathering_test, pays_when_connections_come_thick_for_some_time) {
    rounds some;
    some.go_on(1, 15us, 90ms);
    EXPECT_FALSE(some.pays);
    some.go_on(1, 15us, 20ms);
    EXPECT_TRUE(some.pays);
}

TEST(gathering_test, does_not_pay_for_a_few) {
    rounds some;
    some.go_on(1, 25us, 1s);
    EXPECT_FALSE(some.pays);
    some.go_on(40, 1ms, 1s);
    EXPECT_FALSE(some.pays);
}

TEST(gathering_test, goes_on_while_more_come_and_sees_now_and_then_how_many_came_without) {
    rounds some = gathered();
    int times = 0;
    for (int i = 0; i < 2000; ++i) {
        if (some.pays) {
            some.go_on(7, 90us, 1ms);
            ++times;
        } else {
            some.go_on(1, 15us, 1ms);
        }
    }
    EXPECT_GE(times, 1800);
    EXPECT_LE(times, 1950);
}

TEST(gathering_test, is_given_up_for_a_while_when_fewer_come) {
    rounds some = gathered();
    some.go_on(5, 90us, 110ms); // thick all the same
    EXPECT_FALSE(some.pays);
    some.go_on(1, 15us, 950ms);
    EXPECT_FALSE(some.pays);
    some.go_on(1, 15us, 100ms);
    EXPECT_TRUE(some.pays);
}

TEST(gathering_test, is_not_given_up_for_one_time_that_fewer_come) {
    rounds some = gathered();
    some.go_on(7, 90us, 50ms);
    some.go_on(5, 90us, 50ms);
    some.go_on(7, 90us, 50ms);
    EXPECT_TRUE(some.pays);
}

TEST(gathering_test, ends_with_a_pause) {
    rounds some = gathered();
    some.now += 1s;
    some.go_on(1, 15us, 1ms);
    EXPECT_FALSE(some.pays);
}

} // namespace
} // namespace vesta::net
