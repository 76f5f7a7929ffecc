#include <vesta/base/result.hpp>

#include <gtest/gtest.h>

#include <memory>
#include <set>
#include <string>

namespace vesta {
namespace {

constexpr errc all_codes[] = {errc::invalid_argument, errc::invalid_settings,  errc::not_found, errc::clock_behind,
                              errc::not_ready,        errc::exhausted,         errc::in_use,    errc::state_unusable,
                              errc::lease_lost,       errc::store_unavailable, errc::closed,    errc::forked,
                              errc::internal};

TEST(error_codes, have_one_stable_name_each) {
    std::set<std::string_view> names;
    for (const errc each : all_codes) {
        EXPECT_EQ(name(each).find_first_not_of("abcdefghijklmnopqrstuvwxyz-"), std::string_view::npos);
        names.insert(name(each));
    }
    EXPECT_EQ(names.size(), std::size(all_codes));
    EXPECT_EQ(name(errc::clock_behind), "clock-behind");
    EXPECT_EQ(name(static_cast<errc>(99)), "internal");
}

TEST(a_result, holds_a_value_or_an_error) {
    const result<int> good = 7;
    EXPECT_TRUE(good);
    EXPECT_EQ(*good, 7);
    EXPECT_EQ(good.value(), 7);
    const result<int> bad = error{errc::not_found, "nothing there"};
    EXPECT_FALSE(bad.has_value());
    EXPECT_EQ(bad.error().code, errc::not_found);
}

TEST(a_result, throws_its_error_where_a_value_is_demanded) {
    result<int> bad = error{errc::in_use, "held by process 7", std::chrono::milliseconds{20}};
    try {
        static_cast<void>(bad.value());
        FAIL() << "no exception";
    } catch (const failure& thrown) {
        EXPECT_STREQ(thrown.what(), "held by process 7");
        EXPECT_EQ(thrown.error().code, errc::in_use);
        EXPECT_EQ(thrown.error().retry_after, std::chrono::milliseconds{20});
    }
    EXPECT_THROW(static_cast<void>(std::move(bad).value()), failure);
}

TEST(a_result, moves_what_cannot_be_copied) {
    result<std::unique_ptr<std::string>> made = std::make_unique<std::string>("here");
    EXPECT_EQ(made->get()->size(), 4U);
    const std::unique_ptr<std::string> taken = *std::move(made);
    EXPECT_EQ(*taken, "here");
    const std::unique_ptr<int> valued = result<std::unique_ptr<int>>{std::make_unique<int>(3)}.value();
    EXPECT_EQ(*valued, 3);
}

TEST(a_result, of_nothing_is_success_until_told_otherwise) {
    const result<void> good;
    EXPECT_TRUE(good);
    EXPECT_NO_THROW(good.value());
    const result<void> bad = error{errc::closed, "closed"};
    EXPECT_FALSE(bad);
    EXPECT_THROW(bad.value(), failure);
}

result<int> half(int number) {
    if (number % 2 != 0) return error{errc::invalid_argument, "odd"};
    return number / 2;
}

TEST(a_result, goes_on_while_there_is_a_value_and_hands_on_the_first_error) {
    EXPECT_EQ(half(8).and_then(half).value(), 2);
    EXPECT_EQ(half(7).and_then(half).error().message, "odd");
    EXPECT_EQ(half(6).and_then(half).error().code, errc::invalid_argument);
    EXPECT_EQ(result<void>{}.and_then([] { return half(2); }).value(), 1);
    EXPECT_EQ((result<void>{error{errc::closed, "closed"}}.and_then([] { return half(2); }).error().code),
              errc::closed);
}

TEST(a_result, is_changed_into_one_of_another_type) {
    EXPECT_EQ(half(8).transform([](int number) { return std::to_string(number); }).value(), "4");
    EXPECT_EQ(half(7).transform([](int number) { return std::to_string(number); }).error().message, "odd");
    int seen = 0;
    const result<void> noted = half(8).transform([&](int number) { seen = number; });
    EXPECT_TRUE(noted);
    EXPECT_EQ(seen, 4);
    const auto owned = result<std::unique_ptr<int>>{std::make_unique<int>(3)}.transform(
        [](std::unique_ptr<int> held) { return *held; });
    EXPECT_EQ(*owned, 3);
}

TEST(a_result, without_its_value_is_the_outcome_alone) {
    EXPECT_TRUE((result<int>{7}.without_value()));
    EXPECT_EQ((result<int>{error{errc::closed, "over"}}.without_value().error().message), "over");
}

} // namespace
} // namespace vesta
