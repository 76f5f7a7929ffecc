#include "file_lock.hpp"
#include "support/child.hpp"
#include "support/process.hpp"
#include "support/temp_folder.hpp"

#include <gmock/gmock.h>

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
            const auto lock = file_lock::take(path_);
            stay(lock ? "held" : lock.reason().message);
        };
    }

    std::unique_ptr<file_lock> taken() const { return std::make_unique<file_lock>(file_lock::take(path_).value()); }

    errc refusal() const {
        const auto lock = file_lock::take(path_);
        return lock ? errc::internal : lock.reason().code;
    }

    temp_folder folder_;
    std::filesystem::path path_ = folder_ / "a.lock";
};

TEST_F(a_file_lock, keeps_a_second_owner_in_this_process_out_and_names_it) {
    const auto first = file_lock::take(path_);
    ASSERT_TRUE(first);
    const auto second = file_lock::take(path_);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.reason().code, errc::in_use);
    EXPECT_THAT(second.reason().message, HasSubstr("process " + std::to_string(::getpid())));
    EXPECT_THAT(second.reason().message, HasSubstr(path_.string()));
}

TEST_F(a_file_lock, is_not_given_up_by_an_attempt_to_take_it_again) {
    const auto first = file_lock::take(path_);
    ASSERT_EQ(refusal(), errc::in_use);
    std::filesystem::create_symlink(path_, folder_ / "other-name");
    ASSERT_EQ(file_lock::take(folder_ / "other-name").reason().code, errc::in_use);
    const child other{holder()};
    EXPECT_THAT(other.words(), HasSubstr("process " + std::to_string(::getpid())));
}

TEST_F(a_file_lock, keeps_another_process_out_and_names_the_holder) {
    child other{holder()};
    ASSERT_EQ(other.words(), "held");
    const auto lock = file_lock::take(path_);
    ASSERT_FALSE(lock);
    EXPECT_EQ(lock.reason().code, errc::in_use);
    EXPECT_THAT(lock.reason().message, HasSubstr("process " + std::to_string(other.pid())));
}

TEST_F(a_file_lock, is_free_again_when_its_owner_goes) {
    static_cast<void>(file_lock::take(path_));
    EXPECT_TRUE(file_lock::take(path_));
}

TEST_F(a_file_lock, is_free_again_when_the_holder_exits) {
    child other{holder()};
    ASSERT_EQ(refusal(), errc::in_use);
    EXPECT_EQ(other.finish(), 0);
    EXPECT_TRUE(file_lock::take(path_));
}

TEST_F(a_file_lock, is_free_again_when_the_holder_is_killed) {
    child other{holder()};
    ASSERT_EQ(refusal(), errc::in_use);
    other.kill(SIGKILL);
    EXPECT_TRUE(file_lock::take(path_));
}

TEST_F(a_file_lock, moves_with_its_owner) {
    auto first = taken();
    const file_lock second{std::move(*first)};
    first.reset();
    EXPECT_EQ(refusal(), errc::in_use);
    EXPECT_TRUE(second.confirm());
}

TEST_F(a_file_lock, is_not_inherited_by_a_forked_child) {
    const auto lock = file_lock::take(path_);
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
        std::array<int, 2> gone{};
        if (::pipe(gone.data()) != 0) return;
        if (::fork() != 0) ::_exit(0);
        ::close(gone[1]);
        char unused = 0;
        static_cast<void>(::read(gone[0], &unused, 1)); // until the middle process has ended
        const auto own = file_lock::take(path_);
        inherited.reset();
        stay(own ? "held" : own.reason().message);
    }};
    ASSERT_EQ(grandchild.words(), "held");
    EXPECT_EQ(refusal(), errc::in_use);
}

TEST_F(a_file_lock, is_not_passed_on_to_a_program_that_is_executed) {
    const auto lock = file_lock::take(path_);
    const std::string look = "ls -l /proc/self/fd | grep -q " + path_.string();
    EXPECT_NE(std::system(look.c_str()), 0); // NOLINT: grep finds nothing
}

TEST_F(a_file_lock, is_confirmed_while_it_holds) {
    const auto lock = file_lock::take(path_);
    EXPECT_TRUE(lock->confirm());
}

TEST_F(a_file_lock, is_lost_when_its_file_is_removed) {
    const auto lock = file_lock::take(path_);
    std::filesystem::remove(path_);
    ASSERT_FALSE(lock->confirm());
    EXPECT_EQ(lock->confirm().reason().code, errc::lease_lost);
    EXPECT_THAT(lock->confirm().reason().message, HasSubstr(path_.string()));
}

TEST_F(a_file_lock, is_lost_when_its_file_is_replaced) {
    const auto lock = file_lock::take(path_);
    std::filesystem::remove(path_);
    const auto next = file_lock::take(path_);
    ASSERT_TRUE(next) << "nothing keeps another file of that name from being locked";
    EXPECT_EQ(lock->confirm().reason().code, errc::lease_lost);
    EXPECT_TRUE(next->confirm());
}

TEST_F(a_file_lock, given_up_behind_its_back_is_lost_to_whoever_took_it) {
    const auto lock = file_lock::take(path_);
    vesta::testing::read_all(path_); // closing any descriptor of the file gives a POSIX lock up
    {
        const child other{holder()};
        ASSERT_EQ(other.words(), "held");
        ASSERT_FALSE(lock->confirm());
        EXPECT_EQ(lock->confirm().reason().code, errc::lease_lost);
        EXPECT_THAT(lock->confirm().reason().message, HasSubstr("process " + std::to_string(other.pid())));
    }
}

TEST_F(a_file_lock, given_up_behind_its_back_is_taken_again) {
    const auto lock = file_lock::take(path_);
    vesta::testing::read_all(path_);
    ASSERT_TRUE(lock->confirm());
    const child other{holder()};
    EXPECT_THAT(other.words(), HasSubstr("locked by process"));
}

TEST_F(a_file_lock, says_why_a_file_cannot_be_opened) {
    const auto lock = file_lock::take(folder_ / "missing" / "a.lock");
    ASSERT_FALSE(lock);
    EXPECT_EQ(lock.reason().code, errc::state_unusable);
    EXPECT_THAT(lock.reason().message, HasSubstr("missing/a.lock: No such file or directory"));
}

} // namespace
} // namespace vesta::file
