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
    EXPECT_EQ(bad.reason().code, errc::not_found);
}

TEST(a_result, throws_its_error_where_a_value_is_demanded) {
    result<int> bad = error{errc::in_use, "held by process 7", std::chrono::milliseconds{20}};
    try {
        static_cast<void>(bad.value());
        FAIL() << "no exception";
    } catch (const failure& thrown) {
        EXPECT_STREQ(thrown.what(), "held by process 7");
        EXPECT_EQ(thrown.reason().code, errc::in_use);
        EXPECT_EQ(thrown.reason().retry_after, std::chrono::milliseconds{20});
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

} // namespace
} // namespace vesta
