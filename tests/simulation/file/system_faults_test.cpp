#include "ledger.hpp"
#include "support/temp_folder.hpp"

#include <vesta/file/marks.hpp>

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdlib>
#include <fcntl.h>
#include <unistd.h>

// Below the port: the real disk's system calls fail one after the other. This program's own write, fsync, link and so
// on do as they are told, and else what the system does; but for the synchronising, which takes long and changes
// nothing that could be seen here.
namespace {

struct {
    bool armed = false;
    int calls = 0;        ///< Made since it was armed.
    int failing = -1;     ///< Which of them fails,
    int with = 0;         ///< and why.
    bool halting = false; ///< Every second read and write is interrupted, and the others do seven bytes.
} faults;

bool fails() {
    if (!faults.armed || faults.calls++ != faults.failing) return false;
    errno = faults.with;
    return true;
}

/// What there is to be done of @p size; negative where it is interrupted.
ssize_t part_of(size_t size) {
    if (fails()) return -1;
    if (!faults.armed || !faults.halting) return static_cast<ssize_t>(size);
    if (faults.calls % 2 == 0) return static_cast<ssize_t>(std::min<size_t>(size, 7));
    errno = EINTR;
    return -1;
}

} // namespace

extern "C" {
ssize_t write(int file, const void* from, size_t size) {
    const auto part = part_of(size);
    return part < 0 ? part : ::syscall(SYS_write, file, from, part);
}
ssize_t pread(int file, void* into, size_t size, off_t at) {
    const auto part = part_of(size);
    return part < 0 ? part : ::syscall(SYS_pread64, file, into, part, at);
}
int fsync(int) {
    return fails() ? -1 : 0;
}
int openat(int folder, const char* path, int how, ...) {
    va_list rest;
    va_start(rest, how);
    const auto mode = (how & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return fails() ? -1 : static_cast<int>(::syscall(SYS_openat, folder, path, how, mode));
}
int fcntl(int file, int what, ...) {
    va_list rest;
    va_start(rest, what);
    void* const with = va_arg(rest, void*);
    va_end(rest);
    return fails() ? -1 : static_cast<int>(::syscall(SYS_fcntl, file, what, with));
}
int linkat(int from_folder, const char* from, int to_folder, const char* to, int how) noexcept {
    return fails() ? -1 : static_cast<int>(::syscall(SYS_linkat, from_folder, from, to_folder, to, how));
}
int renameat(int from_folder, const char* from, int to_folder, const char* to) noexcept {
    return fails() ? -1 : static_cast<int>(::syscall(SYS_renameat2, from_folder, from, to_folder, to, 0));
}
int unlinkat(int folder, const char* path, int how) noexcept {
    return fails() ? -1 : static_cast<int>(::syscall(SYS_unlinkat, folder, path, how));
}
int fstat(int file, struct stat* into) noexcept {
    return fails() ? -1 : static_cast<int>(::syscall(SYS_fstat, file, into));
}
int fstatat(int folder, const char* path, struct stat* into, int how) noexcept {
    return fails() ? -1 : static_cast<int>(::syscall(SYS_newfstatat, folder, path, into, how));
}
int statx(int folder, const char* path, int how, unsigned mask, struct statx* into) noexcept {
    return fails() ? -1 : static_cast<int>(::syscall(SYS_statx, folder, path, how, mask, into));
}
}

namespace vesta::file {
namespace {

constexpr unix_ms at(std::int64_t ms) {
    return unix_ms{std::chrono::milliseconds{ms}};
}

class system_calls : public ::testing::Test {
  protected:
    void TearDown() override { faults = {}; }

    auto open() const { return open_mark(folder_ / "var", machine_id{7}, {.methods = {gen_method::embedded}}); }

    /// Opens, moves up twice, gives back. What failed is tried again, as the keeper does.
    void live(testing::ledger& book) const {
        const auto opened = open();
        if (!opened) return;
        auto& mark = **opened;
        const auto from = mark.value().time_since_epoch().count();
        const auto me = book.enter(from);
        for (const auto to : {from + 1000, from + 2000, from + 3000})
            if (mark.advance(at(to))) book.cover(me, to);
        book.cover(me, std::min(mark.value().time_since_epoch().count(), from + 1500));
        static_cast<void>(mark.release(at(from + 1500)));
    }

    /// Whether there was such a call.
    bool fails_at(std::size_t call, int with) const {
        std::filesystem::remove_all(folder_ / "var");
        testing::ledger book;
        faults = {.armed = true, .failing = static_cast<int>(call), .with = with};
        live(book);
        const bool reached = faults.calls > static_cast<int>(call);
        faults = {};
        live(book);
        const auto last = open();
        EXPECT_TRUE(last) << "errno " << with << " at call " << call << ": " << last.error().message;
        EXPECT_EQ(book.twice(), "") << "errno " << with << " at call " << call;
        return reached;
    }

    vesta::testing::temp_folder folder_;
};

// Without hard links (EPERM) another call takes the place of link. VESTA_SIM_SEEDS: each call with each error.
TEST_F(system_calls, that_fail_once_cost_no_tick_twice_and_no_later_start) {
    constexpr std::array errors{EIO, ENOSPC, EINTR, EMFILE, EPERM};
    const std::size_t runs = std::getenv("VESTA_SIM_SEEDS") != nullptr ? errors.size() : 1;
    for (std::size_t run = 0; run < runs; ++run)
        for (std::size_t call = 0; fails_at(call, errors[(call + run) % errors.size()]);)
            ++call;
}

TEST_F(system_calls, that_are_interrupted_and_do_a_part_are_made_again) {
    faults = {.armed = true, .halting = true};
    testing::ledger book;
    for (int i = 0; i < 3; ++i)
        live(book);
    EXPECT_GT(faults.calls, 100);
    faults = {};
    EXPECT_EQ(book.owners(), 3U);
    EXPECT_EQ(book.twice(), "");
    EXPECT_EQ((*open())->value(), at(3 * 1500)) << "none of them failed";
}

} // namespace
} // namespace vesta::file
