#include "support/process.hpp"
#include "support/temp_folder.hpp"

#include <vesta/file/disk.hpp>

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace vesta::file {
namespace {

using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;
using vesta::testing::holds_in_forked_child;
using vesta::testing::read_all;
using vesta::testing::temp_folder;
using vesta::testing::write_all;

constexpr uid_t nobody = 65534;

/// Runs @p claim as a user who may write nowhere but in world-writable folders: root may write everywhere.
template <class Claim>
bool holds_without_privileges(const Claim& claim) {
    return holds_in_forked_child([&] { return (::geteuid() != 0 || ::setuid(nobody) == 0) && claim(); });
}

class a_disk : public ::testing::Test {
  protected:
    result<void> make(const std::string& name, const std::string& content) const {
        auto file = on_->create(name);
        if (!file) return std::move(file).error();
        return (*file)->write(content);
    }

    temp_folder folder_;
    std::unique_ptr<disk> on_ = open_disk(folder_.path()).value();
};

TEST_F(a_disk, holds_what_was_written) {
    auto file = on_->create("a");
    ASSERT_TRUE(file);
    ASSERT_TRUE((*file)->write("one "));
    ASSERT_TRUE((*file)->write("two"));
    ASSERT_TRUE((*file)->sync());
    EXPECT_EQ(**on_->read("a"), "one two");
    EXPECT_EQ(read_all(folder_ / "a"), "one two");
}

TEST_F(a_disk, tells_a_file_that_is_not_there_from_an_empty_one) {
    EXPECT_EQ(on_->read("a").value(), std::nullopt);
    ASSERT_TRUE(make("a", ""));
    EXPECT_EQ(on_->read("a").value(), "");
}

TEST_F(a_disk, lists_every_name_also_of_a_large_folder) {
    EXPECT_TRUE(on_->list()->empty());
    ASSERT_TRUE(make("a", "") && make("b", ""));
    EXPECT_THAT(*on_->list(), UnorderedElementsAre("a", "b"));
    for (int i = 0; i < 20'000; ++i)
        ::close(::creat((folder_ / ("a-name-of-usual-length-" + std::to_string(i))).c_str(), 0600));
    EXPECT_EQ(on_->list()->size(), 20'002U);
}

TEST_F(a_disk, makes_no_file_over_another) {
    write_all(folder_ / "a", "there");
    EXPECT_THAT(make("a", "new").error().message, HasSubstr("a: File exists"));
    EXPECT_EQ(read_all(folder_ / "a"), "there");
}

TEST_F(a_disk, gives_a_name_to_one_file_only) {
    ASSERT_TRUE(make("a", "first") && make("b", "second"));
    EXPECT_TRUE(on_->link("a", "n").value());
    EXPECT_FALSE(on_->link("b", "n").value());
    EXPECT_FALSE(on_->link("a", "n").value());
    EXPECT_EQ(**on_->read("n"), "first");
    EXPECT_THAT(on_->link("none", "m").error().message, HasSubstr("m: No such file or directory"));
}

TEST_F(a_disk, replaces_and_removes) {
    ASSERT_TRUE(make("a", "new") && make("b", "old"));
    ASSERT_TRUE(on_->replace("a", "b"));
    EXPECT_EQ(**on_->read("b"), "new");
    EXPECT_TRUE(on_->remove("b"));
    EXPECT_TRUE(on_->remove("b")) << "gone is gone";
    EXPECT_TRUE(on_->list()->empty());
    EXPECT_TRUE(on_->sync_folder());
}

// A15: a planted link made a program that runs as root overwrite the file it led to.
TEST_F(a_disk, follows_no_symbolic_link) {
    write_all(folder_ / "victim", "precious");
    std::filesystem::create_symlink(folder_ / "victim", folder_ / "planted");
    EXPECT_EQ(on_->read("planted").error().message,
              (folder_ / "planted").string() + " is a symbolic link; state files must be files");
    EXPECT_FALSE(make("planted", "overwritten"));
    EXPECT_THAT(on_->lock("planted").error().message, HasSubstr("planted is a symbolic link"));
    ASSERT_TRUE(make("a", "mine"));
    EXPECT_FALSE(on_->link("a", "planted").value());
    EXPECT_EQ(read_all(folder_ / "victim"), "precious");
    std::filesystem::create_symlink(folder_ / "nowhere", folder_ / "dangling");
    EXPECT_FALSE(on_->read("dangling"));
    EXPECT_FALSE(make("dangling", "x"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "nowhere"));
}

TEST_F(a_disk, is_not_held_up_by_a_pipe_or_a_folder_in_the_place_of_a_file) {
    ASSERT_EQ(::mkfifo((folder_ / "pipe").c_str(), 0600), 0);
    std::filesystem::create_directory(folder_ / "sub");
    EXPECT_THAT(on_->read("pipe").error().message, HasSubstr("pipe is not a file"));
    EXPECT_THAT(on_->lock("pipe").error().message, HasSubstr("pipe is not a file"));
    EXPECT_THAT(on_->read("sub").error().message, HasSubstr("sub is not a file"));
    EXPECT_THAT(on_->lock("sub").error().message, HasSubstr("sub: Is a directory"));
}

TEST_F(a_disk, takes_no_more_for_a_state_file_than_one_has) {
    write_all(folder_ / "a", std::string(largest_file, 'x'));
    EXPECT_EQ((*on_->read("a"))->size(), largest_file);
    write_all(folder_ / "a", std::string(largest_file + 1, 'x'));
    EXPECT_THAT(on_->read("a").error().message, HasSubstr("larger than any state file"));
}

TEST_F(a_disk, says_so_when_it_is_full) {
    EXPECT_TRUE(holds_in_forked_child([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit four_bytes{4, 4};
        ::setrlimit(RLIMIT_FSIZE, &four_bytes);
        return make("a", "a longer one").error().message ==
               "cannot write " + (folder_ / "a").string() + ": File too large";
    }));
    EXPECT_EQ(read_all(folder_ / "a"), "a lo");
}

TEST_F(a_disk, says_what_may_not_be_done) {
    write_all(folder_ / "a", "old");
    std::filesystem::permissions(folder_ / "a", std::filesystem::perms{0});
    std::filesystem::permissions(folder_.path(), std::filesystem::perms{0555});
    EXPECT_TRUE(holds_without_privileges([&] {
        const auto on = open_disk(folder_.path()).value();
        return on->create("b").error().message == "cannot create " + (folder_ / "b").string() + ": Permission denied" &&
               on->read("a").error().message == "cannot open " + (folder_ / "a").string() + ": Permission denied" &&
               on->remove("a").error().message == "cannot remove " + (folder_ / "a").string() + ": Permission denied";
    }));
}

TEST_F(a_disk, draws_no_name_twice) {
    const auto one = on_->unique();
    EXPECT_EQ(one.size(), 32U);
    EXPECT_EQ(one.find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_NE(one, on_->unique());
}

TEST_F(a_disk, tells_the_time_in_three_ways) {
    const auto now = on_->clocks();
    EXPECT_EQ(now.boot.size(), 36U);
    EXPECT_GT(now.since_boot.count(), 0);
    EXPECT_GT(now.wall, unix_ms{std::chrono::sys_days{std::chrono::year{2020} / 1 / 1}});
}

TEST_F(a_disk, lies_in_folders_that_are_made_down_to_the_last) {
    const auto deep = folder_.path() / "a" / "b" / "c";
    ASSERT_TRUE(open_disk(deep));
    EXPECT_TRUE(std::filesystem::is_directory(deep));
    EXPECT_TRUE(open_disk(deep)) << "and found where they are";
    EXPECT_TRUE(open_disk(deep / "")) << "with a slash at the end, too";
    EXPECT_TRUE(open_disk(folder_.path() / "x" / "" / "y" / ""));
    EXPECT_TRUE(open_disk("/"));
}

TEST_F(a_disk, says_why_its_folder_cannot_be_made) {
    write_all(folder_ / "file", "");
    const auto below_a_file = open_disk(folder_.path() / "file" / "var");
    EXPECT_THAT(below_a_file.error().message, HasSubstr("cannot create the folder " + (folder_ / "file").string()));
    std::filesystem::permissions(folder_.path(), std::filesystem::perms{0555});
    EXPECT_TRUE(holds_without_privileges([&] {
        return open_disk(folder_ / "var").error().message ==
               "cannot create the folder " + (folder_ / "var").string() + ": Permission denied";
    }));
}

TEST_F(a_disk, may_be_reached_through_a_link_of_our_own) {
    // As systemd makes one for a unit with DynamicUser: /var/lib/vesta -> private/vesta.
    std::filesystem::create_directories(folder_.path() / "private" / "vesta");
    std::filesystem::create_symlink("private/vesta", folder_ / "vesta");
    for (const auto& path : {folder_.path() / "vesta", folder_.path() / "vesta" / ""}) {
        const auto on = open_disk(path);
        ASSERT_TRUE(on) << on.error().message;
        ASSERT_TRUE((*on)->create((*on)->unique()));
    }
    EXPECT_FALSE(std::filesystem::is_empty(folder_.path() / "private" / "vesta"));
}

TEST_F(a_disk, is_not_looked_for_behind_a_link_of_another_user) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can make a link that is another user's";
    std::filesystem::create_directory(folder_ / "theirs");
    std::filesystem::create_symlink("theirs", folder_ / "var");
    ASSERT_EQ(::lchown((folder_ / "var").c_str(), nobody, nobody), 0);
    const auto on = open_disk(folder_ / "var");
    ASSERT_FALSE(on);
    EXPECT_THAT(on.error().message, HasSubstr("var is a symbolic link that user 65534 made"));
}

} // namespace
} // namespace vesta::file
