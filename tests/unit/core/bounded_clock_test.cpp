#include "support/layouts.hpp"

#include <vesta/testing/manual_clock.hpp>
#include <vesta/time/bounded_clock.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class a_bounded_clock : public ::testing::Test {
  protected:
    manual_clock own{new_year_2026};
    std::vector<std::string> log;
    bounded_clock bounded{own, [this](severity, std::string_view line) { log.emplace_back(line); }};
};

TEST_F(a_bounded_clock, is_the_hosts_until_a_store_has_spoken_and_while_that_one_is_not_behind) {
    EXPECT_EQ(bounded.now(), own.now());
    bounded.store_says(new_year_2026 + 1h);
    EXPECT_EQ(bounded.now(), own.now());
    bounded.store_says(new_year_2026 + 1h - 1s);
    own.jump(1h);
    EXPECT_EQ(bounded.now(), own.now());
}

TEST_F(a_bounded_clock, runs_a_second_ahead_of_a_store_that_is_further_behind) {
    bounded.store_says(new_year_2026 - 5s);
    EXPECT_EQ(bounded.now(), unix_ns{new_year_2026 - 4s});
    own.rest(3s);
    EXPECT_EQ(bounded.now(), unix_ns{new_year_2026 - 1s}) << "time passes there, too";
    own.jump(-7s);
    EXPECT_EQ(bounded.now(), own.now());
}

TEST_F(a_bounded_clock, is_not_held_back_by_a_store_whose_clock_is_set_back) {
    bounded.store_says(new_year_2026);
    own.rest(10s);
    bounded.store_says(new_year_2026 - 1h);
    EXPECT_EQ(bounded.now(), own.now());
    own.jump(1h);
    EXPECT_EQ(bounded.now(), unix_ns{new_year_2026 + 11s}) << "by what the store would show";
}

TEST_F(a_bounded_clock, goes_with_a_store_whose_clock_is_a_little_slower) {
    bounded.store_says(new_year_2026);
    for (int hour = 0; hour < 100; ++hour) {
        own.rest(1h);
        bounded.store_says(new_year_2026 + (hour + 1) * (1h - 2s));
    }
    EXPECT_EQ(bounded.now(), unix_ns{new_year_2026 + 100 * (1h - 2s) + 1s});
}

TEST_F(a_bounded_clock, tells_once_that_the_two_are_apart_and_once_that_they_are_not) {
    bounded.store_says(new_year_2026);
    own.jump(1500ms);
    static_cast<void>(bounded.now());
    EXPECT_THAT(log, IsEmpty());
    own.jump(1500ms);
    for (int i = 0; i < 3; ++i)
        static_cast<void>(bounded.now());
    EXPECT_THAT(log, ElementsAre(HasSubstr("is 3s ahead of the clock of the store")));
    own.jump(-1500ms);
    static_cast<void>(bounded.now());
    EXPECT_EQ(log.size(), 1U) << "not at every reading of a clock at its edge";
    own.jump(-600ms);
    static_cast<void>(bounded.now());
    EXPECT_THAT(log, ElementsAre(HasSubstr("3s ahead"), HasSubstr("agree again")));
}

} // namespace
} // namespace vesta::testing
