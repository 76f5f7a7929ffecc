#include "support/temp_folder.hpp"

#include <vesta/file/marks.hpp>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <algorithm>
#include <fcntl.h>
#include <unistd.h>
#include <vector>

// What the file store asks of the system, in which order: a disk that forgets at a crash what was not synchronised
// cannot be had here, and leaving the calls out changes nothing that could be seen. So this program's own fsync, rename
// and link write down what they are called for, and do it.
namespace {

struct step {
    enum class deed { synchronised, named } what;
    ino_t file; // a folder's, too
};

std::vector<step> steps;

void note(step::deed what, const struct stat& of) {
    steps.push_back({what, of.st_ino});
}

void note_named(int folder, const char* from) {
    struct stat found{};
    if (::fstatat(folder, from, &found, AT_SYMLINK_NOFOLLOW) == 0) note(step::deed::named, found);
}

int synchronise(long call, int file) {
    struct stat found{};
    if (::fstat(file, &found) == 0) note(step::deed::synchronised, found);
    return static_cast<int>(::syscall(call, file));
}

} // namespace

extern "C" {
int fsync(int file) {
    return synchronise(SYS_fsync, file);
}
int fdatasync(int file) {
    return synchronise(SYS_fdatasync, file);
}
int rename(const char* from, const char* to) noexcept {
    note_named(AT_FDCWD, from);
    return static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}
int renameat(int from_folder, const char* from, int to_folder, const char* to) noexcept {
    note_named(from_folder, from);
    return static_cast<int>(::syscall(SYS_renameat2, from_folder, from, to_folder, to, 0));
}
int linkat(int from_folder, const char* from, int to_folder, const char* to, int how) noexcept {
    note_named(from_folder, from);
    return static_cast<int>(::syscall(SYS_linkat, from_folder, from, to_folder, to, how));
}
}

namespace vesta::file {
namespace {

using std::chrono::milliseconds;

ino_t number_of(const std::filesystem::path& path) {
    struct stat found{};
    EXPECT_EQ(::stat(path.c_str(), &found), 0) << path;
    return found.st_ino;
}

class a_mark_that_is_moved : public ::testing::Test {
  protected:
    static bool is_synchronised(std::vector<step>::const_iterator first, std::vector<step>::const_iterator last,
                                ino_t file) {
        return std::any_of(
            first, last, [&](const step& each) { return each.what == step::deed::synchronised && each.file == file; });
    }

    /// Every file was synchronised before it got its name, and the folder after the last one did.
    void expect_durable() const {
        const auto named = [](const step& each) { return each.what == step::deed::named; };
        ASSERT_TRUE(std::ranges::any_of(steps, named)) << "nothing was written";
        auto last = steps.cbegin();
        for (auto at = steps.cbegin(); at != steps.cend(); ++at) {
            if (!named(*at)) continue;
            EXPECT_TRUE(is_synchronised(steps.cbegin(), at, at->file))
                << "a file got its name before it was synchronised";
            last = at;
        }
        EXPECT_TRUE(is_synchronised(last, steps.cend(), number_of(folder_))) << "the name itself is not synchronised";
    }

    testing::temp_folder place_;
    const std::filesystem::path folder_ = place_ / "var";
};

TEST_F(a_mark_that_is_moved, is_synchronised_before_it_has_its_name_and_its_folder_after_that) {
    const auto opened = open_mark(folder_, machine_id{7}, {.instance = "test", .methods = {gen_method::embedded}});
    ASSERT_TRUE(opened) << opened.error().message;
    // The first also puts up the note for version 0.1, which may be torn: it says nothing of its own.
    ASSERT_TRUE((*opened)->advance(unix_ms{milliseconds{1'700'000'000'000}}));
    for (int i = 1; i <= 3; ++i) {
        steps.clear();
        ASSERT_TRUE((*opened)->advance(unix_ms{milliseconds{1'700'000'000'000 + i * 1000}}));
        expect_durable();
    }
    steps.clear();
    ASSERT_TRUE((*opened)->release(unix_ms{milliseconds{1'700'000'004'000}}));
    expect_durable();
}

// A process that made the folder and was killed, or systemd, may have left it to a power cut.
TEST_F(a_mark_that_is_moved, has_a_folder_whose_own_name_is_synchronised_also_where_it_was_there_before) {
    std::filesystem::create_directory(folder_);
    steps.clear();
    const auto opened = open_mark(folder_, machine_id{7}, {.instance = "test", .methods = {gen_method::embedded}});
    ASSERT_TRUE(opened) << opened.error().message;
    const auto first = std::ranges::find(steps, step::deed::named, &step::what);
    EXPECT_TRUE(is_synchronised(steps.cbegin(), first, number_of(place_.path()))) << "before the first mark";
}

} // namespace
} // namespace vesta::file
