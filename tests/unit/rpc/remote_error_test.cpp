#include "remote_error.hpp"

#include <gtest/gtest.h>

namespace vesta::rpc::detail {
namespace {

TEST(remote_error_test, reads_the_code_from_the_first_word) {
    EXPECT_EQ(remote_error("CLOCK x").code, errc::clock_behind);
    EXPECT_EQ(remote_error("NOTREADY x").code, errc::not_ready);
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

} // namespace
} // namespace vesta::rpc::detail
