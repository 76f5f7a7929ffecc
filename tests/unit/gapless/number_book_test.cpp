#include "support/temp_folder.hpp"

#include <vesta/file/number_book.hpp>
#include <vesta/testing/manual_clock.hpp>

#include <gmock/gmock.h>

#include <filesystem>

// A book of numbers without gaps on a real disk.
namespace vesta::file {
namespace {

using ::testing::HasSubstr;
using vesta::testing::read_all;
using vesta::testing::write_all;

class a_number_book : public ::testing::Test {
  protected:
    number_options usual() const { return {.name = "invoice", .clock = &clock_}; }
    result<std::unique_ptr<gapless_store>> open() const { return open_book(folder_ / "var", options_, growth_); }
    /// The first start, which an operator has to ask for.
    std::unique_ptr<gapless_store> begin() {
        options_.start = book_start::anew;
        auto made = open().value();
        options_.start = book_start::existing;
        return made;
    }
    void reopen() {
        book_.reset();
        book_ = open().value();
    }

    number_outcome ask(const std::string& key, const std::string& tag = "a") const {
        const number_wish wish{tag, key};
        number_outcome told;
        book_->give({&wish, 1}, {&told, 1});
        return told;
    }
    std::int64_t number(const std::string& key, const std::string& tag = "a") const { return ask(key, tag).number; }

    std::filesystem::path file() const { return folder_ / "var" / "gapless-invoice.numbers"; }

