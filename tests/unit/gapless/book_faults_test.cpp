#include "support/temp_folder.hpp"
#include "support/wrapped_disk.hpp"

#include <vesta/file/number_book.hpp>

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <algorithm>
#include <filesystem>
#include <new>
#include <unistd.h>

// What a book of numbers without gaps tells its callers when the disk fails.
namespace vesta::file {
namespace {

using ::testing::HasSubstr;
using vesta::testing::read_all;

class a_book_on_a_bad_disk : public ::testing::Test {
  protected:
    a_book_on_a_bad_disk() { EXPECT_EQ(ask({"a", "before"}).number, 1); }

    static number_outcome ask_of(gapless_store& book, const number_wish& wish) {
        number_outcome told;
        book.give({&wish, 1}, {&told, 1});
        return told;
    }
    number_outcome ask(const number_wish& wish) const {
        const auto told = ask_of(*book_, wish);
        book_->tidy();
        return told;
    }

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
        book_ = open_book(folder_ / "var", options_, growth_).value();
    }

    /// The same, on the disk that can be made bad.
    void restart_on_bad_disk() {
        book_.reset();
        book_ = open_book(disk_, options_, growth_).value();
    }

    /// The first start, which an operator has to ask for.
    std::unique_ptr<gapless_store> begin() {
        options_.start = book_start::anew;
        auto made = open_book(disk_, options_, growth_).value();
        options_.start = book_start::existing;
        return made;
    }

    vesta::testing::temp_folder folder_;
    number_options options_{.name = "invoice"};
    std::size_t growth_ = 1'000'000;
    std::shared_ptr<vesta::testing::wrapped_disk> disk_ =
        std::make_shared<vesta::testing::wrapped_disk>(open_disk(folder_ / "var").value());
    std::unique_ptr<gapless_store> book_ = begin();
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
        book_ = open_book(disk_, options_, growth_).value(); // the process begins anew
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
    growth_ = 0;
    restart_on_bad_disk();
    disk_->before = [](const std::string& step) -> result<void> {
        if (step == "create") return error{errc::state_unusable, "cannot create: No space left on device"};
        return {};
    };
    for (int i = 2; i < 20; ++i)
        EXPECT_EQ(ask({"a", ""}).number, i);
    EXPECT_GT(std::ranges::count(disk_->done, "create"), 2) << "it was tried";
    restart();
    EXPECT_EQ(ask({"a", ""}).number, 20);
}

TEST_F(a_book_on_a_bad_disk, gives_nothing_once_it_is_not_known_which_file_has_the_name) {
    growth_ = 0;
    restart_on_bad_disk();
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
        const auto opened = open_book(disk_, options_, growth_);
        ASSERT_FALSE(opened) << step;
        EXPECT_THAT(opened.error().message, HasSubstr("Input/output error")) << step;
    }
    restart();
    EXPECT_EQ(ask({"a", "before"}).number, 1);
    EXPECT_EQ(ask({"a", ""}).number, 2);
    for (const auto& each : std::filesystem::directory_iterator{folder_ / "var"})
        EXPECT_THAT(each.path().string(), ::testing::Not(HasSubstr(".new."))) << "left behind";
}

// The file that has the name must be the one that was written, or all that follows goes nowhere.
TEST_F(a_book_on_a_bad_disk, gives_nothing_once_its_file_was_removed_replaced_or_written_by_another) {
    const auto file = folder_ / "var" / "gapless-invoice.numbers";
    const auto harm = [&](int how) {
        if (how == 0) std::filesystem::rename(file, folder_ / "aside");
        if (how == 1) vesta::testing::write_all(folder_ / "other", read_all(file));
        if (how == 1) std::filesystem::rename(folder_ / "other", file);
        if (how == 2) vesta::testing::write_all(file, read_all(file) + "x");
    };
    for (int how = 0; how < 3; ++how) {
        harm(how);
        const auto told = ask({"a", "k"});
        EXPECT_TRUE(told.unknown) << how;
        EXPECT_EQ(told.why.code, errc::lease_lost) << told.why.message;
        EXPECT_EQ(ask({"a", "before"}).number, 1) << "the lock is still ours";
        book_.reset();
        std::filesystem::remove_all(folder_ / "var");
        disk_ = std::make_shared<vesta::testing::wrapped_disk>(open_disk(folder_ / "var").value());
        book_ = begin();
        EXPECT_EQ(ask({"a", "before"}).number, 1);
    }
}

