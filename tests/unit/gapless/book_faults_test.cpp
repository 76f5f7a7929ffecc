#include "support/temp_folder.hpp"
#include "support/wrapped_disk.hpp"

#include <vesta/file/number_book.hpp>

#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>

// What a book of numbers without gaps tells its callers when the disk fails.
namespace vesta::file {
namespace {

using ::testing::HasSubstr;

class a_book_on_a_bad_disk : public ::testing::Test {
  protected:
    a_book_on_a_bad_disk() { EXPECT_EQ(ask({"a", "before"}).number, 1); }

    static number_outcome ask_of(gapless_store& book, const number_wish& wish) {
        number_outcome told;
        book.give({&wish, 1}, {&told, 1});
        return told;
    }
    number_outcome ask(const number_wish& wish) const { return ask_of(*book_, wish); }

    /// The next step of that name fails, and is not done; those after it work.
    void fail_once(const std::string& step) {
        disk_->before = [this, step](const std::string& now) -> result<void> {
            if (now != step) return {};
            disk_->before = {};
            return error{errc::state_unusable, "cannot do that: Input/output error"};
        };
    }

    /// The process begins anew, on a disk that works.
    void restart() {
        book_.reset();
        book_ = open_book(folder_ / "var", options_).value();
    }

    vesta::testing::temp_folder folder_;
    book_options options_{.name = "invoice", .growth = 1'000'000};
    std::shared_ptr<vesta::testing::wrapped_disk> disk_ =
        std::make_shared<vesta::testing::wrapped_disk>(open_disk(folder_ / "var").value());
    std::unique_ptr<gapless_store> book_ = open_book(disk_, options_).value();
};

TEST_F(a_book_on_a_bad_disk, never_says_that_a_number_was_not_given_when_it_may_have_been) {
    std::int64_t last = 1;
    for (const std::string step : {"write", "sync"}) {
        fail_once(step);
        const auto told = ask({"a", "k-" + step});
        EXPECT_EQ(told.number, 0);
        EXPECT_TRUE(told.unknown) << step;
        EXPECT_THAT(told.why.message, HasSubstr("Input/output error; it gives no new numbers until this process is"));
        EXPECT_TRUE(ask({"a", "k-" + step}).unknown) << "a retry is not refused either";
        book_.reset();
        book_ = open_book(disk_, options_).value(); // the process begins anew
        EXPECT_EQ(ask({"a", "k-" + step}).number, ++last) << "whether or not the failed group was written";
        EXPECT_EQ(ask({"a", "before"}).number, 1);
    }
}

// What a failed fsync could not write, the next one does not try again, and tells nothing of.
TEST_F(a_book_on_a_bad_disk, does_not_trust_a_disk_that_works_again) {
    fail_once("sync");
    EXPECT_TRUE(ask({"a", "k"}).unknown);
    const auto synchronised = std::ranges::count(disk_->done, "sync");
    const auto told = ask({"a", ""});
    EXPECT_EQ(told.number, 0);
    EXPECT_FALSE(told.unknown) << "without a key it is a call of its own, and got nothing";
    EXPECT_EQ(std::ranges::count(disk_->done, "sync"), synchronised);
    EXPECT_EQ(ask({"a", "before"}).number, 1) << "what is durable is found";
    EXPECT_FALSE(book_->make_void({"a", 1, "mia", "x"}));
    restart();
    EXPECT_EQ(ask({"a", "k"}).number, 2);
}

TEST_F(a_book_on_a_bad_disk, goes_on_in_the_file_it_has_where_a_new_one_cannot_be_written) {
    options_.growth = 0;
    book_.reset();
    book_ = open_book(disk_, options_).value();
    disk_->before = [](const std::string& step) -> result<void> {
        if (step == "create") return error{errc::state_unusable, "cannot create: No space left on device"};
        return {};
    };
    for (int i = 2; i < 100; ++i)
        EXPECT_EQ(ask({"a", ""}).number, i);
    EXPECT_GT(std::ranges::count(disk_->done, "create"), 2) << "it was tried";
    restart();
    EXPECT_EQ(ask({"a", ""}).number, 100);
}

TEST_F(a_book_on_a_bad_disk, gives_nothing_once_it_is_not_known_which_file_has_the_name) {
    options_.growth = 0;
    book_.reset();
    book_ = open_book(disk_, options_).value();
    fail_once("replace");
    std::int64_t last = 1;
    number_outcome told;
    while (told = ask({"a", ""}), told.number != 0)
        EXPECT_EQ(told.number, ++last);
    EXPECT_GT(last, 1);
    EXPECT_FALSE(told.unknown);
    restart();
    EXPECT_EQ(ask({"a", ""}).number, last + 1);
}

TEST_F(a_book_on_a_bad_disk, is_not_opened_where_it_cannot_be_written_anew) {
    for (const std::string step : {"lock", "read", "list", "create", "write", "sync", "replace", "sync_folder"}) {
        book_.reset();
        fail_once(step);
        const auto opened = open_book(disk_, options_);
        ASSERT_FALSE(opened) << step;
        EXPECT_THAT(opened.error().message, HasSubstr("Input/output error")) << step;
    }
    restart();
    EXPECT_EQ(ask({"a", "before"}).number, 1);
    EXPECT_EQ(ask({"a", ""}).number, 2);
    for (const auto& each : std::filesystem::directory_iterator{folder_ / "var"})
        EXPECT_THAT(each.path().string(), ::testing::Not(HasSubstr(".new."))) << "left behind";
}

TEST_F(a_book_on_a_bad_disk, answers_no_number_that_another_process_may_have_given) {
    std::filesystem::remove(folder_ / "var" / "gapless-invoice.lock");
    const auto told = ask({"a", "k"});
    EXPECT_TRUE(told.unknown);
    EXPECT_EQ(told.why.code, errc::lease_lost);
    // As the one that took over does: what was written before it began, it has.
    book_.reset();
    options_.moved = true;
    restart();
    EXPECT_EQ(ask({"a", "k"}).number, 2);
}

} // namespace
} // namespace vesta::file
