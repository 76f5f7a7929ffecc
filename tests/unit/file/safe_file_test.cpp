#include "safe_file.hpp"
#include "support/process.hpp"
#include "support/temp_folder.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <csignal>
#include <unistd.h>

namespace vesta::file {
namespace {

using ::testing::HasSubstr;
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

class a_safe_file : public ::testing::Test {
  protected:
    temp_folder folder_;
    std::filesystem::path path_ = folder_ / "a.mark";
    std::filesystem::path beside_ = folder_ / "a.mark.new";
};

TEST_F(a_safe_file, holds_what_it_was_replaced_by) {
    ASSERT_TRUE(replace_file(path_, "one"));
    EXPECT_EQ(read_all(path_), "one");
    ASSERT_TRUE(replace_file(path_, "twenty-two"));
    EXPECT_EQ(**read_file(path_), "twenty-two");
    EXPECT_FALSE(std::filesystem::exists(beside_));
}

TEST_F(a_safe_file, is_replaced_as_a_whole_never_written_in_place) {
    ASSERT_TRUE(replace_file(path_, "old"));
    std::filesystem::create_hard_link(path_, folder_ / "the-old-one");
    ASSERT_TRUE(replace_file(path_, "new"));
    EXPECT_EQ(read_all(folder_ / "the-old-one"), "old");
}

TEST_F(a_safe_file, is_replaced_though_a_crash_left_a_half_written_one) {
    write_all(beside_, "the half-written file of a process that was killed, longer than what comes");
    ASSERT_TRUE(replace_file(path_, "new"));
    EXPECT_EQ(read_all(path_), "new");
}

TEST_F(a_safe_file, that_is_not_there_is_no_error) {
    const auto read = read_file(path_);
    ASSERT_TRUE(read);
    EXPECT_FALSE(read->has_value());
}

TEST_F(a_safe_file, may_be_empty) {
    write_all(path_, "");
    EXPECT_EQ(**read_file(path_), "");
}

TEST_F(a_safe_file, stays_whole_on_a_full_disk) {
    write_all(path_, "old");
    std::filesystem::create_symlink("/dev/full", beside_); // every write to it meets a full disk
    const auto replaced = replace_file(path_, "new");
    ASSERT_FALSE(replaced);
    EXPECT_EQ(replaced.reason().code, errc::state_unusable);
    EXPECT_EQ(replaced.reason().message, "cannot write " + beside_.string() + ": No space left on device");
    EXPECT_EQ(read_all(path_), "old");
}

TEST_F(a_safe_file, stays_whole_when_the_disk_fills_up_half_way) {
    write_all(path_, "old");
    EXPECT_TRUE(holds_in_forked_child([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit four_bytes{4, 4};
        ::setrlimit(RLIMIT_FSIZE, &four_bytes);
        return !replace_file(path_, "a longer one");
    }));
    EXPECT_EQ(read_all(beside_), "a lo");
    EXPECT_EQ(read_all(path_), "old");
}

TEST_F(a_safe_file, cannot_be_replaced_in_a_read_only_folder) {
    write_all(path_, "old");
    std::filesystem::permissions(folder_.path(), std::filesystem::perms{0555});
    EXPECT_TRUE(holds_without_privileges([&] {
        const auto replaced = replace_file(path_, "new");
        return !replaced && replaced.reason().message == "cannot create " + beside_.string() + ": Permission denied";
    }));
    EXPECT_EQ(read_all(path_), "old");
}

TEST_F(a_safe_file, that_may_not_be_read_is_an_error_not_a_first_start) {
    write_all(path_, "old");
    std::filesystem::permissions(path_, std::filesystem::perms{0});
    std::filesystem::permissions(folder_.path(), std::filesystem::perms{0755});
    EXPECT_TRUE(holds_without_privileges([&] {
        const auto read = read_file(path_);
        return !read && read.reason().message == "cannot open " + path_.string() + ": Permission denied";
    }));
}

TEST_F(a_safe_file, is_not_a_folder) {
    std::filesystem::create_directory(path_);
    EXPECT_EQ(read_file(path_).reason().message, "cannot read " + path_.string() + ": Is a directory");
    EXPECT_THAT(replace_file(path_, "new").reason().message, HasSubstr("cannot replace " + path_.string()));
}

TEST_F(a_safe_file, is_small) {
    write_all(path_, std::string(4096, 'x'));
    EXPECT_EQ((*read_file(path_))->size(), 4096u);
    write_all(path_, std::string(4097, 'x'));
    EXPECT_THAT(read_file(path_).reason().message, HasSubstr("larger than any state file"));
}

TEST_F(a_safe_file, folders_are_made_down_to_the_last) {
    const auto deep = folder_.path() / "a" / "b" / "c";
    ASSERT_TRUE(make_folder(deep));
    EXPECT_TRUE(std::filesystem::is_directory(deep));
    EXPECT_TRUE(make_folder(deep)) << "and found where they are";
    EXPECT_TRUE(make_folder(deep / "")) << "with a slash at the end, too";
    EXPECT_TRUE(make_folder(folder_.path() / "x" / "" / "y" / ""));
    EXPECT_TRUE(make_folder("/"));
}

TEST_F(a_safe_file, a_folder_that_cannot_be_made_is_named_with_the_reason) {
    write_all(folder_ / "file", "");
    const auto below_a_file = make_folder(folder_.path() / "file" / "var");
    ASSERT_FALSE(below_a_file);
    EXPECT_EQ(below_a_file.reason().code, errc::state_unusable);
    EXPECT_THAT(below_a_file.reason().message,
                HasSubstr("cannot create the folder " + (folder_ / "file").string() + ": "));
    std::filesystem::permissions(folder_.path(), std::filesystem::perms{0555});
    EXPECT_TRUE(holds_without_privileges([&] {
        const auto made = make_folder(folder_ / "var");
        return !made && made.reason().message ==
                            "cannot create the folder " + (folder_ / "var").string() + ": Permission denied";
    }));
}

} // namespace
} // namespace vesta::file