    vesta::testing::temp_folder folder_;
    vesta::testing::manual_clock clock_{unix_ms{std::chrono::hours{24 * 365 * 50}}};
    number_options options_ = usual();
    std::size_t growth_ = usual_book_growth;
    std::unique_ptr<gapless_store> book_ = begin();
};

TEST_F(a_number_book, counts_each_tag_from_1_without_gaps_also_over_starts) {
    EXPECT_EQ(number(""), 1);
    EXPECT_EQ(number("k1"), 2);
    EXPECT_EQ(number("", "b"), 1);
    reopen();
    EXPECT_EQ(number(""), 3);
    EXPECT_EQ(number("", "b"), 2);
    EXPECT_EQ(number("", ""), 1) << "a generator without tags has one series";
}

TEST_F(a_number_book, gives_a_key_the_same_number_also_after_a_start) {
    EXPECT_EQ(number("k"), 1);
    EXPECT_EQ(number("other"), 2);
    const auto again = ask("k");
    EXPECT_EQ(again.number, 1);
    EXPECT_TRUE(again.again);
    reopen();
    EXPECT_EQ(number("k"), 1);
    EXPECT_FALSE(ask("new").again);
}

TEST_F(a_number_book, gives_one_number_to_a_key_that_comes_twice_in_a_group) {
    const std::vector<number_wish> wishes{{"a", "k"}, {"a", ""}, {"a", "k"}, {"b", "k"}};
    std::vector<number_outcome> told(wishes.size());
    book_->give(wishes, told);
    EXPECT_EQ(told[0].number, 1);
    EXPECT_EQ(told[1].number, 2);
    EXPECT_EQ(told[2].number, 1);
    EXPECT_TRUE(told[2].again);
    EXPECT_EQ(told[3].why.message, "the key 'k' has a number of another tag; use another key for tag 'b'");
    EXPECT_FALSE(told[3].unknown);
}

TEST_F(a_number_book, refuses_a_key_that_has_a_number_of_another_tag) {
    EXPECT_EQ(number("k"), 1);
    EXPECT_EQ(ask("k", "b").why.code, errc::invalid_argument);
    EXPECT_EQ(number("", "b"), 1) << "and took none for it";
}

TEST_F(a_number_book, forgets_a_key_only_after_its_time) {
    EXPECT_EQ(number("k"), 1);
    clock_.rest(std::chrono::hours{24});
    EXPECT_EQ(number("in-time"), 2);
    EXPECT_EQ(number("k"), 1);
    clock_.rest(std::chrono::milliseconds{1});
    EXPECT_EQ(number("later"), 3); // with this group it goes
    EXPECT_EQ(number("k"), 4);
    reopen();
    EXPECT_EQ(number("k"), 4) << "the file has the key twice";
    EXPECT_EQ(number("in-time"), 2);
}

// Two tags, whose keys end at different times, with starts in between.
TEST_F(a_number_book, opens_whatever_was_forgotten_before) {
    EXPECT_EQ(number("k1", "b"), 1);
    clock_.rest(std::chrono::hours{12});
    EXPECT_EQ(number("k2", "a"), 1);
    reopen();
    clock_.rest(std::chrono::hours{13});
    EXPECT_EQ(number("k1", "b"), 1) << "not forgotten before the next group";
    EXPECT_EQ(number("k3", "b"), 2);
    EXPECT_EQ(number("k1", "b"), 3);
    reopen();
    EXPECT_EQ(number("k1", "b"), 3);
    EXPECT_EQ(number("k2", "a"), 1);
}

// Both would end keys early, or never, if age were counted by the time of day.
TEST_F(a_number_book, forgets_no_key_because_the_time_of_day_was_set) {
    EXPECT_EQ(number("k1"), 1);
    clock_.jump(std::chrono::hours{24 * 400});
    EXPECT_EQ(number("k2"), 2);
    EXPECT_EQ(number("k1"), 1);
    reopen();
    EXPECT_EQ(number("k1"), 1);
    clock_.jump(-std::chrono::hours{24 * 400});
    clock_.rest(std::chrono::hours{25});
    EXPECT_EQ(number("k3"), 3);
    EXPECT_EQ(number("k2"), 4) << "one that was given far ahead ends in time all the same";
}

TEST_F(a_number_book, keeps_no_more_keys_than_it_may_and_forgets_none_early) {
    options_.most_keys = 2;
    reopen();
    EXPECT_EQ(number("k1"), 1);
    EXPECT_EQ(number("k2"), 2);
    const auto full = ask("k3");
    EXPECT_THAT(full.why.message, HasSubstr("this call gave no number: 2 keys are kept, and each for 86400 s"));
    EXPECT_EQ(full.why.retry_after, std::chrono::hours{24});
    EXPECT_FALSE(full.unknown);
    EXPECT_EQ(number("k1"), 1);
    EXPECT_EQ(number(""), 3);
    clock_.rest(std::chrono::hours{25});
    EXPECT_EQ(number("k3"), 4);
}

TEST_F(a_number_book, tells_auditors_of_each_number) {
    const auto at = std::chrono::floor<std::chrono::milliseconds>(clock_.now());
    EXPECT_EQ(number("k"), 1);
    EXPECT_EQ(number(""), 2);
    clock_.rest(std::chrono::minutes{1});
    ASSERT_TRUE(book_->make_void({"a", 2, "mia at 127.0.0.1", "the form was torn"}));
    reopen();
    const auto entries = book_->list("a", 1, 10).value();
    ASSERT_EQ(entries.size(), 2U);
    EXPECT_EQ(entries[0].key, "k");
    EXPECT_EQ(entries[0].given_at, at);
    EXPECT_FALSE(entries[0].void_since);
    EXPECT_EQ(entries[1].key, "");
    EXPECT_EQ(entries[1].void_since, at + std::chrono::minutes{1});
    EXPECT_EQ(entries[1].who, "mia at 127.0.0.1");
    EXPECT_EQ(entries[1].why, "the form was torn");
    EXPECT_EQ(book_->list("a", 2, 1).value().size(), 1U);
    EXPECT_TRUE(book_->list("a", 3, 10).value().empty());
    EXPECT_TRUE(book_->list("none", 1, 10).value().empty());
    const auto all = book_->series().value();
    ASSERT_EQ(all.size(), 1U);
    EXPECT_EQ(all[0].last, 2);
    EXPECT_EQ(all[0].voided, 1U);
}

TEST_F(a_number_book, is_listed_page_by_page) {
    for (const std::string key : {"", "k2", "k3", "", "k5"})
        ask(key);
    EXPECT_EQ(number("other", "b"), 1);
    const auto page = book_->list("a", 3, 2).value();
    ASSERT_EQ(page.size(), 2U);
    EXPECT_EQ(page[0].key, "k3");
    EXPECT_EQ(page[1].key, "");
    EXPECT_EQ(book_->list("a", 5, 1).value()[0].key, "k5");
    std::vector<number_wish> many(2 * longest_list, number_wish{"a", ""});
    std::vector<number_outcome> told(many.size());
    book_->give(many, told);
    EXPECT_EQ(book_->list("a", 1, many.size()).value().size(), longest_list);
}

TEST_F(a_number_book, makes_a_number_void_once) {
    EXPECT_EQ(number("k"), 1);
    EXPECT_EQ(book_->make_void({"a", 2, "mia", "x"}).error().message, "number 2 was not given; the last one is 1");
    ASSERT_TRUE(book_->make_void({"a", 1, "mia", "x"}));
    EXPECT_TRUE(book_->make_void({"a", 1, "mia", "x"})) << "a retry";
    EXPECT_TRUE(book_->make_void({"a", 1, "mia at another address", "x"})) << "another";
    EXPECT_THAT(book_->make_void({"a", 1, "tom", "y"}).error().message, HasSubstr(", by mia: x"));
    EXPECT_THAT(ask("k").why.message, HasSubstr("number 1 of the key 'k' was made void; use another key"));
    EXPECT_EQ(number("new"), 2) << "the number is used for nothing ever";
}

// What it wrote and cannot read would be lost with all that follows.
TEST_F(a_number_book, writes_nothing_that_it_does_not_read) {
    EXPECT_EQ(ask("two words").why.code, errc::invalid_argument);
    EXPECT_EQ(ask("k", "two\nlines").why.code, errc::invalid_argument);
    EXPECT_EQ(number("k"), 1);
    EXPECT_EQ(book_->make_void({"a", 1, "mia", "two\nlines"}).error().code, errc::invalid_argument);
    reopen();
    EXPECT_EQ(number(""), 2);
}

TEST_F(a_number_book, has_one_owner_at_a_time) {
    EXPECT_THAT(open().error().message, HasSubstr("which gives the numbers of generator invoice"));
    book_.reset();
    EXPECT_TRUE(open());
}

TEST_F(a_number_book, is_written_anew_when_it_is_long) {
    growth_ = 100;
    reopen();
    for (int i = 0; i < 20; ++i) {
        EXPECT_EQ(number(""), i + 1);
        book_->tidy();
    }
    EXPECT_LE(std::filesystem::file_size(file()), 3U * 4096);
    EXPECT_EQ(number("k"), 21);
    reopen();
    EXPECT_EQ(number("k"), 21);
    EXPECT_EQ(number(""), 22);
}

TEST_F(a_number_book, is_refused_in_another_place_until_an_operator_says_that_it_was_moved) {
    EXPECT_EQ(number("k"), 1);
    book_.reset();
    std::filesystem::copy(folder_ / "var", folder_ / "copy", std::filesystem::copy_options::recursive);
    EXPECT_THAT(open_book(folder_ / "copy", options_).error().message, HasSubstr("was copied or moved here"));
    options_.start = book_start::moved;
    ASSERT_TRUE(open_book(folder_ / "copy", options_));
    options_.start = book_start::existing;
    EXPECT_TRUE(open_book(folder_ / "copy", options_)) << "for good";
}

TEST_F(a_number_book, is_of_one_generator) {
    book_.reset();
    std::filesystem::rename(file(), folder_ / "var" / "gapless-order.numbers");
    options_.name = "order";
    EXPECT_THAT(open().error().message, HasSubstr("is of generator 'invoice', not of order"));
}

} // namespace
} // namespace vesta::file
