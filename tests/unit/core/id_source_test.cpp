#include <vesta/source/waiting.hpp>
#include <vesta/testing/manual_clock.hpp>

#include <gtest/gtest.h>

#include <deque>
#include <vector>

namespace vesta::testing {
namespace {

using namespace std::chrono_literals;

/// Answers what it was told to, in that order, with IDs 0, 1, 2, ...
class scripted_source final : public id_source {
  public:
    explicit scripted_source(std::deque<grant> answers) : answers_{std::move(answers)} {}

    grant try_generate(std::span<id> out) noexcept override {
        const grant answer = answers_.front();
        if (answers_.size() > 1) answers_.pop_front();
        for (std::size_t i = 0; i < answer.made; ++i)
            out[i] = id{next_++};
        return answer;
    }
    range_grant try_range(std::uint64_t count) noexcept override {
        const grant answer = answers_.front();
        if (answers_.size() > 1) answers_.pop_front();
        return {{id{7}, std::min<std::uint64_t>(answer.made, count), 3}, answer.wait, answer.why};
    }
    error explain_refusal(errc why) const override { return {why, "in the source's own words"}; }

  private:
    std::deque<grant> answers_;
    std::int64_t next_ = 0;
};

class generating_all : public ::testing::Test {
  protected:
    result<void> from(std::deque<grant> answers, std::size_t wanted) {
        scripted_source source{std::move(answers)};
        ids.resize(wanted);
        return generate_all(source, ids, clock);
    }

    std::chrono::nanoseconds rested() const { return clock.now() - unix_ns{}; }

    std::vector<id> ids;
    manual_clock clock{unix_ms{}};
};

TEST_F(generating_all, collects_what_comes_in_pieces_and_rests_before_each_is_let_out) {
    ASSERT_TRUE(from({{2}, {1, 5ms}, {3, 7ms}}, 6));
    for (int i = 0; i < 6; ++i)
        EXPECT_EQ(ids[i], id{i});
    EXPECT_EQ(rested(), 12ms);
}

TEST_F(generating_all, tries_again_where_that_may_help) {
    ASSERT_TRUE(from({{0, 1ms, errc::not_ready}, {0, 1ms, errc::not_ready}, {1}}, 1));
    EXPECT_EQ(rested(), 2ms);
}

TEST_F(generating_all, gives_up_at_once_where_it_will_not) {
    const auto refused = from({{1}, {0, 0ns, errc::exhausted}}, 2);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::exhausted);
    EXPECT_EQ(refused.error().message, "in the source's own words");
    EXPECT_EQ(rested(), 0ns);
}

TEST_F(generating_all, gives_up_when_its_patience_is_spent_on_nothing) {
    const auto refused = from({{0, 300ms, errc::not_ready}}, 1);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, errc::not_ready);
    EXPECT_EQ(rested(), default_patience);
}

TEST_F(generating_all, has_all_the_patience_in_the_world_with_ids_in_hand) {
    ASSERT_TRUE(from({{1, 3s}, {1, 3s}, {1, 3s}}, 3));
    EXPECT_EQ(rested(), 9s);
}

TEST_F(generating_all, of_nothing_asks_for_nothing) {
    EXPECT_TRUE(from({{0, 0ns, errc::closed}}, 0));
}

class generating_a_range : public generating_all {
  protected:
    result<id_range> range(std::deque<grant> answers, std::uint64_t count) {
        scripted_source source{std::move(answers)};
        return generate_range(source, count, clock);
    }
};

TEST_F(generating_a_range, takes_what_there_is_in_one_piece_and_rests_before_it_is_let_out) {
    const auto made = range({{0, 2ms, errc::not_ready}, {5, 3ms}}, 8).value();
    EXPECT_EQ(made.first, id{7});
    EXPECT_EQ(made.count, 5U);
    EXPECT_EQ(made.stride, 3U);
    EXPECT_EQ(rested(), 5ms);
}

TEST_F(generating_a_range, gives_up_as_generating_all_does) {
    EXPECT_EQ(range({{0, 0ns, errc::exhausted}}, 1).error().message, "in the source's own words");
    EXPECT_EQ(range({{0, 300ms, errc::not_ready}}, 1).error().code, errc::not_ready);
    EXPECT_EQ(rested(), default_patience);
    EXPECT_EQ(range({{1}}, 0).error().code, errc::invalid_argument);
}

} // namespace
} // namespace vesta::testing
