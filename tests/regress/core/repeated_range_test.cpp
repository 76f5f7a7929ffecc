// 0.2 before its release, with MariaDB: a table with a trigger that inserts rows answered every reservation with the
// same numbers, and they were served each time.
#include <vesta/segment/segment_generator.hpp>

#include <gmock/gmock.h>

#include <set>
#include <thread>

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

/// Asks for numbers until a reservation fails for good; what was given before, and why it failed.
std::pair<std::vector<std::int64_t>, error> numbers_until_trouble(segment_generator& from) {
    id_source& order = *from.tag("order").value();
    std::vector<std::int64_t> given;
    while (given.size() <= 20) {
        id one;
        if (order.try_generate({&one, 1}).made == 1) {
            given.push_back(one.value);
            continue;
        }
        const auto tags = from.tags();
        if (!tags.empty() && tags[0].trouble) return {given, *tags[0].trouble};
        std::this_thread::yield();
    }
    return {given, {}};
}

TEST(numbers_of_a_store_that_answers_the_same_again, are_served_once) {
    segment_generator from{std::make_shared<same_range>(1), {.refill = refill_kind::step}};
    const auto [given, trouble] = numbers_until_trouble(from);
    EXPECT_EQ(std::set(given.begin(), given.end()).size(), given.size());
    EXPECT_LE(given.size(), 10U);
    EXPECT_EQ(trouble.code, errc::state_unusable);
    EXPECT_THAT(trouble.message,
                ::testing::HasSubstr("reserved numbers from 1 on for tag 'order', though those up to 10"));
}

TEST(numbers_of_a_store_that_answers_the_same_again, are_handed_out_once) {
    segment_generator from{std::make_shared<same_range>(1), {.refill = refill_kind::step}};
    EXPECT_EQ(from.hand_out("order").value().end, 11);
    EXPECT_EQ(from.hand_out("order").error().code, errc::state_unusable);
}

TEST(numbers_below_zero, are_not_served) {
    segment_generator from{std::make_shared<same_range>(-999), {.refill = refill_kind::step}};
    const auto [given, trouble] = numbers_until_trouble(from);
    EXPECT_TRUE(given.empty());
    EXPECT_EQ(trouble.code, errc::state_unusable);
}

} // namespace
} // namespace vesta::testing
