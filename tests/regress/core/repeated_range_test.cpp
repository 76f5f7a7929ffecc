// 0.2 before its release, with MariaDB: a table with a trigger that inserts rows answered every reservation with the
// same numbers, and they were served each time.
#include <vesta/segment/segment_generator.hpp>
#include <vesta/source/waiting.hpp>

#include <gmock/gmock.h>

namespace vesta::testing {
namespace {

/// A store that answers each reservation with the same range.
class same_range final : public segment_store {
  public:
    explicit same_range(std::int64_t first) : first_{first} {}
    result<std::vector<tag_row>> list() override { return std::vector{tag_row{.tag = "order", .step = 10}}; }
    result<segment> reserve(const segment_request&) override { return segment{first_, first_ + 10, {.step = 10}}; }
    result<bool> give_back(std::string_view, const segment&, std::int64_t) override { return false; }
    result<bool> create(std::string_view, std::int64_t) override { return false; }

  private:
    const std::int64_t first_;
};

result<std::vector<id>> take(id_source& from, std::size_t count) {
    std::vector<id> made(count);
    const auto done = generate_all(from, made, system_wall_clock(), std::chrono::minutes{1});
    if (!done) return done.error();
    return made;
}

TEST(numbers_of_a_store_that_answers_the_same_again, are_served_once) {
    segment_generator from{std::make_shared<same_range>(1), {.refill = refill_kind::step}};
    id_source& order = *from.tag("order").value();
    EXPECT_TRUE(take(order, 10));
    const auto again = take(order, 1);
    ASSERT_FALSE(again) << "it gave " << again->front().value;
    EXPECT_EQ(again.error().code, errc::state_unusable);
    EXPECT_THAT(again.error().message,
                ::testing::HasSubstr("reserved numbers from 1 on for tag 'order', though those up to 10"));
}

TEST(numbers_of_a_store_that_answers_the_same_again, are_handed_out_once) {
    segment_generator from{std::make_shared<same_range>(1), {.refill = refill_kind::step}};
    EXPECT_EQ(from.hand_out("order").value().end, 11);
    EXPECT_EQ(from.hand_out("order").error().code, errc::state_unusable);
}

TEST(numbers_below_zero, are_not_served) {
    segment_generator from{std::make_shared<same_range>(-999), {.refill = refill_kind::step}};
    EXPECT_EQ(take(*from.tag("order").value(), 1).error().code, errc::state_unusable);
}

} // namespace
} // namespace vesta::testing
