#include "mark_rig.hpp"

#include <vesta/time/clock.hpp>

// The first marks of one way of publishing where another was used before.
namespace vesta::file {
namespace {

/// Two layouts of one shape, without genMethod, whose epochs are nine years apart.
lease_request two_of_one_shape() {
    auto request = wants({}, true);
    for (const int years : {0, 9}) {
        auto spec = find_scheme("snowflake")->types().front().spec();
        spec.epoch += std::chrono::days{365 * years};
        request.patterns.push_back(id_pattern::make(layout::make(spec).value(), 0, gen_method::embedded).value());
    }
    return request;
}

/// A machine ID that an embedded generator used, and whose marks without genMethod begin later.
class marks_beside_those_of_another_method : public mark_test {
  protected:
    marks_beside_those_of_another_method() {
        auto request = wants({gen_method::embedded});
        request.patterns = {pattern_of()};
        auto first = open(request);
        EXPECT_TRUE((*first)->advance(now_));
        EXPECT_TRUE((*first)->release(now_));
    }

    void expect_uses_since(unix_ms from) {
        const auto uses = stored("machine-7").history.uses;
        ASSERT_EQ(uses.size(), 3U);
        for (const auto& each : uses) {
            if (each.of == pattern_of()) continue;
            EXPECT_EQ(each, (pattern_use{each.of, from, now_ + std::chrono::seconds{3}}));
        }
    }

    static constexpr unix_ms first_release_{std::chrono::milliseconds{1767225600000}};
    const unix_ms now_ = std::chrono::floor<std::chrono::milliseconds>(system_wall_clock().now());
};

TEST_F(marks_beside_those_of_another_method, count_as_used_since_the_first_release_and_not_since_1970) {
    auto opened = open(two_of_one_shape());
    ASSERT_TRUE(opened) << opened.error().message;
    const auto moved = (*opened)->advance(now_ + std::chrono::seconds{3});
    EXPECT_TRUE(moved) << moved.error().message;
    expect_uses_since(first_release_);
}

TEST_F(marks_beside_those_of_another_method, leave_out_uses_up_to_1970_of_a_start_that_was_refused) {
    ASSERT_TRUE(open(two_of_one_shape()));
    auto left = stored("machine-7");
    left.mark = {};
    for (auto& each : left.history.uses)
        if (each.of != pattern_of()) each.from = each.until = {};
    vesta::testing::write_all(highest("machine-7"), write_mark(left));
    auto opened = open(two_of_one_shape());
    ASSERT_TRUE(opened) << opened.error().message;
    const auto moved = (*opened)->advance(now_ + std::chrono::seconds{3});
    EXPECT_TRUE(moved) << moved.error().message;
    expect_uses_since(first_release_);
}

} // namespace
} // namespace vesta::file
