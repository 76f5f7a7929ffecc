#include <vesta/base/background.hpp>

#include <gtest/gtest.h>

#include <new>

namespace vesta {
namespace {

bool is_blocked_here(int signal) {
    sigset_t blocked;
    ::pthread_sigmask(SIG_BLOCK, nullptr, &blocked);
    return sigismember(&blocked, signal) == 1;
}

TEST(a_background_thread, receives_none_of_the_programs_signals) {
    bool blocked = false;
    background_thread([&] { blocked = is_blocked_here(SIGTERM) && is_blocked_here(SIGUSR1); }).join();
    EXPECT_TRUE(blocked);
    EXPECT_FALSE(is_blocked_here(SIGTERM)) << "the program's own threads receive them as before";
}

TEST(an_attempt, returns_what_the_work_returns) {
    EXPECT_EQ(attempt([]() -> result<int> { return 7; }).value(), 7);
    EXPECT_EQ(attempt([]() -> result<int> { return error{errc::closed, "closed"}; }).error().code, errc::closed);
}

TEST(an_attempt, makes_an_error_of_every_exception) {
    const auto thrown = [](auto what) { return attempt([&]() -> result<void> { throw what; }).error(); };
    EXPECT_EQ(thrown(failure{error{errc::in_use, "held"}}).code, errc::in_use);
    EXPECT_EQ(thrown(std::bad_alloc{}).code, errc::internal);
    EXPECT_EQ(thrown(std::runtime_error{"why"}).message, "why");
    EXPECT_EQ(thrown(7).code, errc::internal);
}

} // namespace
} // namespace vesta
