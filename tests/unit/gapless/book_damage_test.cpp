#include "support/random.hpp"
#include "support/temp_folder.hpp"

#include <vesta/file/number_book.hpp>

#include <gmock/gmock.h>

#include <filesystem>

// A book of numbers without gaps whose bytes were changed, or are not all there.
namespace vesta::file {
namespace {

using ::testing::HasSubstr;

constexpr std::size_t block_of_books = 4096;

class a_damaged_book : public ::testing::Test {
  protected:
    a_damaged_book() {
        options_.start = book_start::anew;
        auto book = open().value();
        options_.start = book_start::existing;
        for (const std::string key : {"k1", "k2", "k3"})
            ask(*book, key);
        crashed_ = read();
        book.reset();
        ended_ = read();
    }

    result<std::unique_ptr<gapless_store>> open() const { return open_book(folder_ / "var", options_); }
    static std::int64_t ask(gapless_store& book, const std::string& key) {
        const number_wish wish{"a", key};
        number_outcome told;
        book.give({&wish, 1}, {&told, 1});
        return told.number;
    }

    std::filesystem::path file() const { return folder_ / "var" / "gapless-invoice.numbers"; }
    std::string read() const { return vesta::testing::read_all(file()); }
    /// In place, as the file that it is must stay.
    void write(const std::string& content) const { vesta::testing::write_all(file(), content); }

    void expect_refused(const std::string& damaged, const std::string& what) const {
        write(damaged);
        const auto opened = open();
        ASSERT_FALSE(opened) << what;
        EXPECT_EQ(opened.error().code, errc::state_unusable);
        EXPECT_THAT(opened.error().message, HasSubstr("gapless-invoice.numbers cannot be used")) << what;
        EXPECT_EQ(read(), damaged) << "what an operator may want to repair";
    }

    std::vector<std::string> kept_aside() const {
        std::vector<std::string> all;
        for (const auto& each : std::filesystem::directory_iterator{folder_ / "var"})
            if (each.path().string().find(".cut.") != std::string::npos)
                all.push_back(vesta::testing::read_all(each.path()));
        return all;
    }

    vesta::testing::temp_folder folder_;
    std::vector<std::string> told_;
    number_options options_{.name = "invoice",
                            .log = [this](severity, std::string_view line) { told_.emplace_back(line); }};
    std::string crashed_; ///< As a process leaves it that is killed: a head and three groups.
    std::string ended_;   ///< As one leaves it that ended in order.
};

TEST_F(a_damaged_book, has_each_group_in_blocks_of_its_own) {
    EXPECT_EQ(crashed_.size(), 4 * block_of_books);
    for (std::size_t at = block_of_books; at < ended_.size(); at += block_of_books)
        EXPECT_EQ(ended_[at], '\036');
}

TEST_F(a_damaged_book, is_refused_where_a_bit_of_anything_but_the_last_group_changed) {
    options_.start = book_start::to_read; // which reads the same, and synchronises nothing
    for (std::size_t at = 0; at < 3 * block_of_books; ++at) {
        if (crashed_[at] == '\0' && at % 397 != 0) continue; // of what fills up a block, some do
        std::string damaged = crashed_;
        damaged[at] = static_cast<char>(damaged[at] ^ 1);
        expect_refused(damaged, "byte " + std::to_string(at));
        if (HasFatalFailure()) return;
    }
}

// One bad block of a disk, or several, with whatever is in them then: more than one group may be gone.
TEST_F(a_damaged_book, is_refused_where_several_groups_are_gone) {
    auto random = vesta::testing::random_source::announced();
    for (int i = 0; i < 200; ++i) {
        const auto from = random.below(3 * block_of_books);
        const auto length = 1 + random.below(3 * block_of_books - from);
        std::string damaged = crashed_;
        for (std::size_t at = from; at < from + length; ++at)
            damaged[at] = i % 3 == 0 ? '\0' : static_cast<char>(random.below(256));
        if (damaged == crashed_) continue;
        expect_refused(damaged, std::to_string(from) + " " + std::to_string(length));
        if (HasFatalFailure()) return;
    }
}

// A clean end vouches for the last group, which a crash does not.
TEST_F(a_damaged_book, is_refused_where_the_last_group_is_damaged_and_it_had_ended) {
    std::string damaged = ended_;
    damaged.replace(3 * block_of_books, block_of_books, block_of_books, '\0');
    expect_refused(damaged, "the last group");
    expect_refused(ended_ + "more", "behind the end");
}

TEST_F(a_damaged_book, leaves_out_a_last_group_that_is_cut_off_and_keeps_it_aside) {
    const auto whole = crashed_.find('\0', 3 * block_of_books);
    options_.start = book_start::moved; // each is another file
    for (auto left = 3 * block_of_books; left < whole; left += 7) {
        const auto cut = crashed_.substr(0, left);
        write(cut + std::string(left % 3 * 7, '\0'));
        const auto before = kept_aside().size();
        {
            auto book = open().value();
            ASSERT_EQ(ask(*book, "k3"), 3) << left;
            ASSERT_EQ(ask(*book, "k1"), 1) << left;
        }
        ASSERT_EQ(kept_aside().size(), before + (left == 3 * block_of_books ? 0 : 1));
    }
    EXPECT_THAT(told_.back(), HasSubstr("left out its last"));
    EXPECT_THAT(kept_aside(), ::testing::Contains(HasSubstr("key 3")));
}

TEST_F(a_damaged_book, tells_of_zeros_behind_its_last_group) {
    write(crashed_ + std::string(block_of_books, '\0'));
    auto book = open().value();
    EXPECT_EQ(ask(*book, "k4"), 4);
    ASSERT_FALSE(told_.empty());
    EXPECT_THAT(told_.back(), HasSubstr("left out its last 4096 bytes, all zero"));
}

TEST_F(a_damaged_book, loses_nothing_with_its_last_line) {
    write(ended_.substr(0, ended_.find("end\n")));
    auto book = open().value();
    EXPECT_EQ(ask(*book, "k3"), 3);
    EXPECT_EQ(ask(*book, "k4"), 4);
}

// A restored backup has what was known then, and not what was answered since.
TEST_F(a_damaged_book, is_refused_where_it_is_not_the_file_that_was_written) {
    std::filesystem::rename(file(), folder_ / "aside");
    write(ended_);
    EXPECT_THAT(open().error().message, HasSubstr("it was restored or copied. Two copies would give the same"));
    options_.start = book_start::moved;
    ASSERT_TRUE(open());
    options_.start = book_start::existing;
    EXPECT_TRUE(open()) << "from then on";
}

TEST_F(a_damaged_book, is_not_changed_by_who_reads_it) {
    write(crashed_ + "\036torn");
    options_.start = book_start::to_read;
    EXPECT_EQ(open().value()->list("a", 1, 10).value().size(), 3U);
    EXPECT_EQ(read(), crashed_ + "\036torn");
    EXPECT_TRUE(kept_aside().empty());
}

} // namespace
} // namespace vesta::file
