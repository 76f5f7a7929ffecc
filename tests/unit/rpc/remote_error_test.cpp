#include "remote_error.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace vesta::rpc::detail {
namespace {

TEST(remote_error_test, reads_the_code_from_the_first_word) {
    EXPECT_EQ(remote_error("CLOCK x").code, errc::clock_behind);
    EXPECT_EQ(remote_error("NOTREADY x").code, errc::not_ready);
    EXPECT_EQ(remote_error("UNKNOWN x").code, errc::store_unavailable);
    EXPECT_EQ(remote_error("NOSUCHTAG x").code, errc::not_found);
    EXPECT_EQ(remote_error("RANGE x").code, errc::invalid_argument);
    EXPECT_EQ(remote_error("EXHAUSTED x").code, errc::exhausted);
    EXPECT_EQ(remote_error("NOAUTH x").code, errc::invalid_settings);
    EXPECT_EQ(remote_error("WRONGPASS x").code, errc::invalid_settings);
    EXPECT_EQ(remote_error("ERR x").code, errc::invalid_argument);
    EXPECT_EQ(remote_error("LOADING Redis is loading").code, errc::internal);
    EXPECT_EQ(remote_error("").code, errc::internal);
}

TEST(remote_error_test, keeps_the_text_behind_the_word) {
    EXPECT_EQ(remote_error("RANGE COUNT is '0'").message, "COUNT is '0'");
    EXPECT_EQ(remote_error("EXHAUSTED").message, "EXHAUSTED");
    EXPECT_EQ(remote_error("LOADING Redis is loading").message, "LOADING Redis is loading");
}

TEST(remote_error_test, reads_when_to_try_again) {
    const auto told = remote_error("CLOCK behind; retry-after-ms=1500");
    EXPECT_EQ(told.message, "behind");
    EXPECT_EQ(told.retry_after, std::chrono::milliseconds{1500});
    for (const char* const text : {"CLOCK behind; retry-after-ms=x", "CLOCK behind; retry-after-ms=-1",
                                   "CLOCK behind; retry-after-ms=", "CLOCK behind"})
        EXPECT_FALSE(remote_error(text).retry_after) << text;
}

TEST(remote_error_test, says_what_is_wrong_with_a_password_and_what_would_be_right) {
    using ::testing::HasSubstr;
    const auto missing = greeting_refusal("NOAUTH HELLO must be called with the client already authenticated");
    EXPECT_EQ(missing.code, errc::invalid_settings);
    EXPECT_THAT(missing.message, HasSubstr("wants a password"));
    EXPECT_THAT(missing.message, HasSubstr("VESTA_RPC_PASSWORD"));
    EXPECT_THAT(missing.message, Not(HasSubstr("HELLO")));
    const auto wrong = greeting_refusal("WRONGPASS invalid username-password pair or user is disabled.");
    EXPECT_EQ(wrong.code, errc::invalid_settings);
    EXPECT_THAT(wrong.message, HasSubstr("refused the password"));
    const auto needless = greeting_refusal("ERR AUTH <password> called without any password configured");
    EXPECT_EQ(needless.code, errc::invalid_settings);
    EXPECT_THAT(needless.message, HasSubstr("has no password"));
}

TEST(remote_error_test, leaves_other_refusals_of_a_greeting_to_be_tried_again) {
    const auto full = greeting_refusal("ERR max number of clients reached");
    EXPECT_EQ(full.message, "max number of clients reached");
    EXPECT_NE(full.code, errc::invalid_settings);
}

} // namespace
} // namespace vesta::rpc::detail
