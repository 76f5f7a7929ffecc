#include "logging/conditions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::cli {
namespace {

using namespace std::chrono_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// What is told of a sequence of looks, a second apart.
class looks {
  public:
    std::vector<std::string> look(const std::vector<condition>& now) {
        std::vector<std::string> told;
        changes_.look(now, at, [&](const condition& each) { told.push_back(each.message); });
        at += 1s;
        return told;
    }
    std::vector<std::string> look(const generator_status& of) { return look(conditions_of({&of, 1})); }
    std::vector<std::string> look(const limit_counts& of) { return look(limits_.look(of, at)); }

    change_log::clock::time_point at = change_log::clock::now();

  private:
    change_log changes_;
    limit_watch limits_;
};

generator_status generator(bool ready, const std::string& why = {}) {
    return {.name = "default", .kind = "vesta", .ready = ready, .why_not = why};
}

generator_status counting(std::size_t tags, std::optional<error> trouble = {}) {
    generator_status made{.name = "orders", .kind = "segment", .ready = true};
    made.numbers = number_status{.streams = tags, .trouble = std::move(trouble)};
    return made;
}

TEST(changes_of_state, are_told_once) {
    looks at;
    EXPECT_THAT(at.look(generator(true)), IsEmpty());
    EXPECT_THAT(at.look(generator(false, "no mark")), ElementsAre("generator default is not ready: no mark"));
    EXPECT_THAT(at.look(generator(false, "no mark for 2s")), IsEmpty());
    EXPECT_THAT(at.look(generator(true)), ElementsAre("generator default is ready"));
    EXPECT_THAT(at.look(generator(true)), IsEmpty());
}

TEST(changes_of_state, are_told_of_a_start_that_waits) {
    looks at;
    EXPECT_THAT(at.look(generator(false, "no mark")), ElementsAre("generator default is not ready: no mark"));
}

TEST(changes_of_state, are_counted_where_they_come_too_often) {
    looks at;
    std::vector<std::string> all;
    for (int i = 0; i < 120; ++i)
        for (const auto& line : at.look(generator(i % 2 == 0, "x")))
            all.push_back(line);
    EXPECT_THAT(all.size(), ::testing::Lt(20U));
    EXPECT_THAT(all, ::testing::Contains(HasSubstr("generator default changed 59 times in a minute; now: generator")));
}

TEST(changes_of_state, are_told_at_last_where_they_end_on_another_state) {
    looks at;
    for (int i = 0; i < 20; ++i)
        static_cast<void>(at.look(generator(i % 2 == 0, "x")));
    std::vector<std::string> all;
    for (int i = 0; i < 60; ++i)
        for (const auto& line : at.look(generator(false, "x")))
            all.push_back(line);
    EXPECT_THAT(all, ElementsAre(HasSubstr("now: generator default is not ready")));
}

TEST(changes_of_state, are_those_of_stores) {
    looks at;
    const error away{errc::store_unavailable, "no route"};
    static_cast<void>(at.look(counting(3)));
    EXPECT_THAT(at.look(counting(3, away)), ElementsAre("the store of orders fails: no route"));
    EXPECT_THAT(at.look(counting(3)), ElementsAre("the store of orders works again"));
    generator_status time = generator(true);
    time.trouble = error{errc::state_unusable, "No space left on device"};
    looks other;
    EXPECT_THAT(other.look(time), ElementsAre("the renewal of reserved time fails: No space left on device"));
}

TEST(changes_of_state, are_not_mistakes_of_callers) {
    looks at;
    static_cast<void>(at.look(counting(3)));
    EXPECT_THAT(at.look(counting(3, error{errc::not_found, "there is no tag 'x'"})), IsEmpty());
}

TEST(changes_of_state, are_tags_that_came_and_went) {
    looks at;
    static_cast<void>(at.look(counting(0)));
    EXPECT_THAT(at.look(counting(3)), ElementsAre("tags of generator orders: 3"));
    EXPECT_THAT(at.look(counting(2)), ElementsAre("tags of generator orders: 2"));
}

TEST(changes_of_state, are_limits_that_are_met_and_left) {
    looks at;
    limit_counts counts{.memory = 5};
    EXPECT_THAT(at.look(counts), IsEmpty()) << "what was before the first look is no news";
    counts.memory = 6;
    EXPECT_THAT(at.look(counts), ElementsAre(HasSubstr("limits.memory is used up")));
    counts.memory = 7;
    EXPECT_THAT(at.look(counts), IsEmpty());
    at.at += 9s;
    EXPECT_THAT(at.look(counts), ElementsAre("the limit of memory: not met for ten seconds"));
}

TEST(changes_of_state, are_each_of_the_limits) {
    looks at;
    static_cast<void>(at.look(limit_counts{}));
    EXPECT_THAT(at.look(limit_counts{1, 1, 1, 1, 1, 1, 1}), ::testing::SizeIs(7));
}

TEST(changes_of_state, name_the_log_whose_lines_are_dropped) {
    looks at;
    limit_counts counts;
    static_cast<void>(at.look(counts));
    counts.dropped_lines = 3;
    EXPECT_THAT(at.look(counts), ElementsAre(HasSubstr("lines of the log are dropped")));
    counts.dropped_access = 2;
    EXPECT_THAT(at.look(counts),
                ElementsAre(AllOf(HasSubstr("lines of the access log are dropped"), HasSubstr("(2 since"))));
}

} // namespace
} // namespace vesta::cli