TEST_F(a_book_on_a_bad_disk, does_not_replace_the_book_of_who_took_over_meanwhile) {
    growth_ = 0;
    restart_on_bad_disk();
    std::unique_ptr<gapless_store> other;
    disk_->before = [&](const std::string& step) -> result<void> {
        if (step != "create" || other) return {};
        // Here, another process takes over.
        std::filesystem::remove(folder_ / "var" / "gapless-invoice.lock");
        number_options theirs = options_;
        theirs.start = book_start::moved;
        other = open_book(folder_ / "var", theirs).value();
        EXPECT_TRUE(ask_of(*other, {"a", "theirs"}).number);
        return {};
    };
    while (!other)
        ask({"a", ""});
    const auto theirs = ask_of(*other, {"a", "theirs"}).number;
    EXPECT_EQ(ask({"a", "k"}).number, 0);
    EXPECT_TRUE(ask({"a", "before"}).unknown) << "it may be void by now";
    book_.reset();
    other.reset();
    restart();
    EXPECT_EQ(ask({"a", "theirs"}).number, theirs);
    EXPECT_EQ(ask({"a", ""}).number, theirs + 1);
}

// What it throws stands for a lack of memory at that place.
TEST_F(a_book_on_a_bad_disk, gives_nothing_once_it_does_not_know_what_it_wrote) {
    const auto lack = [this](const std::string& where) {
        disk_->before = [this, where](const std::string& step) -> result<void> {
            if (step != where) return {};
            disk_->before = {};
            throw std::bad_alloc{};
        };
    };
    lack("sync");
    EXPECT_TRUE(ask({"a", "k"}).unknown);
    EXPECT_TRUE(ask({"a", "k"}).unknown) << "the file may have it";
    restart();
    EXPECT_EQ(ask({"a", "k"}).number, 2);
    restart_on_bad_disk();
    lack("sync");
    EXPECT_EQ(book_->make_void({"a", 2, "mia", "x"}).error().code, errc::internal);
    EXPECT_EQ(ask({"a", ""}).number, 0);
    restart();
    EXPECT_TRUE(book_->make_void({"a", 2, "mia", "x"})) << "whether or not it is so by now";
    growth_ = 0;
    restart_on_bad_disk();
    lack("create");
    for (int i = 3; i < 10; ++i)
        EXPECT_EQ(ask({"a", ""}).number, i) << "another file was not needed yet";
}

TEST_F(a_book_on_a_bad_disk, gives_nothing_in_a_forked_child) {
    const pid_t child = ::fork();
    if (child == 0) {
        const auto told = ask({"a", "k"});
        const bool refused = told.why.code == errc::forked && !told.unknown && ask({"a", "before"}).number == 0 &&
                             book_->make_void({"a", 1, "mia", "x"}).error().code == errc::forked;
        book_.reset();
        ::_exit(refused ? 0 : 1);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
    EXPECT_EQ(ask({"a", "k"}).number, 2);
    restart();
    EXPECT_EQ(ask({"a", "k"}).number, 2);
}

TEST_F(a_book_on_a_bad_disk, answers_no_number_that_another_process_may_have_given) {
    std::filesystem::remove(folder_ / "var" / "gapless-invoice.lock");
    const auto told = ask({"a", "k"});
    EXPECT_TRUE(told.unknown);
    EXPECT_EQ(told.why.code, errc::lease_lost);
    // As the one that took over does: what was written before it began, it has.
    book_.reset();
    options_.start = book_start::moved;
    restart();
    EXPECT_EQ(ask({"a", "k"}).number, 2);
}

} // namespace
} // namespace vesta::file
