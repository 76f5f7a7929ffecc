#include "gapless_places.hpp"

#include <gmock/gmock.h>

// What every store of numbers without gaps must do.
namespace vesta::testing {
namespace {

using namespace std::chrono_literals;
using ::testing::HasSubstr;

TYPED_TEST_SUITE(a_gapless_store, gapless_places);

TYPED_TEST(a_gapless_store, counts_each_tag_from_1_also_over_starts) {
    EXPECT_EQ(this->number(""), 1);
    EXPECT_EQ(this->number("k"), 2);
    EXPECT_EQ(this->number("", "b"), 1);
    this->reopen();
    EXPECT_EQ(this->number(""), 3);
    EXPECT_EQ(this->number("", "b"), 2);
    EXPECT_EQ(this->number("", ""), 1) << "a generator without tags has one series";
}

TYPED_TEST(a_gapless_store, gives_a_key_its_number_again) {
    EXPECT_EQ(this->number("k"), 1);
    EXPECT_EQ(this->number("K"), 2) << "another key";
    this->reopen();
    const auto again = ask(*this->store, "k");
    EXPECT_EQ(again.number, 1);
    EXPECT_TRUE(again.again);
    EXPECT_EQ(ask(*this->store, "k", "b").why.code, errc::invalid_argument);
    EXPECT_EQ(this->number("", "b"), 1) << "and took none for it";
}

TYPED_TEST(a_gapless_store, gives_one_number_to_a_key_that_comes_twice_in_a_group) {
    const std::vector<number_wish> wishes{{"a", "k"}, {"a", ""}, {"a", "k"}, {"b", "k"}, {"a", "two words"}};
    std::vector<number_outcome> told(wishes.size());
    this->store->give(wishes, told);
    EXPECT_EQ(told[0].number, 1);
    EXPECT_EQ(told[1].number, 2);
    EXPECT_EQ(told[2].number, 1);
    EXPECT_TRUE(told[2].again);
    EXPECT_EQ(told[3].why.message, "the key 'k' has a number of another tag; use another key for tag 'b'");
    EXPECT_EQ(told[4].why.code, errc::invalid_argument);
    EXPECT_EQ(this->number(""), 3);
}

TYPED_TEST(a_gapless_store, forgets_a_key_only_after_its_time) {
    EXPECT_EQ(this->number("k"), 1);
    this->place.clock.jump(24h * 400);
    this->place.clock.rest(24h);
    EXPECT_EQ(this->number("in-time"), 2);
    EXPECT_EQ(this->number("k"), 1);
    this->place.clock.rest(2s);
    EXPECT_EQ(this->number("later"), 3);
    EXPECT_EQ(this->number("k"), 4);
    EXPECT_EQ(this->number("in-time"), 2);
}

TYPED_TEST(a_gapless_store, keeps_no_more_keys_than_it_may) {
    this->place.most_keys = 2;
    this->reopen();
    EXPECT_EQ(this->number("k1"), 1);
    EXPECT_EQ(this->number("k2"), 2);
    EXPECT_THAT(ask(*this->store, "k3").why.message, HasSubstr("this call gave no number: 2 keys are kept"));
    EXPECT_EQ(this->number("k1"), 1);
    EXPECT_EQ(this->number(""), 3);
    this->place.clock.rest(25h);
    EXPECT_EQ(this->number("k3"), 4);
}

TYPED_TEST(a_gapless_store, tells_auditors_of_each_number) {
    const auto at = std::chrono::floor<std::chrono::milliseconds>(this->place.clock.now());
    EXPECT_EQ(this->number("k"), 1);
    EXPECT_EQ(this->number(""), 2);
    ASSERT_TRUE(this->store->make_void({"a", 2, "mia", "the form was torn"}));
    this->reopen();
    const auto entries = this->store->list("a", 1, 10).value();
    ASSERT_EQ(entries.size(), 2U);
    EXPECT_EQ(entries[0].key, "k");
    EXPECT_EQ(entries[0].given_at, at);
    EXPECT_FALSE(entries[0].void_since);
    EXPECT_EQ(entries[1].void_since, at);
    EXPECT_EQ(entries[1].who, "mia");
    EXPECT_EQ(entries[1].why, "the form was torn");
    EXPECT_EQ(this->store->list("a", 2, 1).value().size(), 1U);
    EXPECT_TRUE(this->store->list("none", 1, 10).value().empty());
    const auto all = this->store->series().value();
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].last, 2);
    EXPECT_EQ(all[0].voided, 1U);
}

TYPED_TEST(a_gapless_store, makes_a_number_void_once) {
    EXPECT_EQ(this->number("k"), 1);
    EXPECT_EQ(this->store->make_void({"a", 2, "mia", "x"}).error().message,
              "number 2 was not given; the last one is 1");
    ASSERT_TRUE(this->store->make_void({"a", 1, "mia", "x"}));
    EXPECT_TRUE(this->store->make_void({"a", 1, "mia", "x"})) << "a retry";
    EXPECT_THAT(this->store->make_void({"a", 1, "tom", "y"}).error().message, HasSubstr(", by mia: x"));
    EXPECT_THAT(ask(*this->store, "k").why.message, HasSubstr("number 1 of the key 'k' was made void"));
    EXPECT_EQ(this->number("new"), 2);
}

TYPED_TEST(a_gapless_store, is_begun_once) {
    this->store.reset();
    EXPECT_EQ(this->place.open(book_start::anew).error().code, errc::invalid_argument);
}

} // namespace
} // namespace vesta::testing
