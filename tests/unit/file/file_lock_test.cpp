#include "file_lock.hpp"
#include "folder.hpp"
#include "support/child.hpp"
#include "support/process.hpp"
#include "support/temp_folder.hpp"

#include <gmock/gmock.h>

#include <chrono>
#include <fcntl.h>
#include <thread>
#include <unistd.h>

namespace vesta::file {
namespace {

using ::testing::HasSubstr;
using vesta::testing::child;
using vesta::testing::holds_in_forked_child;
using vesta::testing::temp_folder;

class a_file_lock : public ::testing::Test {
  protected:
    /// A child that holds the lock, or says why it could not have it.
    auto holder() const {
        return [this](auto stay) {
            const auto lock = take();
            stay(lock ? "held" : lock.error().message);
        };
    }

    result<file_lock> take(const std::string& name = "a.lock") const {
        return file_lock::take(opened_, name, folder_ / name);
    }

    std::unique_ptr<file_lock> taken() const { return std::make_unique<file_lock>(take().value()); }

    errc refusal() const {
        const auto lock = take();
        return lock ? errc::internal : lock.error().code;
    }

    temp_folder folder_;
    const descriptor opened_ = open_folder(folder_.path()).value();
    std::filesystem::path path_ = folder_ / "a.lock";
};

TEST_F(a_file_lock, keeps_a_second_owner_in_this_process_out_and_names_it) {
    const auto first = take();
    ASSERT_TRUE(first);
    const auto second = take();
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, errc::in_use);
    EXPECT_THAT(second.error().message, HasSubstr("process " + std::to_string(::getpid())));
    EXPECT_THAT(second.error().message, HasSubstr(path_.string()));
}

TEST_F(a_file_lock, is_not_given_up_by_an_attempt_to_take_it_again) {
    const auto first = take();
    ASSERT_EQ(refusal(), errc::in_use);
    std::filesystem::create_hard_link(path_, folder_ / "other-name");
    ASSERT_EQ(take("other-name").error().code, errc::in_use);
    const child other{holder()};
    EXPECT_THAT(other.words(), HasSubstr("process " + std::to_string(::getpid())));
}

TEST_F(a_file_lock, keeps_another_process_out_and_names_the_holder) {
    child other{holder()};
    ASSERT_EQ(other.words(), "held");
    const auto lock = take();
    ASSERT_FALSE(lock);
    EXPECT_EQ(lock.error().code, errc::in_use);
    EXPECT_THAT(lock.error().message, HasSubstr("process " + std::to_string(other.pid())));
}

TEST_F(a_file_lock, is_free_again_when_its_owner_goes) {
    static_cast<void>(take());
    EXPECT_TRUE(take());
}

TEST_F(a_file_lock, is_free_again_when_the_holder_exits) {
    child other{holder()};
    ASSERT_EQ(refusal(), errc::in_use);
    EXPECT_EQ(other.finish(), 0);
    EXPECT_TRUE(take());
}

TEST_F(a_file_lock, is_free_again_when_the_holder_is_killed) {
    child other{holder()};
    ASSERT_EQ(refusal(), errc::in_use);
    other.kill(SIGKILL);
    EXPECT_TRUE(take());
}

TEST_F(a_file_lock, moves_with_its_owner) {
    auto first = taken();
    const file_lock second{std::move(*first)};
    first.reset();
    EXPECT_EQ(refusal(), errc::in_use);
    EXPECT_TRUE(second.confirm(opened_));
}

TEST_F(a_file_lock, is_not_inherited_by_a_forked_child) {
    const auto lock = take();
    const child other{holder()};
    EXPECT_THAT(other.words(), HasSubstr("process " + std::to_string(::getpid()))) << "named the parent, not the child";
}

TEST_F(a_file_lock, is_not_given_up_when_a_forked_child_drops_its_copy) {
    auto lock = taken();
    EXPECT_TRUE(holds_in_forked_child([&] {
        lock.reset();
        return true;
    }));
    const child other{holder()};
    EXPECT_THAT(other.words(), HasSubstr("process " + std::to_string(::getpid())));
}

TEST_F(a_file_lock, of_a_forked_child_survives_the_copy_it_inherited) {
    // The middle process takes the lock; its child inherits the object, outlives it, and takes the lock for itself.
    const child grandchild{[this](auto stay) {
        auto inherited = taken();
        const pid_t middle = ::getpid();
        if (::fork() != 0) ::_exit(0);
        // Its files, and the lock with them, are closed before its children get another parent.
        while (::getppid() == middle)
            std::this_thread::sleep_for(std::chrono::milliseconds{1});
        const auto own = take();
        inherited.reset();
        stay(own ? "held" : own.error().message);
    }};
    ASSERT_EQ(grandchild.words(), "held");
    EXPECT_EQ(refusal(), errc::in_use);
}

TEST_F(a_file_lock, is_not_passed_on_to_a_program_that_is_executed) {
    const auto lock = take();
    const std::string look = "ls -l /proc/self/fd | grep -q " + path_.string();
    EXPECT_NE(std::system(look.c_str()), 0); // NOLINT: grep finds nothing
}

TEST_F(a_file_lock, is_confirmed_while_it_holds) {
    const auto lock = take();
    EXPECT_TRUE(lock->confirm(opened_));
}

TEST_F(a_file_lock, is_lost_when_its_file_is_removed) {
    const auto lock = take();
    std::filesystem::remove(path_);
    ASSERT_FALSE(lock->confirm(opened_));
    EXPECT_EQ(lock->confirm(opened_).error().code, errc::lease_lost);
    EXPECT_THAT(lock->confirm(opened_).error().message, HasSubstr(path_.string()));
}

TEST_F(a_file_lock, is_lost_when_its_file_is_replaced) {
    const auto lock = take();
    std::filesystem::remove(path_);
    const auto next = take();
    ASSERT_TRUE(next) << "nothing keeps another file of that name from being locked";
    EXPECT_EQ(lock->confirm(opened_).error().code, errc::lease_lost);
    EXPECT_TRUE(next->confirm(opened_));
}

TEST_F(a_file_lock, is_not_given_up_by_closing_another_descriptor_of_its_file) {
    const auto lock = take();
    vesta::testing::read_all(path_); // a record lock would be gone now
    const child other{holder()};
    EXPECT_THAT(other.words(), HasSubstr("locked by process"));
    EXPECT_TRUE(lock->confirm(opened_));
}

/// Takes a record lock, as version 0.1 does.
bool lock_as_before(int file) {
    struct flock wanted{};
    wanted.l_type = F_WRLCK;
    wanted.l_whence = SEEK_SET;
    return ::fcntl(file, F_SETLK, &wanted) == 0;
}

TEST_F(a_file_lock, is_kept_out_by_a_process_of_version_0_1_and_names_it) {
    const child other{[this](auto stay) {
        const descriptor file{::open(path_.c_str(), O_RDWR | O_CREAT, 0644)};
        stay(lock_as_before(file.number()) ? "held" : "not held");
    }};
    ASSERT_EQ(other.words(), "held");
    EXPECT_THAT(take().error().message, HasSubstr("locked by process " + std::to_string(other.pid())));
}

TEST_F(a_file_lock, keeps_a_process_of_version_0_1_out) {
    const auto lock = take();
    const child other{[this](auto stay) {
        const descriptor file{::open(path_.c_str(), O_RDWR)};
        stay(lock_as_before(file.number()) ? "held" : "not held");
    }};
    EXPECT_EQ(other.words(), "not held");
}

TEST_F(a_file_lock, is_not_kept_by_a_forked_child_beyond_its_parent) {
    // The middle process takes the lock, forks, and ends; its child stays. It answers in the middle process's place.
    const child grandchild{[this](auto stay) {
        const auto lock = take();
        const pid_t middle = ::getpid();
        if (::fork() != 0) ::_exit(0);
        while (::getppid() == middle) // which the child loses when all files of its parent are closed
            ::usleep(100);
        stay("its parent is gone");
    }};
    ASSERT_EQ(grandchild.words(), "its parent is gone");
    EXPECT_TRUE(take());
}

TEST_F(a_file_lock, says_why_a_file_cannot_be_opened) {
    std::filesystem::remove_all(folder_.path());
    const auto lock = take();
    ASSERT_FALSE(lock);
    EXPECT_EQ(lock.error().code, errc::state_unusable);
    EXPECT_THAT(lock.error().message, HasSubstr("a.lock: No such file or directory"));
}

TEST_F(a_file_lock, can_be_looked_at_without_taking_it) {
    const descriptor file{::open((folder_ / "b").c_str(), O_RDONLY | O_CREAT, 0644)};
    EXPECT_FALSE(is_locked(file.number(), path_).value());
    const auto lock = take("b");
    EXPECT_TRUE(is_locked(file.number(), path_).value());
}

} // namespace
} // namespace vesta::file
